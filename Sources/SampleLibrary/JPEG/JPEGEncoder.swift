/// Baseline JPEG with the standard's tables and chrominance at half the size (ITU-T T.81).
enum JPEGEncoder {
    /// All segments from DQT to EOI. The caller adds SOI and any segments before DQT.
    static func body(_ picture: Picture, quality: Int) -> [UInt8] {
        let luminance = QuantisationTable.luminance(quality: quality)
        let chrominance = QuantisationTable.chrominance(quality: quality)
        var scan = ScanEncoder(luminance: luminance, chrominance: chrominance)
        scan.encode(Plane.planes(picture))
        return JPEGSegment.bytes(0xDB, table(luminance, 0) + table(chrominance, 1))
            + JPEGSegment.bytes(0xC0, frame(width: picture.width, height: picture.height))
            + JPEGSegment.bytes(0xC4, table(.luminanceDC, 0x00) + table(.luminanceAC, 0x10))
            + JPEGSegment.bytes(0xC4, table(.chrominanceDC, 0x01) + table(.chrominanceAC, 0x11))
            + JPEGSegment.bytes(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
            + scan.finished() + [0xFF, 0xD9]
    }

    /// A complete picture without application segments, like a thumbnail (EXIF 3.0, 4.5.8).
    static func thumbnail(_ picture: Picture, quality: Int) -> [UInt8] {
        [0xFF, 0xD8] + body(picture, quality: quality)
    }

    private static func table(_ table: QuantisationTable, _ number: UInt8) -> [UInt8] {
        [number] + zigzag.map { UInt8(table.steps[$0]) }
    }

    private static func table(_ table: HuffmanTable, _ number: UInt8) -> [UInt8] {
        [number] + table.counts + table.symbols
    }

    private static func frame(width: Int, height: Int) -> [UInt8] {
        [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3]
            + [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }
}
