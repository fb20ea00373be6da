import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct MinimizedPictureTests {
    private let exif = ExifStructure(primary: [.text(0x010F, "Maker"), .short(0x0112, 3)])

    private func facts(_ file: MinimizedFile) throws -> PhotoFacts {
        try #require(try content(file.bytes).facts)
    }

    @Test(arguments: [false, true]) func `Size, orientation and EXIF are read`(isLarge: Bool) throws {
        var file = MinimizedFile(exif)
        (file.isLarge, file.width, file.height, file.orientation) = (isLarge, isLarge ? 32_768 : 128, 1, 8)
        let photo = try facts(file)
        #expect(photo.format == .avif)
        #expect(photo.width == file.width)
        #expect(photo.height == 1)
        #expect(photo.orientation == 8)
        #expect(photo.make == "Maker")
    }

    static let changes: [@Sendable (inout MinimizedFile) -> Void] = [
        { $0.isExplicitCodec = true }, { $0.isFloat = true }, { $0.hasAlpha = true }, { $0.isExplicitColour = true },
        { $0.isHighDepth = true }, { $0.profile = [1, 2, 3] }, { $0.xmp = Array("<x:xmpmeta/>".utf8) },
        { $0.subsampling = 0 }, { $0.subsampling = 1 }, { $0.subsampling = 2 },
        { ($0.subsampling, $0.isExplicitColour) = (0, true) },
    ]

    @Test(arguments: changes.indices, [false, true]) func `The EXIF block is found whatever the other bits`(
        change: Int, isLarge: Bool
    ) throws {
        var file = MinimizedFile(exif)
        (file.isLarge, file.width) = (isLarge, 100)
        Self.changes[change](&file)
        #expect(try facts(file).make == "Maker")
    }

    @Test func `Only size and orientation are read from a picture with HDR properties or compressed blocks`() throws {
        for change in [{ $0.hasHDR = true }, { $0.isCompressed = true }] as [(inout MinimizedFile) -> Void] {
            var file = MinimizedFile(exif)
            change(&file)
            #expect(try facts(file).width == 256)
            #expect(try facts(file).make == nil)
        }
    }

    @Test func `Another version is not a picture, nor is a box cut before the size`() throws {
        var file = MinimizedFile(exif)
        let bytes = file.bytes
        for count in 24..<bytes.count {
            let content = try content(Array(bytes.prefix(count)))
            #expect((content.facts == nil) == (count < 24 + 6), "cut at \(count)")
        }
        file.version = 1
        #expect(try content(file.bytes).problem == .corrupt)
    }

    @Test func `Blocks that claim to be longer than the box are ignored`() throws {
        let bytes = MinimizedFile(exif).bytes
        let short = Array(bytes[16 + 8..<16 + 8 + 30])
        let photo = try content(Array(bytes.prefix(16)) + BoxWriter.box("mini", short)).facts
        #expect(photo?.width == 256)
        #expect(photo?.make == nil)
    }
}
