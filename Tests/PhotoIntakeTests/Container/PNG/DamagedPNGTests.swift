import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DamagedPNGTests {
    private let exif = PNGFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")]))

    private func make(_ bytes: [UInt8]) throws -> String? {
        try #require(try content(bytes, named: "photo.png").facts).make
    }

    @Test func `A PNG cut at any byte before its picture is corrupt, one cut after it is a photo`() throws {
        let png = PNGFile([exif])
        try DamagedFile(png.bytes).forEachCut(after: 1...png.bytes.count) { count, content, damage in
            if count < png.header.count + 8 {
                #expect(content.facts == nil, damage)
                #expect(count < 4 || content.problem == .corrupt, damage)
            } else {
                #expect(content.facts?.make == "Maker", damage)
            }
        }
    }

    @Test func `A signature that was changed in transfer is corrupt`() throws {
        var bytes = PNGFile([exif]).bytes
        bytes.remove(at: 4)
        #expect(try content(bytes).problem == .corrupt)
    }

    @Test func `A stream without a header is corrupt`() throws {
        var bytes = PNGFile([exif]).bytes
        bytes.replaceSubrange(12..<16, with: Array("IHDX".utf8))
        #expect(try content(bytes).problem == .corrupt)
        bytes.replaceSubrange(12..<16, with: [0x49, 0, 1, 0x52])
        #expect(try content(bytes).problem == .corrupt)
    }

    @Test func `Impossible dimensions are unknown`() throws {
        var png = PNGFile([exif])
        (png.width, png.height) = (0, 0x8000_0000)
        let facts = try #require(try content(png.bytes).facts)
        #expect(facts.width == nil)
        #expect(facts.height == nil)
        #expect(facts.make == "Maker")
    }

    @Test(arguments: [0x7FFF_FFFF, 0xFFFF_FFFF, 0x8000_0000, 100_000] as [UInt32])
    func `A chunk that claims to be longer than the file ends with it`(length: UInt32) throws {
        let structure = ExifStructure(primary: [.text(0x010F, "Maker")])
        let chunk = PNGFile.chunk("eXIf", structure.bytes, claiming: length)
        #expect(try content(PNGFile([chunk]).bytes).problem == .corrupt)
        #expect(try make(PNGFile(behind: [chunk]).bytes) == "Maker")
        var png = PNGFile([exif])
        png.picture = [PNGFile.chunk("IDAT", [1, 2, 3], claiming: length)]
        #expect(try make(png.bytes) == "Maker")
    }

    @Test(arguments: ["Raw profile type exif", "Raw profile type xmp", "XML:com.adobe.xmp"])
    func `A chunk that would unpack to many megabytes is given up`(keyword: String) throws {
        let bomb = PackedBytes.bomb(0x30, count: 10_000)
        let packed = PNGFile.packedText(keyword, bomb)
        let international = PNGFile.internationalText(keyword, bomb, isPacked: true)
        let facts = try #require(try content(PNGFile([packed, international, packed]).bytes).facts)
        #expect(facts.width == 45)
        #expect(facts.make == nil)
    }

    @Test func `EXIF next to a chunk that would unpack to many megabytes is read`() throws {
        let stream = PackedBytes.zlib(PNGFile.profile("exif", ExifStructure(primary: [.text(0x010F, "Maker")]).bytes))
        let bomb = PackedBytes.bomb(0x30, count: 10_000)
        let chunks = [
            PNGFile.packedText("XML:com.adobe.xmp", bomb), PNGFile.packedText("Raw profile type exif", stream),
            PNGFile.packedText("Raw profile type APP1", bomb),
        ]
        #expect(try make(PNGFile(chunks).bytes) == "Maker")
    }

    @Test func `A damaged stream has no facts`() throws {
        let stream = PackedBytes.zlib(PNGFile.profile("exif", ExifStructure(primary: [.text(0x010F, "Maker")]).bytes))
        let keyword = "Raw profile type exif"
        #expect(try make(PNGFile([PNGFile.packedText(keyword, stream)]).bytes) == "Maker")
        for place in [0, 1, 2, 3, 5, stream.count - 1] {
            var damaged = stream
            damaged[place] ^= 0x41
            #expect(try make(PNGFile([PNGFile.packedText(keyword, damaged)]).bytes) == nil, "byte \(place)")
        }
        for count in [0, 1, 2, 7, stream.count / 2, stream.count - 1] {
            #expect(try make(PNGFile([PNGFile.packedText(keyword, Array(stream.prefix(count)))]).bytes) == nil)
        }
    }

    @Test func `Undefined packing methods are ignored`() throws {
        let stream = PackedBytes.zlib(PNGFile.profile("exif", ExifStructure(primary: [.text(0x010F, "Maker")]).bytes))
        let word = Array("Raw profile type exif\0".utf8)
        #expect(try make(PNGFile([PNGFile.chunk("zTXt", word + [1] + stream)]).bytes) == nil)
        #expect(try make(PNGFile([PNGFile.chunk("iTXt", word + [1, 1, 0, 0] + stream)]).bytes) == nil)
        #expect(try make(PNGFile([PNGFile.chunk("iTXt", word + [2, 0, 0, 0] + stream)]).bytes) == nil)
        #expect(try make(PNGFile([PNGFile.chunk("iTXt", word + [1, 0, 0])]).bytes) == nil)
        #expect(try make(PNGFile([PNGFile.chunk("iTXt", word)]).bytes) == nil)
        #expect(try make(PNGFile([PNGFile.chunk("zTXt", word)]).bytes) == nil)
    }

    @Test func `Hundreds of thousands of chunks before the picture are given up`() throws {
        let many = Array(repeating: PNGFile.chunk("prVt", []), count: 200_000)
        #expect(try content(PNGFile(many).bytes).problem == .tooLarge)
    }

    @Test func `A PNG with any byte of its header changed is read to the end`() throws {
        let png = PNGFile([exif])
        try DamagedFile(png.bytes).forEachChange(in: 8..<png.header.count) { content, damage in
            #expect(content.facts?.format == .png || content.problem == .corrupt, damage)
        }
    }
}
