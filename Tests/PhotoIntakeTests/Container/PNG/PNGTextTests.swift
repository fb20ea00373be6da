import PhotoModel
import Testing
import WorkphotosTestSupport

struct PNGTextTests {
    @Test(arguments: [
        ("Creation Time", "2026:05:01 10:02:03"), ("Creation Time", "Fri, 01 May 2026 10:02:03 +0200"),
        ("Creation Time", "Fri May  1 10:02:03 2026"), ("CreationTime", "2026-05-01T10:02:03"),
        ("create-date", "2026-05-01T10:02:03+02:00"), ("exif:DateTimeOriginal", "2026:05:01 10:02:03"),
    ])
    func `A time in a text counts where there is no other`(word: String, text: String) throws {
        let chunks = [
            PNGFile.text(word, Array(text.utf8)), PNGFile.packedText(word, PackedBytes.zlib(Array(text.utf8))),
        ]
        for chunk in chunks {
            let time = try #require(try content(PNGFile([chunk]).bytes).facts?.captureTime)
            #expect(time.wall.text == "2026-05-01T10:02:03")
            #expect(time.offset == (text.contains("+02") ? UTCOffset(seconds: 7_200, source: .exif) : nil))
            let exif = PNGFile.exif(ExifStructure(exif: [.text(0x9003, "2020:01:01 00:00:00")]))
            #expect(try content(PNGFile([chunk, exif]).bytes).facts?.captureTime?.wall.text == "2020-01-01T00:00:00")
        }
    }

    private let tiff = ExifStructure(primary: [.text(0x010F, "Maker")]).bytes
    private let keyword = "Raw profile type exif"

    private func make(_ chunks: [UInt8]...) throws -> String? {
        try #require(try content(PNGFile(chunks).bytes, named: "photo.png").facts).make
    }

    @Test func `Of two XMP texts the last counts, and another place in the first stays known`() throws {
        let (tokyo, island) = (XMPPacket.position("35,30N", "139,30E"), XMPPacket.position("1,30N", "3,30E"))
        let texts = [tokyo, island].map { PNGFile.internationalText("XML:com.adobe.xmp", $0.bytes) }
        for png in [PNGFile(texts), PNGFile([texts[0]], behind: [texts[1]])] {
            let photo = try #require(try content(png.bytes).facts)
            #expect(photo.position.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
            #expect(photo.overruled.coordinate == Coordinate(latitude: 35.5, longitude: 139.5))
        }
    }

    @Test func `A packet that cannot be unpacked is no absent position`() throws {
        let damaged = PNGFile.packedText("XML:com.adobe.xmp", [1, 2, 3])
        #expect(try content(PNGFile([damaged]).bytes).facts?.position == .invalid(.malformed))
        let exif = PNGFile.exif(.sydney())
        #expect(try content(PNGFile([damaged, exif]).bytes).facts?.positionSource == .exif)
    }

    @Test func `EXIF in text is read from each kind of chunk`() throws {
        let text = PNGFile.profile("exif", tiff)
        #expect(try make(PNGFile.text(keyword, text)) == "Maker")
        #expect(try make(PNGFile.packedText(keyword, PackedBytes.zlib(text))) == "Maker")
        #expect(try make(PNGFile.internationalText(keyword, text)) == "Maker")
        let packed = PNGFile.internationalText(
            keyword, PackedBytes.zlib(text), isPacked: true, language: "x-hugo", translated: "Längeres Wort")
        #expect(try make(packed) == "Maker")
    }

    @Test func `EXIF in text that is longer than 64 KiB and packed is read`() throws {
        let long = ExifStructure(primary: [
            .text(0x010F, "Maker"), .text(0x0110, String(repeating: "m", count: 40_000)),
        ])
        let text = PNGFile.profile("exif", long.bytes)
        #expect(try make(PNGFile.packedText(keyword, PackedBytes.zlib(text))) == "Maker")
    }

    @Test func `The profile of a whole JPEG segment is read if there is no other EXIF`() throws {
        let segment = PNGFile.text("Raw profile type APP1", PNGFile.profile("app1", Array("Exif\0\0".utf8) + tiff))
        #expect(try make(segment) == "Maker")
        let other = ExifStructure(primary: [.text(0x010F, "Other")]).bytes
        #expect(try make(segment, PNGFile.text(keyword, PNGFile.profile("exif", other))) == "Other")
        #expect(try make(segment, PNGFile.chunk("eXIf", other)) == "Other")
    }

    @Test(arguments: ["       0", "1", "99999999999999999999", "-7", "", "many"])
    func `The length that a profile states is ignored`(length: String) throws {
        let text = PNGFile.profile("exif", Array("Exif\0\0".utf8) + tiff, claiming: length)
        #expect(try make(PNGFile.text(keyword, text)) == "Maker")
    }

    @Test func `Digits may be upper case, and spaces may be anywhere`() throws {
        let lines = PNGFile.profile("exif", tiff).split(separator: 0x0A)
        let digits = String(decoding: lines[2...].joined(), as: UTF8.self).uppercased()
        let spaced = "\r\nexif\n 1\n" + digits.map { "\($0) \t" }.joined()
        #expect(try make(PNGFile.text(keyword, Array(spaced.utf8))) == "Maker")
    }

    @Test func `Digits end at the first other character, and an odd last digit is dropped`() throws {
        let text = PNGFile.profile("exif", tiff)
        #expect(try make(PNGFile.text(keyword, text + Array("7".utf8))) == "Maker")
        #expect(try make(PNGFile.text(keyword, text + Array("7x77".utf8))) == "Maker")
        #expect(try make(PNGFile.text(keyword, Array(text.prefix(40)) + Array("!".utf8) + text.dropFirst(40))) == nil)
    }

    @Test(arguments: ["", "\n", "\n\n", "\n\n\n", "\n\n\n4", "\nexif\n8\n", "\nexif\n8\nxyz", "exif", "\n\n\n\n\n\n"])
    func `Text that is not a profile has no facts`(text: String) throws {
        #expect(try make(PNGFile.text(keyword, Array(text.utf8))) == nil)
        #expect(try make(PNGFile.packedText(keyword, PackedBytes.zlib(Array(text.utf8)))) == nil)
    }

    @Test func `Keywords are compared exactly, up to their NUL`() throws {
        let text = PNGFile.profile("exif", tiff)
        for word in ["Raw profile type exi", "Raw profile type exif2", "raw profile type exif", "exif", ""] {
            #expect(try make(PNGFile.text(word, text)) == nil)
        }
    }
}
