import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HEIFPictureTests {
    @Test(arguments: [0, 1] as [UInt8], [0, 1] as [UInt32])
    func `Width and height are those of the primary item, with associations of every kind`(
        version: UInt8, flags: UInt32
    ) throws {
        var file = HEIFFile([HEIFItem(2, "hvc1")])
        (file.associationVersion, file.associationFlags, file.primary) = (version, flags, 2)
        file.properties = [BoxWriter.box("colr", [1]), HEIFFile.size(1, 2), HEIFFile.size(4_032, 3_024)]
        file.associations = [(1, [1, 2]), (2, [1, 3])]
        let photo = try facts(file)
        #expect(photo.width == 4_032)
        #expect(photo.height == 3_024)
    }

    @Test func `Sizes are reported as stored, however large`() throws {
        var file = HEIFFile()
        file.properties = [HEIFFile.size(.max, .max)]
        let photo = try facts(file)
        #expect(photo.width == 4_294_967_295)
        #expect(photo.height == 4_294_967_295)
    }

    @Test func `A size of 0 is unknown`() throws {
        var file = HEIFFile(ExifStructure(primary: [.text(0x010F, "Maker")]))
        file.properties = [HEIFFile.size(0, 0)]
        let photo = try facts(file)
        #expect(photo.make == "Maker")
        #expect(photo.width == nil)
        #expect(photo.height == nil)
    }

    @Test(arguments: [0, 1] as [UInt8], [0, 1] as [UInt16])
    func `A grid without its own size has that of its descriptor`(flags: UInt8, method: UInt16) throws {
        let byteCount = flags == 0 ? 2 : 4
        let size = BoxWriter.number(5_000, bytes: byteCount) + BoxWriter.number(4_000, bytes: byteCount)
        var file = HEIFFile()
        file.items = [HEIFItem(1, "grid", [0, flags, 7, 5] + size).with { $0.method = method }]
        file.associations = [(2, [1])]
        let photo = try facts(file)
        #expect(photo.width == 5_000)
        #expect(photo.height == 4_000)
        file.associations = [(1, [1])]
        #expect(try facts(file).width == 64)
    }

    @Test(arguments: [0, 1] as [UInt8]) func `A sequence without a still picture has the size of its first track`(
        version: UInt8
    ) throws {
        let type = BoxWriter.box("ftyp", Array("msf1\0\0\0\0hevc".utf8))
        let movie = BoxWriter.movie([(0, 0), (1_280, 720), (160, 90)], version: version)
        let photo = try #require(try content(type + movie).facts)
        #expect(photo.format == .heif)
        #expect(photo.width == 1_280)
        #expect(photo.height == 720)
    }

    @Test func `A sequence with a still picture has the size of that`() throws {
        var file = HEIFFile(ExifStructure(primary: [.text(0x010F, "Maker")]))
        file.others = BoxWriter.movie([(1_280, 720)])
        for place in HEIFFile.Place.allCases {
            file.place = place
            let photo = try facts(file)
            #expect(photo.width == 64)
            #expect(photo.make == "Maker")
        }
        file.associations = []
        #expect(try facts(file).width == 1_280)
    }

    @Test func `A meta box with another handler is skipped`() throws {
        var other = HEIFFile()
        other.handler = "mdir"
        #expect(try content(other.bytes).problem == .corrupt)
        var file = HEIFFile()
        file.place = .behindMovie
        file.others = other.meta(0)
        #expect(try facts(file).width == 64)
    }

    static let formats: [(String, PhotoFormat)] = [
        ("heic", .heic), ("hevc", .heic), ("heim", .heic), ("heis", .heic), ("hevx", .heic), ("heix", .heif),
        ("mif1", .heif), ("msf1", .heif), ("avif", .avif), ("avis", .avif),
    ]

    @Test(arguments: formats) func `The major brand determines the format`(brand: String, format: PhotoFormat) throws {
        var file = HEIFFile()
        file.brand = brand
        #expect(try facts(file).format == format)
    }
}
