internal import PhotoModel

/// A ZIP archive in memory (PKWARE's APPNOTE 6.3.10): its directory, and the content of files on demand.
struct ZipArchive {
    struct Entry {
        let name: String
        fileprivate let method: UInt16
        fileprivate let isEncrypted: Bool
        fileprivate let checksum: UInt32
        fileprivate let packed: Int
        fileprivate let unpacked: Int
        /// The offset of the local header.
        fileprivate let header: Int
    }

    /// The files, in the order of the directory.
    let entries: [Entry]
    private let bytes: [UInt8]

    /// The maximum number of files read.
    private static let mostEntries = 65_535
    private static let damaged = MapFileError("the archive is damaged, or cut off")

    init(_ bytes: [UInt8]) throws(MapFileError) {
        self.bytes = bytes
        entries = try Self.table(of: bytes.span)
    }

    /// Extracts a file.
    ///
    /// The sizes in the directory are not trusted: decompression stops once the output exceeds `most` bytes.
    ///
    /// - Throws: if the file is damaged, encrypted, compressed by an unsupported method, or too large.
    func contents(of entry: Entry, atMost most: Int) throws(MapFileError) -> [UInt8] {
        let name = terminalSafe(entry.name)
        guard !entry.isEncrypted else { throw MapFileError("\(name) in the archive is encrypted") }
        let data = bytes.span
        guard data.holds("PK\u{3}\u{4}", at: entry.header),
            let nameLength = data.uint16(at: entry.header + 26, .little),
            let extraLength = data.uint16(at: entry.header + 28, .little)
        else { throw Self.damaged }
        let start = entry.header + 30 + Int(nameLength) + Int(extraLength)
        guard start <= bytes.count, entry.packed <= bytes.count - start else { throw Self.damaged }
        let packed = start..<start + entry.packed
        let tooLarge = MapFileError(
            "\(name) in the archive unpacks to more than the \(Int64(most).byteSize) that are read")
        if entry.unpacked > most { throw tooLarge }
        let contents: [UInt8]
        switch entry.method {
        case 0: contents = Array(bytes[packed])
        case 8:
            var left = most
            let part = Array(bytes[packed])
            guard let unpacked = Zlib.inflated(part.span, &left) else { throw left == 0 ? tooLarge : Self.damaged }
            contents = unpacked
        default: throw MapFileError("\(name) in the archive is packed with an unsupported method; pack it again")
        }
        guard contents.count == entry.unpacked, Zlib.checksum(of: contents) == entry.checksum else {
            throw Self.damaged
        }
        return contents
    }

    /// Reads the central directory (4.3.12), which the archive's last record points to (4.3.16).
    private static func table(of bytes: Span<UInt8>) throws(MapFileError) -> [Entry] {
        // A comment of up to 65,535 bytes may follow that record of 22 bytes.
        var end = bytes.count - 22
        let first = max(0, end - 65_535)
        while end >= first, !bytes.holds("PK\u{5}\u{6}", at: end) { end -= 1 }
        guard end >= first, let count = bytes.uint16(at: end + 10, .little),
            let start = bytes.uint32(at: end + 16, .little)
        else { throw damaged }
        var place = Int(start)
        var entries: [Entry] = []
        for _ in 0..<min(Int(count), mostEntries) {
            guard let (entry, next) = entry(at: place, in: bytes) else { throw damaged }
            entries.append(entry)
            place = next
        }
        return entries
    }

    private static func entry(at index: Int, in bytes: Span<UInt8>) -> (entry: Entry, next: Int)? {
        guard bytes.holds("PK\u{1}\u{2}", at: index), let flags = bytes.uint16(at: index + 8, .little),
            let method = bytes.uint16(at: index + 10, .little), let checksum = bytes.uint32(at: index + 16, .little),
            let packed = bytes.uint32(at: index + 20, .little), let unpacked = bytes.uint32(at: index + 24, .little),
            let nameLength = bytes.uint16(at: index + 28, .little),
            let extraLength = bytes.uint16(at: index + 30, .little),
            let commentLength = bytes.uint16(at: index + 32, .little),
            let header = bytes.uint32(at: index + 42, .little), index + 46 + Int(nameLength) <= bytes.count
        else { return nil }
        let name = unsafe bytes.extracting(index + 46..<index + 46 + Int(nameLength)).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
        let entry = Entry(
            name: name, method: method, isEncrypted: flags & 1 != 0, checksum: checksum, packed: Int(packed),
            unpacked: Int(unpacked), header: Int(header))
        return (entry, index + 46 + Int(nameLength) + Int(extraLength) + Int(commentLength))
    }
}
