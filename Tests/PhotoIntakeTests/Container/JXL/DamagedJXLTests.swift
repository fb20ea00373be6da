import PhotoIntake
import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct DamagedJXLTests {
    private let structure = ExifStructure(primary: [.text(0x010F, "Maker")])
    private let picture = BoxWriter.box("jxlc", JXLFile.codestream)

    private func photo(_ boxes: [UInt8]...) throws -> PhotoFacts {
        try #require(try content(JXLFile(boxes).bytes, named: "photo.jxl").facts)
    }

    @Test func `A bare codestream cut before its size is corrupt`() throws {
        for count in 2...5 { #expect(try content(Array(JXLFile.codestream.prefix(count))).problem == .corrupt) }
        #expect(try content(Array(JXLFile.codestream.prefix(6))).facts?.width == 200)
    }

    @Test func `A file without a picture, or with a signature changed in transfer, is corrupt`() throws {
        #expect(try content(JXLFile([]).bytes).problem == .corrupt)
        #expect(try content(JXLFile([JXLFile.exif(structure)]).bytes).problem == .corrupt)
        var bytes = JXLFile([picture]).bytes
        bytes.remove(at: 8)
        #expect(try content(bytes).problem == .corrupt)
    }

    @Test func `A codestream that begins differently has no size`() throws {
        let facts = try photo(JXLFile.exif(structure), BoxWriter.box("jxlc", Array(repeating: 0xFF, count: 30)))
        #expect(facts.width == nil)
        #expect(facts.make == "Maker")
        #expect(try photo(JXLFile.exif(structure), BoxWriter.box("jxlp", [])).make == "Maker")
    }

    @Test(arguments: [1, 200, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `A TIFF header outside its box is ignored`(distance: UInt32) throws {
        let content = ExifStructure.Order.big.bytes(distance) + structure.bytes
        #expect(try photo(BoxWriter.box("Exif", content), picture).make == nil)
        #expect(try photo(JXLFile.packed("Exif", PackedBytes.brotli(content)), picture).make == nil)
    }

    @Test func `Boxes too short for their contents are ignored`() throws {
        for count in 0...4 {
            let bytes = Array(repeating: UInt8(0), count: count)
            #expect(try photo(BoxWriter.box("Exif", bytes), picture).make == nil)
            #expect(try photo(BoxWriter.box("brob", Array("Exif".utf8.prefix(count))), picture).make == nil)
            #expect(try photo(JXLFile.packed("Exif", PackedBytes.brotli(bytes)), picture).make == nil)
        }
    }

    @Test func `A damaged stream has no facts`() throws {
        let stream = PackedBytes.brotli(JXLFile.exifContent(structure))
        for count in 0..<stream.count {
            #expect(try photo(picture, JXLFile.packed("Exif", Array(stream.prefix(count)))).make == nil)
        }
    }

    @Test(arguments: [false, true], ["Exif", "xml "])
    func `A stream that would unpack to many megabytes is given up`(isWindowLarge: Bool, type: String) throws {
        let bomb = PackedBytes.brotliBomb(isWindowLarge: isWindowLarge)
        let facts = try photo(JXLFile.packed(type, bomb), JXLFile.packed(type, bomb), picture)
        #expect(facts.width == 200)
        #expect(facts.make == nil)
    }

    @Test func `EXIF next to a stream that would unpack to many megabytes is read`() throws {
        let exif = JXLFile.packed("Exif", PackedBytes.brotli(JXLFile.exifContent(structure)))
        let bomb = JXLFile.packed("xml ", PackedBytes.brotliBomb(isWindowLarge: false))
        #expect(try photo(bomb, exif, picture, bomb).make == "Maker")
    }

    @Test func `A packed box within a packed box is not unpacked`() throws {
        let inner = Array("Exif".utf8) + PackedBytes.brotli(JXLFile.exifContent(structure))
        #expect(try photo(JXLFile.packed("brob", PackedBytes.brotli(inner)), picture).make == nil)
    }

    @Test(arguments: [1, 2, 7, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32])
    func `A box of an impossible size ends the walk`(size: UInt32) throws {
        let box = BoxWriter.box("free", [1, 2, 3, 4, 5, 6, 7, 8], claiming: size)
        #expect(try photo(picture, box, JXLFile.exif(structure)).width == 200)
        #expect(try content(JXLFile([box, picture]).bytes).problem == .corrupt)
    }

    @Test func `Very many boxes are given up`() throws {
        let many = Array(repeating: BoxWriter.box("free", []), count: 100_000)
        #expect(try content(JXLFile(many + [picture]).bytes).problem == .corrupt)
        #expect(try content(JXLFile([picture] + many).bytes).facts?.width == 200)
    }

    @Test func `A file with any byte changed is read to the end`() throws {
        let stream = PackedBytes.brotli(JXLFile.exifContent(structure))
        let file = JXLFile([JXLFile.exif(structure), JXLFile.packed("Exif", stream), picture])
        try DamagedFile(file.bytes).forEachChange(in: 12..<file.bytes.count) { content, damage in
            #expect(content.facts?.format == .jxl || content.problem == .corrupt, damage)
        }
    }
}
