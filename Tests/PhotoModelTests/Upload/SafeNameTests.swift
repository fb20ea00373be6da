import PhotoModel
import Testing

struct SafeNameTests {
    @Test(arguments: [
        "IMG_1.jpg", "IMG 1 (2).jpg", "caf\u{E9}.heic", "cafe\u{301}.heic", "\u{1F469}\u{200D}\u{1F680}.png", "a.b.c",
        "~$x", "CONSOLE.jpg", "LPT.jpg", "COM10.jpg", " a", "PXL_1.jpg", "-rf", "receipts.ndjson.jpg",
        "\u{6587}\u{5B57}",
    ])
    func `A name that every destination accepts is unchanged`(name: String) {
        #expect(Array(SafeName.make(name).utf8) == Array(name.utf8))
    }

    @Test(arguments: [
        ("", "_"), (".", "_"), ("..", "_"), ("...", "_"), (" ", "_"), (".hidden", "_hidden"), ("._x.jpg", "__x.jpg"),
        ("a.", "a"), ("a. . ", "a"), ("a.jpg ", "a.jpg"), ("a\u{A0}", "a"), ("a/b", "a_b"), ("a\\b", "a_b"),
        ("12:30.jpg", "12_30.jpg"), ("<>\"|?*", "______"), ("a\nb\u{7F}\u{85}\u{0}.jpg", "a_b___.jpg"),
        ("\r\n.jpg", "__.jpg"), ("CON", "_CON"), ("con.jpg", "_con.jpg"), ("Aux.tar.gz", "_Aux.tar.gz"),
        ("nul .txt", "_nul .txt"), ("com1", "_com1"), ("LPT\u{B2}.x", "_LPT\u{B2}.x"), ("conout$", "_conout$"),
        ("Receipts.ndjson", "_Receipts.ndjson"), ("CON.", "_CON"),
    ])
    func `Characters that some destination refuses are replaced`(name: String, safe: String) {
        #expect(SafeName.make(name) == safe)
    }

    @Test func `A long name is cut before its extension, between characters`() {
        let name = SafeName.make(String(repeating: "\u{E9}", count: 120) + ".jpeg")
        #expect(name == String(repeating: "\u{E9}", count: 97) + ".jpeg")
        let family = "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        let families = SafeName.make(String(repeating: family, count: 20) + ".jpg")
        #expect(families == String(repeating: family, count: 10) + ".jpg")
    }

    @Test func `A name of one endless character is still cut`() {
        let name = SafeName.make("a" + String(repeating: "\u{301}", count: 300) + ".jpg")
        #expect(name.utf8.count <= SafeName.maximumLength)
        #expect(name.hasPrefix("a") || name.unicodeScalars.first == "a")
        #expect(name.hasSuffix(".jpg"))
    }

    @Test func `An endless extension does not count as one`() {
        #expect(SafeName.make("a." + String(repeating: "x", count: 300)).utf8.count == SafeName.maximumLength)
    }

    @Test func `A name is never cut to a device's name`() {
        #expect(SafeName.make("con" + String(repeating: " ", count: 300) + "x") == "_con")
        #expect(SafeName.make(String(repeating: " ", count: 300) + "x") == "_")
    }

    @Test(arguments: 0..<10)
    func `Any result is safe, and unchanged when converted again`(seed: UInt64) {
        var names = OddNames(seed: seed)
        for _ in 0..<200 {
            let name = String(decoding: names.next(), as: UTF8.self)
            let safe = SafeName.make(name)
            #expect(isSafe(safe), "\(name.debugDescription) became \(safe.debugDescription)")
            #expect(Array(SafeName.make(safe).utf8) == Array(safe.utf8), "\(safe.debugDescription)")
        }
    }
}

func isSafe(_ name: String) -> Bool {
    let isLong = name.utf8.count > SafeName.maximumLength
    let isForbidden = name.unicodeScalars.contains { scalar in
        "<>:\"/\\|?*".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
    }
    guard let first = name.unicodeScalars.first, let last = name.unicodeScalars.last else { return false }
    return !isLong && !isForbidden && first != "." && last != "." && !last.properties.isWhitespace
}

/// Names from parts that cause trouble, generated from a seed.
struct OddNames {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    }

    /// A name of 0 to 8 parts; some are long, and some are not UTF-8.
    mutating func next() -> [UInt8] {
        var name: [UInt8] = []
        for _ in 0..<(random() % 9) { name += Self.parts[Int(random() % UInt64(Self.parts.count))] }
        return name
    }

    private mutating func random() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }

    private static let parts: [[UInt8]] =
        [
            "IMG_1", ".jpg", ".JPG", ".", "..", " ", "con", "NUL", "LPT\u{B9}", "/", "\\", ":", "\n", "\u{0}", "\u{E9}",
            "e\u{301}", "\u{301}", "\u{1F469}\u{200D}\u{1F680}", "_", "(2)", " (2)", ".xmp", ".jpg.xmp", "receipts",
            ".ndjson", "img_1", "-edited",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xE2, 0x82], Array(repeating: UInt8(ascii: "x"), count: 190),
            Array(repeating: UInt8(ascii: " "), count: 201), Array(String(repeating: "\u{E9}", count: 99).utf8),
        ]
}
