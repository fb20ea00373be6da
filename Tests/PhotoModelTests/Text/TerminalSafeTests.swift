import PhotoModel
import SystemPackage
import Testing

struct TerminalSafeTests {
    @Test(arguments: ["IMG_0001.JPG", "a b", "Büro/名前.jpg", "cafe\u{301}", "❤️.jpg", "😀", "עברית", ""])
    func `Readable names stay as they are`(name: String) {
        #expect(Array(terminalSafe(name).utf8) == Array(name.utf8))
    }

    @Test(arguments: [
        "👩\u{200D}👩.jpg", "👨\u{200D}👩\u{200D}👧\u{200D}👦", "❤\u{FE0F}\u{200D}🔥", "👩🏽\u{200D}🚀",
        "می\u{200C}خواهم.jpg", "ക\u{0D4D}\u{200D}ഷ", "क\u{094D}\u{200C}ष",
    ])
    func `Joiners between letters or emoji are kept`(name: String) {
        #expect(Array(terminalSafe(name).utf8) == Array(name.utf8))
        #expect(Array(terminalSafe(Array(name.utf8)).utf8) == Array(name.utf8))
    }

    @Test(arguments: [
        ("a\n  b", "a\n  b"), ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#), ("a\u{9B}2J\n", "a\\u{9B}2J\n"),
        ("é – ❤️", "é – ❤️"),
        (#"C:\\x \u{1B}"#, #"C:\\x \u{1B}"#), ("\\\u{1B}\r\n", #"\\u{1B}\r"# + "\n"), ("", ""), ("\n\n", "\n\n"),
    ])
    func `Finished text keeps its lines and backslashes, and steers nothing`(text: String, lines: String) {
        #expect(terminalLines(text) == lines)
        #expect(terminalLines(terminalLines(text)) == lines)
    }

    @Test(arguments: ["a", "e\u{301}", "\\", "\u{7}", "名"])
    func `What is longer than any path shows its beginning, its end and its length`(character: String) {
        let text = "first" + String(repeating: character, count: 100_000) + "last"
        let length = "… (\(text.utf8.count.grouped) bytes) …"
        for safe in [terminalSafe(text), terminalSafe(Array(text.utf8)), shortened(text)] {
            #expect(safe.hasPrefix("first") && safe.hasSuffix("last") && safe.contains(length))
            #expect(safe.utf8.count < 1_500)
        }
        #expect(terminalSafe(String(repeating: "\u{301}", count: 50_000)).utf8.count < 700, "it is one character")
    }

    @Test func `A path is never shortened, whatever bytes it has`() {
        let path = [UInt8](repeating: 0xFF, count: 4_095)
        #expect(terminalSafe(path) == String(repeating: #"\xFF"#, count: 4_095))
        #expect(shortened(FilePath(bytes: path)).bytes == path)
    }

    @Test(arguments: [
        ("a\u{200D}.jpg", #"a\u{200D}.jpg"#), ("\u{200C}a", #"\u{200C}a"#), ("IMG_1\u{200D}2", #"IMG_1\u{200D}2"#),
        ("👩\u{200D}", #"👩\u{200D}"#), ("👩\u{200D}\u{200D}👩", #"👩\u{200D}\u{200D}👩"#), ("a \u{200C}b", #"a \u{200C}b"#),
        ("\u{FE0F}\u{200D}.", "\u{FE0F}\\u{200D}."), ("ㅤ\u{200D}a", #"\u{3164}\u{200D}a"#),
    ])
    func `Joiners elsewhere are escaped`(name: String, safe: String) {
        #expect(terminalSafe(name) == safe)
    }

    @Test(arguments: [
        ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{1B}[31mred\u{7}", #"\u{1B}[31mred\u{7}"#), ("a\u{7F}b", #"a\u{7F}b"#),
        ("a\u{9B}31m", #"a\u{9B}31m"#), ("gpj.\u{202E}exe", #"gpj.\u{202E}exe"#),
        ("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
        ("a\u{200B}b\u{FEFF}", #"a\u{200B}b\u{FEFF}"#), ("a\u{2028}b", #"a\u{2028}b"#), ("a\u{115F}", #"a\u{115F}"#),
        (#"C:\new"#, #"C:\\new"#), ("\u{E0041}", #"\u{E0041}"#), ("\u{0}", #"\u{0}"#),
    ])
    func `Control characters and invisible characters are escaped`(name: String, safe: String) {
        #expect(terminalSafe(name) == safe)
    }

    @Test(
        arguments: [
            ([0x62, 0xFF, 0x2E], #"b\xFF."#), ([0xC3], #"\xC3"#), ([0xE2, 0x82, 0x41], #"\xE2\x82A"#),
            ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#), ([0xC0, 0xAF], #"\xC0\xAF"#),
            ([0x0A, 0x80, 0xC3, 0xA9], #"\n\x80é"#),
        ] as [([UInt8], String)])
    func `Bytes that are not UTF-8 are escaped`(bytes: [UInt8], safe: String) {
        #expect(terminalSafe(bytes) == safe)
    }

    @Test func `Different names never look the same`() {
        var seen: [String: [UInt8]] = [:]
        let alphabet: [UInt8] = [0x5C, 0x6E, 0x0A, 0x78, 0x38, 0x30, 0x80, 0x75]
        func extend(_ name: [UInt8]) {
            let safe = terminalSafe(name)
            #expect(seen.updateValue(name, forKey: safe) == nil)
            if name.count < 4 { alphabet.forEach { extend(name + [$0]) } }
        }
        extend([])
        #expect(seen.count == 1 + 8 + 64 + 512 + 4_096)
    }
}
