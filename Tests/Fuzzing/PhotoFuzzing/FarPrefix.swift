import SampleLibrary

extension FuzzedReader {
    /// The bytes before the input: none, or more than a reader loads at once or may read through.
    var prefix: [UInt8] {
        switch self {
        case .jpegFar: [0xFF, 0xD8] + Self.segment + Self.segment
        case .heifFar: BoxWriter.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + BoxWriter.box("free", Self.filler)
        case .movieFar: BoxWriter.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + BoxWriter.box("mdat", Self.filler)
        case .pngFar: Self.longPNG
        default: []
        }
    }

    /// The inputs for a reader of distant parts of a file: everything after its first part.
    func farSeeds(in bytes: [UInt8]) -> [[UInt8]] {
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let start: Int? =
            switch self {
            case .jpegFar: FuzzedReader.jpeg.takes(bytes) ? 2 : nil
            case .heifFar: FuzzedReader.heif.takes(bytes) ? length : nil
            case .movieFar: FuzzedReader.movie.takes(bytes) && bytes.hold("ftyp", at: 4) ? length : nil
            case .pngFar: FuzzedReader.png.takes(bytes) ? 33 : nil
            default: nil
            }
        return start.map { [Array(bytes.dropFirst($0).prefix(Seeds.mostFarBytes))] } ?? []
    }

    /// The longest segment, which means nothing.
    private static let segment = JPEGSegment.bytes(0xE2, [UInt8](repeating: 0, count: 65_533))
    private static let filler = [UInt8](repeating: 0, count: 100_000)

    /// More data than a walk over chunks may read, so that the reader looks at the tail. The chunks alternate in
    /// length, because a reader skips a run of chunks of equal length.
    private static var longPNG: [UInt8] {
        let size: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0, 0x3A, 0x7E, 0x9B, 0x55]
        let chunks =
            padded([0, 0, 0x13, 0x88] + Array("IDAT".utf8), to: 5_012)
            + padded([0, 0, 0x13, 0x89] + Array("IDAT".utf8), to: 5_013)
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
            + (0..<65).flatMap { _ in chunks }
    }

    private static func padded(_ head: [UInt8], to length: Int) -> [UInt8] {
        head + [UInt8](repeating: 0, count: length - head.count)
    }
}
