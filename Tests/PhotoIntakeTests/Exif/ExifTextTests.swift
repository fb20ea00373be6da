import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifTextTests {
    private func make(_ bytes: [UInt8], _ kind: ExifEntry.Kind = .ascii) throws -> String? {
        try facts(ExifStructure(primary: [.bytes(0x010F, kind, bytes)])).make
    }

    @Test(arguments: [
        ("Canon\0", "Canon"), ("NIKON CORPORATION   \0\0", "NIKON CORPORATION"), ("Canon", "Canon"), ("C\0", "C"),
        (" HTC\0", " HTC"), ("Can\0on\0", "Can"), ("", nil), ("\0", nil), ("   \0", nil), ("\0Canon", nil),
    ])
    func `Text ends at its first NUL without trailing blanks`(stored: String, text: String?) throws {
        #expect(try make(Array(stored.utf8)) == text)
    }

    @Test func `Bytes that are not UTF-8 are replaced, not dropped`() throws {
        #expect(try make([0x43, 0x61, 0x6D, 0xE9, 0x72, 0x61, 0]) == "Cam\u{FFFD}ra")
        #expect(try make([0xFF, 0xFE, 0x41, 0]) == "\u{FFFD}\u{FFFD}A")
    }

    @Test func `Valid UTF-8 and control characters are unchanged`() throws {
        let text = "Caméra \u{1B}[31m\u{7}\u{202E}gpj"
        #expect(try make(Array(text.utf8)) == text)
    }

    @Test(arguments: [.ascii, .utf8, .undefined, .byte] as [ExifEntry.Kind])
    func `Text may be of any type that holds bytes`(kind: ExifEntry.Kind) throws {
        #expect(try make(Array("Leica\0".utf8), kind) == "Leica")
    }

    @Test func `Text of 60,000 letters is kept completely, with all other facts`() throws {
        let long = String(repeating: "A", count: 60_000)
        var exif = ExifStructure.sydney()
        exif.primary = [.text(0x010F, long), .text(0x0110, "Model"), .short(0x0112, 6)]
        exif.exif = [.text(0x9003, "2024:05:01 12:34:56")]
        let photo = try facts(exif)
        #expect(photo.make == long)
        #expect(photo.model == "Model")
        #expect(photo.orientation == 6)
        #expect(photo.captureTime != nil)
        #expect(photo.position.coordinate != nil)
    }

    @Test func `Overlapping texts larger than a block leave budget for what matters`() throws {
        var exif = ExifStructure.sydney(.bytes(0x1B, .undefined, Array(repeating: 0x42, count: 30_000)))
        exif.primary = [
            .bytes(0x010F, .ascii, []).claiming(count: 25_000, offset: 1_000),
            .bytes(0x0110, .ascii, []).claiming(count: 25_000, offset: 1_000),
        ]
        let photo = try facts(exif)
        #expect(photo.position.coordinate != nil)
        #expect(photo.make != nil)
    }

    @Test(arguments: [(0, nil), (1, 1), (6, 6), (8, 8), (9, nil), (65_535, nil)] as [(UInt16, Int?)])
    func `An orientation of 1 to 8 is known`(stored: UInt16, orientation: Int?) throws {
        #expect(try facts(ExifStructure(primary: [.short(0x0112, stored)])).orientation == orientation)
        #expect(
            try facts(ExifStructure(order: .big, primary: [.long(0x0112, UInt32(stored))])).orientation == orientation)
    }
}
