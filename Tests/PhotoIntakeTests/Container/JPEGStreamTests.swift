import PhotoIntake
import Testing
import WorkphotosTestSupport

/// The JPEG streams in a file of another format.
struct JPEGStreamTests {
    private static func stream(
        _ width: UInt16, _ height: UInt16, frame: UInt8 = 0xC0, colours: UInt8 = 3, _ segments: [[UInt8]] = []
    ) -> [UInt8] {
        var file = JPEGFile(segments)
        (file.width, file.height, file.frame, file.colours) = (width, height, frame, colours)
        return file.bytes
    }

    /// Where each begins, and its size.
    private func found(in file: [UInt8]) -> [[Int]] {
        JPEGStream.all(in: file).map { [$0.start, $0.width, $0.height] }
    }

    private static let filler = [UInt8](repeating: 0xFF, count: 9) + [0xD8, 0x12, 0xFF]

    @Test(arguments: [UInt8(0xC0), 0xC1, 0xC2]) func `Each is found where it begins, with its size`(frame: UInt8) {
        let first = Self.stream(160, 120, frame: frame)
        let file = Self.filler + first + Self.filler + Self.stream(1_620, 1_080, frame: frame)
        let expected = [
            [Self.filler.count, 160, 120], [2 * Self.filler.count + first.count, 1_620, 1_080],
        ]
        #expect(found(in: file) == expected)
    }

    @Test func `RAW data in lossless JPEG, a mask and what has no scan are none`() {
        let whole = Self.stream(640, 480)
        let others = [
            Self.stream(6_000, 4_000, frame: 0xC3), Self.stream(640, 480, colours: 1), Self.stream(0, 480),
            Array(whole.prefix(60)),
        ]
        for other in others { #expect(JPEGStream.all(in: other) == [], "\(other.prefix(80))") }
        #expect(JPEGStream.all(in: Array(others.joined()) + whole).map(\.width) == [640])
    }

    @Test func `The thumbnail of a picture is not another one`() {
        let picture = Self.stream(
            1_620, 1_080, [JPEGFile.exif(ExifStructure(thumbnail: Self.stream(160, 120)))])
        #expect(found(in: picture) == [[0, 1_620, 1_080]])
    }

    @Test func `A file that ends anywhere gives no more than was there`() {
        let file = Self.stream(640, 480, [JPEGFile.jfif])
        for count in file.indices { #expect(JPEGStream.all(in: Array(file[..<count])).count <= 1) }
    }
}
