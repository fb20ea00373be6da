import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DamagedTIFFTests {
    private let structure = ExifStructure(
        primary: [.text(0x010F, "Maker"), .long(0x0100, 30), .long(0x0101, 20)],
        exif: [.text(0x9003, "2024:05:01 12:34:56")],
        gps: [.text(1, "N"), .fractions(2, (52, 1), (0, 1), (0, 1)), .text(3, "E"), .fractions(4, (13, 1))],
        thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])

    @Test func `A TIFF cut before its first entry is corrupt, one cut after it is a photo with what is known`() throws {
        let bytes = structure.bytes
        try DamagedFile(bytes).forEachCut(after: 4...bytes.count) { count, content, damage in
            if count < 8 + 2 + 12 {
                #expect(content.problem == .corrupt, damage)
            } else {
                #expect(content.facts?.format == .tiff, damage)
            }
        }
    }

    @Test func `A first directory beyond the end is corrupt`() throws {
        var file = TIFFFile(.init([.text(0x010F, "Maker")]))
        file.picture = 100_000
        #expect(try content(Array(file.bytes.prefix(90_000))).problem == .corrupt)
        #expect(try content(Array(file.bytes.prefix(100_030))).facts?.format == .tiff)
    }

    @Test func `A first directory without entries is corrupt`() throws {
        #expect(try content(TIFFFile(.init()).bytes).problem == .corrupt)
    }

    @Test func `A BigTIFF has all facts, and is corrupt if it is cut before its directory`() throws {
        var file = TIFFFile(.init(structure.primary, exif: structure.exif, gps: structure.gps))
        for order in ExifStructure.Order.allCases {
            (file.isBig, file.order) = (true, order)
            let photo = try #require(try content(file.bytes, named: "photo.tif").facts)
            #expect(photo.format == .tiff && photo.width == 30 && photo.make == "Maker")
            #expect(photo.position.coordinate?.latitude == 52 && photo.captureTime != nil)
            for count in 4..<file.bytes.count {
                let content = try content(Array(file.bytes.prefix(count)))
                #expect((content.problem == .corrupt) != (content.facts != nil), "cut at \(count)")
            }
        }
    }

    @Test(arguments: [false, true]) func `A TIFF with any byte changed is read to the end`(isBig: Bool) throws {
        var file = TIFFFile(.init(structure.primary, exif: structure.exif, gps: structure.gps))
        file.isBig = true
        let whole = isBig ? file.bytes : structure.bytes
        try DamagedFile(whole).forEachChange(in: 4..<whole.count) { content, damage in
            #expect(content.facts != nil || content.problem == .corrupt, damage)
        }
    }
}
