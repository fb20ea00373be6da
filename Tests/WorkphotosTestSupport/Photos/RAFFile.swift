/// A Fujifilm RAF file.
package struct RAFFile {
    /// The embedded JPEG.
    package var jpeg: [UInt8]
    /// Records about the raw data: tag and value.
    package var records: [(tag: UInt16, value: [UInt8])] = [
        (0x0100, [0x0F, 0xC0, 0x17, 0x60]), (0x0111, [0x0F, 0xBC, 0x17, 0x90]),
    ]
    /// Wrong offset and length of the JPEG in the header.
    package var claimedOffset: UInt32?
    package var claimedLength: UInt32?
    /// A wrong number of records.
    package var claimedRecords: UInt32?

    package init(_ jpeg: JPEGFile) {
        self.jpeg = jpeg.bytes
    }

    package var bytes: [UInt8] {
        let big = ExifStructure.Order.big
        let header = Array("FUJIFILMCCD-RAW 0201FF392201Camera".utf8)
        var bytes = header + [UInt8](repeating: 0, count: 0x54 - header.count)
        let body = 0x94
        bytes += big.bytes(claimedOffset ?? UInt32(body)) + big.bytes(claimedLength ?? UInt32(jpeg.count))
        bytes += big.bytes(UInt32(body + jpeg.count)) + big.bytes(UInt32(64))
        bytes += [UInt8](repeating: 0, count: body - bytes.count) + jpeg
        bytes += big.bytes(claimedRecords ?? UInt32(records.count))
        for (tag, value) in records { bytes += big.bytes(tag) + big.bytes(UInt16(value.count)) + value }
        return bytes
    }
}
