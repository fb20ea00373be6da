import PhotoModel
import Testing
import WorkphotosTestSupport

struct PanasonicRawTests {
    private func file(_ further: [ExifEntry], exif: [ExifEntry] = []) -> TIFFFile {
        var file = TIFFFile(
            .init(
                [.short(0x0002, 4_816), .short(0x0003, 3_464), .text(0x010F, "Panasonic"), .text(0x0110, "DC-G9")]
                    + further, exif: exif))
        file.mark = Array("IIU\0".utf8)
        return file
    }

    private func jpeg(_ structure: ExifStructure) -> ExifEntry {
        .bytes(0x002E, .undefined, JPEGFile(structure).bytes)
    }

    @Test func `The embedded JPEG's EXIF block is the photo's`() throws {
        var structure = ExifStructure.sydney()
        structure.primary = [.text(0x010F, "Panasonic"), .text(0x0110, "DC-G9M2")]
        structure.exif = [.text(0x9003, "2024:05:01 12:34:56")]
        let photo = try #require(try content(file([jpeg(structure)]).bytes).facts)
        #expect(photo.format == .rw2)
        #expect(photo.model == "DC-G9M2")
        #expect(photo.captureTime != nil)
        #expect(photo.position.coordinate != nil)
    }

    @Test func `Leica's files of the same kind are recognized by the maker`() throws {
        var file = file([])
        file.directories[0].entries[2] = .text(0x010F, "LEICA CAMERA AG")
        #expect(try content(file.bytes, named: "photo.rwl").facts?.format == .rwl)
    }

    @Test func `A position that only the file's own directory has is read`() throws {
        var structure = ExifStructure(primary: [.text(0x010F, "Panasonic"), .text(0x0110, "DC-G9M2")])
        structure.exif = [.text(0x9003, "2024:05:01 12:34:56")]
        var file = file([jpeg(structure)])
        file.directories[0].gps = ExifStructure.sydney().gps
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.position.coordinate != nil)
        #expect(photo.model == "DC-G9M2")
    }

    @Test func `An embedded JPEG far into the file is read too`() throws {
        var file = file([jpeg(.sydney())])
        file.gap = 300_000
        #expect(try content(file.bytes).facts?.position.coordinate != nil)
    }

    @Test func `Without a JPEG, or one without EXIF, the file's own entries count`() throws {
        let taken = [ExifEntry.text(0x9003, "2024:05:01 12:34:56")]
        for further in [[], [ExifEntry.bytes(0x002E, .undefined, JPEGFile().bytes)]] {
            let photo = try #require(try content(file(further, exif: taken).bytes).facts)
            #expect(photo.model == "DC-G9")
            #expect(photo.captureTime != nil)
        }
    }

    @Test func `The picture is the area within the sensor's borders, or all of it`() throws {
        let borders: [ExifEntry] = [.short(0x0004, 4), .short(0x0005, 8), .short(0x0006, 3_460), .short(0x0007, 4_616)]
        let bordered = try #require(try content(file(borders).bytes).facts)
        #expect(bordered.width == 4_608 && bordered.height == 3_456)
        for entries in [[], [borders[0], borders[1], .short(0x0006, 0), .short(0x0007, 0)]] {
            let whole = try #require(try content(file(entries).bytes).facts)
            #expect(whole.width == 4_816 && whole.height == 3_464)
        }
    }

    @Test func `An embedded JPEG that is the file itself, empty or endless is ignored`() throws {
        let itself = ExifEntry.bytes(0x002E, .undefined, Array(repeating: 0, count: 8))
        for wrong in [
            itself.claiming(count: 200, offset: 0), itself.claiming(count: 0), itself.claiming(count: 5, offset: 0),
            itself.claiming(count: 0xFFFF_FFFF, offset: 8), itself.claiming(offset: 0xFFFF_FFFF), itself,
        ] {
            var file = file([wrong])
            file.picture = 300
            #expect(try content(file.bytes).facts?.model == "DC-G9")
        }
    }

    @Test(arguments: [2, 3, 4, 10, 40]) func `A JPEG cut anywhere does no harm`(count: Int) throws {
        let cut = Array(JPEGFile(.sydney()).bytes.prefix(count))
        #expect(try content(file([.bytes(0x002E, .undefined, cut)]).bytes).facts?.model == "DC-G9")
    }
}
