import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DamagedWebPTests {
    private let structure = ExifStructure(primary: [.text(0x010F, "Maker")])

    private func photo(_ file: WebPFile) throws -> PhotoFacts {
        try #require(try content(file.bytes, named: "photo.webp").facts)
    }

    @Test(arguments: [0, 4, 7, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `The length of the whole file is ignored`(length: UInt32) throws {
        var file = WebPFile([WebPFile.lossy(4, 4), WebPFile.exif(structure)])
        file.claimedLength = length
        #expect(try photo(file).make == "Maker")
    }

    @Test(arguments: [0x7FFF_FFFF, 0xFFFF_FFFF, 100_000] as [UInt32])
    func `A chunk that claims to be longer than the file ends with it`(length: UInt32) throws {
        let exif = RIFFBytes.chunk("EXIF", structure.bytes, claiming: length)
        #expect(try photo(WebPFile([WebPFile.lossy(4, 4), exif])).make == "Maker")
        let picture = RIFFBytes.chunk("VP8X", [0, 0, 0, 0, 3, 0, 0, 3, 0, 0], claiming: length)
        let facts = try photo(WebPFile([picture, WebPFile.exif(structure)]))
        #expect(facts.width == 4)
        #expect(facts.make == nil)
    }

    @Test func `A picture chunk that is too short or invalid has no size`() throws {
        for count in 0..<10 {
            #expect(try photo(WebPFile([RIFFBytes.chunk("VP8X", Array(repeating: 1, count: count))])).width == nil)
            #expect(try photo(WebPFile([RIFFBytes.chunk("VP8 ", Array(repeating: 1, count: count))])).width == nil)
        }
        for count in 0..<5 {
            #expect(try photo(WebPFile([RIFFBytes.chunk("VP8L", Array(repeating: 0x2F, count: count))])).width == nil)
        }
        let none = RIFFBytes.chunk("VP8 ", Array(repeating: 7, count: 64))
        #expect(try photo(WebPFile([none, WebPFile.exif(structure)])).make == "Maker")
    }

    @Test func `A file without a picture is corrupt`() throws {
        #expect(try content(WebPFile([]).bytes).problem == .corrupt)
        #expect(try content(WebPFile([WebPFile.exif(structure)]).bytes).problem == .corrupt)
        let many = Array(repeating: RIFFBytes.chunk("TEST", []), count: 200_000)
        #expect(try content(WebPFile(many).bytes).problem == .corrupt)
    }

    @Test func `A WebP cut at any byte before its picture is corrupt, one cut after it is a photo`() throws {
        let file = WebPFile([WebPFile.canvas(4, 4), WebPFile.lossy(4, 4), WebPFile.exif(structure)])
        try DamagedFile(file.bytes).forEachCut(after: 12...file.bytes.count) { count, content, damage in
            if count < 12 + 8 {
                #expect(content.problem == .corrupt, damage)
            } else {
                #expect(content.facts?.width == (count < 12 + 8 + 10 ? nil : 4), damage)
            }
        }
    }

    @Test func `A WebP with any byte changed is read to the end`() throws {
        let file = WebPFile([WebPFile.canvas(4, 4), WebPFile.lossy(4, 4), WebPFile.exif(structure)])
        try DamagedFile(file.bytes).forEachChange(in: 12..<file.bytes.count) { content, damage in
            #expect(content.facts?.format == .webp || content.problem == .corrupt, damage)
        }
    }
}
