import PhotoModel
import Testing
import WorkphotosTestSupport

struct PNGReaderTests {
    private let exif = PNGFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")]))
    private let other = PNGFile.exif(ExifStructure(order: .big, primary: [.text(0x0110, "Model")]))

    private func photo(_ png: PNGFile) throws -> PhotoFacts {
        try #require(try content(png.bytes, named: "photo.png").facts)
    }

    @Test func `A PNG without metadata is a photo of a size`() throws {
        var expected = PhotoFacts(format: .png)
        (expected.width, expected.height) = (45, 33)
        #expect(try photo(PNGFile()) == expected)
    }

    @Test func `The EXIF chunk is read before and after the picture, with a position`() throws {
        let sydney = PNGFile.exif(.sydney())
        for png in [PNGFile([sydney]), PNGFile(behind: [sydney])] {
            let position = try photo(png).position.coordinate
            #expect(position?.latitude == -33.8568)
            #expect(position?.longitude == 151.2153)
        }
    }

    @Test func `An EXIF chunk may begin with JPEG's EXIF mark`() throws {
        let structure = ExifStructure(primary: [.text(0x010F, "Maker")])
        let chunk = PNGFile.chunk("eXIf", Array("Exif\0\0".utf8) + structure.bytes)
        #expect(try photo(PNGFile([chunk])).make == "Maker")
    }

    @Test func `Dimensions come from the header, not from EXIF`() throws {
        let chunk = PNGFile.exif(ExifStructure(exif: [.long(0xA002, 9), .long(0xA003, 9)]))
        let facts = try photo(PNGFile([chunk]))
        #expect(facts.width == 45)
        #expect(facts.height == 33)
    }

    @Test func `Orientation comes from EXIF`() throws {
        #expect(try photo(PNGFile([PNGFile.exif(ExifStructure(primary: [.short(0x0112, 6)]))])).orientation == 6)
    }

    @Test func `Of two EXIF chunks the last counts`() throws {
        let both = try photo(PNGFile([exif], behind: [other]))
        #expect(both.make == nil)
        #expect(both.model == "Model")
    }

    @Test func `The EXIF chunk takes precedence over EXIF in text, in any order`() throws {
        let text = PNGFile.text(
            "Raw profile type exif", PNGFile.profile("exif", ExifStructure(primary: [.text(0x0110, "Model")]).bytes))
        for png in [PNGFile([text, exif]), PNGFile([exif], behind: [text]), PNGFile([text], behind: [exif])] {
            let facts = try photo(png)
            #expect(facts.make == "Maker")
            #expect(facts.model == nil)
        }
    }

    @Test func `Another place in an earlier EXIF chunk stays known`() throws {
        let place = ExifStructure.position(
            .fractions(0x02, (1, 1), (30, 1), (0, 1)), "N", .fractions(0x04, (3, 1), (30, 1), (0, 1)), "E")
        let facts = try photo(PNGFile([PNGFile.exif(place)], behind: [PNGFile.exif(.sydney())]))
        #expect(facts.position.coordinate?.latitude == -33.8568)
        #expect(facts.overruled.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
    }

    @Test func `Chunks of other types are skipped`() throws {
        let others = [
            PNGFile.chunk("gAMA", [0, 0, 0xB1, 0x8F]), PNGFile.chunk("prVt", Array("eXIf".utf8)),
            PNGFile.text("Software", Array("x".utf8)), PNGFile.text("Comment", Array("XML:com.adobe.xmp".utf8)),
        ]
        #expect(try photo(PNGFile(others + [exif] + others)).make == "Maker")
    }

    @Test func `A chunk of Apple's may precede the header`() throws {
        var bytes = PNGFile([exif]).bytes
        bytes.insert(contentsOf: PNGFile.chunk("CgBI", [0x50, 0, 0x20, 2]), at: 8)
        let facts = try #require(try content(bytes).facts)
        #expect(facts.make == "Maker")
        #expect(facts.width == 45)
    }

    @Test func `Data after the end is not read`() throws {
        let facts = try #require(try content(PNGFile([exif]).bytes + other).facts)
        #expect(facts.make == "Maker")
        #expect(facts.model == nil)
    }
}
