import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct JXLReaderTests {
    private let structure = ExifStructure(primary: [.text(0x010F, "Maker"), .short(0x0112, 3)])
    private let picture = BoxWriter.box("jxlc", JXLFile.codestream)

    private func photo(_ boxes: [UInt8]...) throws -> PhotoFacts {
        try #require(try content(JXLFile(boxes).bytes, named: "photo.jxl").facts)
    }

    @Test func `A bare codestream is a photo of a size`() throws {
        var expected = PhotoFacts(format: .jxl)
        (expected.width, expected.height, expected.orientation) = (200, 130, 1)
        #expect(try content(JXLFile.codestream).facts == expected)
    }

    @Test func `EXIF is read before and after the picture, with a position`() throws {
        let exif = JXLFile.exif(.sydney())
        for facts in [try photo(exif, picture), try photo(picture, exif)] {
            #expect(facts.position.coordinate?.latitude == -33.8568)
            #expect(facts.position.coordinate?.longitude == 151.2153)
            #expect(facts.width == 200)
            #expect(facts.height == 130)
        }
    }

    @Test func `Of two XMP boxes the last counts, and another place in the first stays known`() throws {
        let (tokyo, island) = (XMPPacket.position("35,30N", "139,30E"), XMPPacket.position("1,30N", "3,30E"))
        let boxes = [JXLFile.packed("xml ", PackedBytes.brotli(tokyo.bytes)), BoxWriter.box("xml ", island.bytes)]
        let photo = try photo(boxes[0], picture, boxes[1])
        #expect(photo.position.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
        #expect(photo.overruled.coordinate == Coordinate(latitude: 35.5, longitude: 139.5))
    }

    @Test func `Packed EXIF is read`() throws {
        let long = ExifStructure(primary: [
            .text(0x010F, "Maker"), .text(0x0110, String(repeating: "m", count: 200_000)),
        ])
        for structure in [structure, long] {
            let stream = PackedBytes.brotli(JXLFile.exifContent(structure))
            #expect(try photo(JXLFile.packed("Exif", stream), picture).make == "Maker")
            #expect(try photo(picture, JXLFile.packed("Exif", stream)).make == "Maker")
        }
    }

    @Test(arguments: [1, 6, 500]) func `The TIFF header is where the box says`(distance: Int) throws {
        let content = JXLFile.exifContent(structure, distance: distance)
        #expect(try photo(BoxWriter.box("Exif", content), picture).make == "Maker")
        #expect(try photo(JXLFile.packed("Exif", PackedBytes.brotli(content)), picture).make == "Maker")
    }

    @Test func `JPEG's EXIF mark may precede the TIFF header`() throws {
        let marked = [0, 0, 0, 0] + Array("Exif\0\0".utf8) + structure.bytes
        #expect(try photo(BoxWriter.box("Exif", marked), picture).make == "Maker")
        #expect(try photo(JXLFile.packed("Exif", PackedBytes.brotli(marked)), picture).make == "Maker")
    }

    @Test func `EXIF after a long picture in one piece or several is read`() throws {
        let exif = JXLFile.exif(structure)
        let long = JXLFile.codestream + Array(repeating: 7, count: 100_000)
        #expect(try photo(BoxWriter.box("jxlc", long), exif).make == "Maker")
        let pieces = (0..<40).map { BoxWriter.box("jxlp", [0, 0, 0, UInt8($0)] + long.prefix(9_000)) }
        let facts = try #require(try content(JXLFile(pieces + [exif]).bytes).facts)
        #expect(facts.make == "Maker")
        #expect(facts.width == 200)
    }

    @Test func `The last box may reach to the file's end`() throws {
        #expect(
            try photo(JXLFile.exif(structure), BoxWriter.box("jxlc", JXLFile.codestream, claiming: 0)).make == "Maker")
    }

    @Test func `The codestream's orientation counts, not EXIF's`() throws {
        let turned = JXLFile.codestream([(1, 1), (9, 5), (1, 3), (0, 1), (1, 1), (5, 3)])
        #expect(try photo(JXLFile.exif(structure), BoxWriter.box("jxlc", turned)).orientation == 6)
        #expect(try photo(JXLFile.exif(structure), picture).orientation == 1)
    }
}
