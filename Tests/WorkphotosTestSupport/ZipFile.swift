/// A ZIP archive with stored files, or with files that were packed elsewhere.
package struct ZipFile {
    /// A file of the archive.
    package struct Entry {
        package var name: String
        package var data: [UInt8]
        /// 0 for stored, 8 for deflated.
        package var method: UInt16 = 0
        /// The CRC-32 of the unpacked bytes; computed from the data if nil.
        package var checksum: UInt32?
        /// The unpacked size in the table; that of the data if nil.
        package var claimed: Int?

        package init(_ name: String, _ data: [UInt8]) {
            self.name = name
            self.data = data
        }
    }

    package var entries: [Entry]

    package init(_ entries: [Entry]) {
        self.entries = entries
    }

    package var bytes: [UInt8] {
        var (bytes, table): ([UInt8], [UInt8]) = ([], [])
        for entry in entries {
            let header = bytes.count
            let checksum = entry.checksum ?? Self.crc32(entry.data)
            let name = Array(entry.name.utf8)
            var fields = Self.little(entry.method, 2)
            fields += [0, 0, 0, 0]
            fields += Self.little(checksum, 4)
            fields += Self.little(entry.data.count, 4)
            fields += Self.little(entry.claimed ?? entry.data.count, 4)
            fields += Self.little(name.count, 2)
            fields += [0, 0]
            for part in [[0x50, 0x4B, 3, 4, 20, 0, 0, 0], fields, name, entry.data] { bytes += part }
            let zeros = [UInt8](repeating: 0, count: 10)
            let beginning: [UInt8] = [0x50, 0x4B, 1, 2, 20, 0, 20, 0, 0, 0]
            for part in [beginning, fields, zeros, Self.little(header, 4), name] { table += part }
        }
        let count = Self.little(entries.count, 2)
        let (size, start) = (Self.little(table.count, 4), Self.little(bytes.count, 4))
        bytes += table
        bytes += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        for field in [count, count, size, start, [0, 0]] { bytes += field }
        return bytes
    }

    private static func little(_ value: some BinaryInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// CRC-32 as in archives (ISO 3309).
    package static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
        }
        return ~sum
    }
}
