import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HEIFItemTests {
    private let exif = ExifStructure(primary: [.text(0x010F, "Maker")])

    @Test(arguments: [0, 1, 2] as [UInt8], [4, 8])
    func `The EXIF item is found by every version of the locations, with short and long fields`(
        version: UInt8, byteCount: Int
    ) throws {
        var file = HEIFFile(exif)
        file.locationVersion = version
        (file.offsetBytes, file.lengthBytes) = (byteCount, byteCount)
        #expect(try facts(file).make == "Maker")
        file.baseBytes = byteCount
        #expect(try facts(file).make == "Maker")
        file.offsetBytes = 0
        #expect(try facts(file).make == "Maker")
    }

    @Test(arguments: [2, 3] as [UInt8], [false, true]) func `Short and long identifiers are read`(
        version: UInt8, isLong: Bool
    ) throws {
        var file = HEIFFile(exif)
        (file.infoVersion, file.isLong, file.locationVersion) = (version, isLong, isLong ? 2 : 1)
        let photo = try facts(file)
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test func `An identifier beyond 65,535 is read`() throws {
        var file = HEIFFile([.exif(70_001, exif)])
        file.items[0].id = 70_000
        file.primary = 70_000
        file.associations = [(70_000, [1])]
        (file.infoVersion, file.isLong, file.locationVersion, file.associationVersion) = (3, true, 2, 1)
        let photo = try facts(file)
        #expect(photo.make == "Maker")
        #expect(photo.height == 48)
    }

    @Test(arguments: HEIFFile.Place.allCases, [0, 60_000, 70_000, 200_000])
    func `The meta box and the item are found at any position`(place: HEIFFile.Place, padding: Int) throws {
        var file = HEIFFile(exif)
        (file.place, file.padding) = (place, padding)
        file.others = BoxWriter.movie([(9, 9)]) + BoxWriter.box("free", Array(repeating: 0, count: padding))
        let photo = try facts(file)
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test(arguments: [0, 1] as [UInt16], [2, 3, 64]) func `An item in several extents is joined`(
        method: UInt16, pieces: Int
    ) throws {
        let item = HEIFItem.exif(2, exif).with { ($0.method, $0.pieces) = (method, pieces) }
        #expect(try facts(HEIFFile([item])).make == "Maker")
    }

    @Test func `An item in idat is found, and nothing if there is no idat`() throws {
        var file = HEIFFile([HEIFItem(3, "hvc1", [7]), .exif(2, exif)].map { item in item.with { $0.method = 1 } })
        #expect(try facts(file).make == "Maker")
        file.lacksData = true
        #expect(try facts(file).make == nil)
    }

    @Test(arguments: [1, 3]) func `An item inside another item is found, even if that has several extents`(
        pieces: Int
    ) throws {
        let whole = HEIFItem(3, "hvc1", [9, 9, 9] + HEIFItem.exif(2, exif).bytes).with { $0.pieces = pieces }
        let inside = HEIFItem(2, "Exif").with { ($0.method, $0.extents) = (2, [.init(index: 2, offset: 3)]) }
        var file = HEIFFile([whole, inside])
        file.references = [("iloc", 2, [1, 3])]
        #expect(try facts(file).make == "Maker")
        file.indexBytes = 0
        file.references = [("iloc", 2, [3])]
        #expect(try facts(file).make == "Maker")
    }

    @Test func `A length of 0 reaches to the end`() throws {
        var file = HEIFFile(exif)
        file.lengthBytes = 0
        #expect(try facts(file).make == "Maker")
    }

    @Test func `An item in another file, or encrypted, is ignored`() throws {
        #expect(try facts(HEIFFile([HEIFItem.exif(2, exif).with { $0.elsewhere = 1 }])).make == nil)
        #expect(try facts(HEIFFile([HEIFItem.exif(2, exif).with { $0.protection = 1 }])).make == nil)
    }

    @Test func `Of several EXIF items the one that describes the primary item counts, else the first`() throws {
        let other = ExifStructure(primary: [.text(0x010F, "Other")])
        var file = HEIFFile([HEIFItem(4, "hvc1"), .exif(2, other), .exif(3, exif)])
        #expect(try facts(file).make == "Other")
        file.references = [("thmb", 2, [1]), ("cdsc", 2, [4]), ("cdsc", 3, [4, 1])]
        #expect(try facts(file).make == "Maker")
        file.references = [("cdsc", 9, [1])]
        #expect(try facts(file).make == "Other")
    }

    @Test func `Of two XMP items the one that describes the primary item counts, and the other's place stays known`()
        throws
    {
        let (tokyo, island) = (XMPPacket.position("35,30N", "139,30E"), XMPPacket.position("1,30N", "3,30E"))
        var file = HEIFFile([HEIFItem(4, "hvc1"), .xmp(2, tokyo.bytes), .xmp(3, island.bytes)])
        file.references = [("cdsc", 2, [4]), ("cdsc", 3, [1])]
        let photo = try facts(file)
        #expect(photo.position.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
        #expect(photo.overruled.coordinate == Coordinate(latitude: 35.5, longitude: 139.5))
    }

    @Test func `Another EXIF item's place stays known`() throws {
        let file = HEIFFile([
            .exif(2, .sydney()),
            .exif(
                3,
                .position(
                    .fractions(0x02, (1, 1), (30, 1), (0, 1)), "N", .fractions(0x04, (3, 1), (30, 1), (0, 1)), "E")),
        ])
        let photo = try facts(file)
        #expect(photo.position.coordinate?.latitude == -33.8568)
        #expect(photo.overruled.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
    }

    @Test(arguments: [0, 1, 2, 3] as [UInt8]) func `An XMP item is recognized by its media type`(version: UInt8) throws
    {
        func isPhoto(_ media: [String]) throws -> Bool {
            var file = HEIFFile([.xmp(2, media: media)])
            file.associations = []
            file.infoVersion = version
            return try content(file.bytes).facts != nil
        }
        #expect(try isPhoto(["application/rdf+xml"]))
        #expect(try isPhoto(["application/rdf+xml", ""]))
        #expect(try !isPhoto(["application/rdf+xml2"]))
        #expect(try !isPhoto(["application/rdf+xml", "deflate"]))
        #expect(try !isPhoto(["text/plain"]))
        #expect(try !isPhoto([]))
    }
}
