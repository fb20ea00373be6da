import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct JPEGHeaderTests {
    private let exif = JPEGFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")]))

    @Test func `The EXIF block is found after JFIF, XMP and other segments`() throws {
        let between = [JPEGFile.jfif, JPEGFile.xmp, JPEGFile.filler(300)]
        #expect(try facts(JPEGFile(between + [exif])).make == "Maker")
    }

    @Test func `The EXIF block is found after the frame header too`() throws {
        var jpeg = JPEGFile()
        jpeg.behindFrame = [exif]
        #expect(try facts(jpeg).make == "Maker")
    }

    @Test(arguments: [1, 2, 3, 500, 70_000]) func `Fill bytes before a marker are skipped`(count: Int) throws {
        let fill = Array(repeating: UInt8(0xFF), count: count)
        let photo = try facts(JPEGFile([fill + exif, fill + JPEGFile.xmp]))
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test func `Bytes between segments that begin no marker are skipped`() throws {
        let stray: [UInt8] = [0x0A, 0x00, 0xFF, 0x00, 0x0D]
        let photo = try facts(JPEGFile([JPEGFile.jfif, stray, exif, stray]))
        #expect(photo.make == "Maker")
        #expect(photo.height == 48)
    }

    @Test(arguments: [65_000, 65_500, 65_530, 65_534, 65_536, 65_540, 131_000])
    func `An EXIF block that begins or ends beyond 64 KiB is read`(distance: Int) throws {
        var segments = [JPEGFile.filler(distance % 60_000 + 10)]
        for _ in 0..<distance / 60_000 { segments.append(JPEGFile.filler(60_000)) }
        let photo = try facts(JPEGFile(segments + [exif]))
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test func `Sixty long segments before the picture, as in depth maps, are skipped`() throws {
        let depth = Array(repeating: JPEGFile.filler(65_000), count: 60)
        let photo = try facts(JPEGFile([exif] + depth))
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test func `Of two EXIF blocks the last counts, unless it is invalid`() throws {
        let second = JPEGFile.exif(ExifStructure(order: .big, primary: [.text(0x0110, "Model")]))
        let both = try facts(JPEGFile([exif, second]))
        #expect(both.make == nil)
        #expect(both.model == "Model")
        let hollow = JPEGSegment.bytes(0xE1, Array("Exif\0\0no TIFF header".utf8))
        #expect(try facts(JPEGFile([exif, hollow])).make == "Maker")
    }

    @Test(arguments: 0...5) func `Up to four bytes before the name of an EXIF segment are skipped`(count: Int) throws {
        let block = Array("Exif\0\0".utf8) + ExifStructure(primary: [.text(0x010F, "Maker")]).bytes
        let segment = JPEGSegment.bytes(0xE1, Array(repeating: 0xE1, count: count) + block)
        #expect(try facts(JPEGFile([segment])).make == (count <= 4 ? "Maker" : nil))
    }

    @Test(arguments: ["EXIF", "exif", "ExIf"]) func `The name of an EXIF segment may have any case`(name: String) throws
    {
        let block = Array("\(name)\0\0".utf8) + ExifStructure(primary: [.text(0x010F, "Maker")]).bytes
        #expect(try facts(JPEGFile([JPEGSegment.bytes(0xE1, block)])).make == "Maker")
    }

    @Test(arguments: ExifStructure.Order.allCases)
    func `The pad byte before an EXIF block may be missing`(order: ExifStructure.Order) throws {
        let block = Array("Exif\0".utf8) + ExifStructure(order: order, primary: [.text(0x010F, "Maker")]).bytes
        #expect(try facts(JPEGFile([JPEGSegment.bytes(0xE1, block)])).make == "Maker")
    }

    @Test(arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
    func `Dimensions come from every kind of frame header`(marker: UInt8) throws {
        var jpeg = JPEGFile(ExifStructure(exif: [.long(0xA002, 9), .long(0xA003, 9)]))
        jpeg.frame = marker
        (jpeg.width, jpeg.height) = (4_032, 3_024)
        let photo = try facts(jpeg)
        #expect(photo.width == 4_032)
        #expect(photo.height == 3_024)
    }

    @Test func `Dimensions of zero are unknown`() throws {
        var jpeg = JPEGFile()
        (jpeg.width, jpeg.height) = (0, 0)
        let photo = try facts(jpeg)
        #expect(photo.width == nil)
        #expect(photo.height == nil)
    }

    @Test func `A JPEG without EXIF is a photo without facts`() throws {
        let photo = try facts(JPEGFile([JPEGFile.jfif]))
        var expected = PhotoFacts(format: .jpeg)
        (expected.width, expected.height) = (64, 48)
        #expect(photo == expected)
    }

    @Test func `A complete stream with EXIF but no picture is a photo of unknown size`() throws {
        let photo = try #require(try content([0xFF, 0xD8] + exif + [0xFF, 0xD9]).facts)
        #expect(photo.make == "Maker")
        #expect(photo.width == nil)
    }

    @Test func `A stream without picture and EXIF is corrupt`() throws {
        #expect(try content([0xFF, 0xD8, 0xFF, 0xD9]).problem == .corrupt)
        #expect(try content([0xFF, 0xD8] + JPEGFile.jfif + [0xFF, 0xD9]).problem == .corrupt)
    }
}
