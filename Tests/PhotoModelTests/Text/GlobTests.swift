import PhotoModel
import Testing

struct GlobTests {
    @Test(arguments: [
        ("*.jpg", "a/b/.c.jpg"), ("*", ""), ("a*b*c", "aXbYbZc"), ("IMG_?.jpg", "IMG_é.jpg"), ("[a-c]x", "bx"),
        ("[!a-c]x", "dx"), ("[^a]", "é"), ("[à-ü]", "é"), ("[]]", "]"), ("[!]]", "a"), ("[a-]", "-"), ("[-a]", "-"),
        (#"\*"#, "*"), (#"[\]]"#, "]"), (#"a\"#, #"a\"#), ("[a", "[a"), ("a[", "a["), ("**a**", "bac"), ("", ""),
        ("*/2026-??/*", "Pictures/2026-05/IMG.jpg"), ("a?c", "a/c"), ("[/]", "/"),
    ])
    func `A pattern matches`(pattern: String, name: String) {
        #expect(Glob(pattern).matches(Array(name.utf8)))
    }

    @Test(arguments: [
        ("*.jpg", "a.JPG"), ("?", ""), ("?", "ab"), ("*[!é]", "é"), ("[a-c]x", "dx"), ("[!a-c]x", "ax"), ("a", "ab"),
        ("ab", "a"), (#"\*"#, "a"), ("[]", "]"), ("[z-a]", "m"), ("a*b", "ab/c"), ("", "a"), ("??", "é"),
    ])
    func `A pattern does not match`(pattern: String, name: String) {
        #expect(!Glob(pattern).matches(Array(name.utf8)))
    }

    @Test(arguments: [
        ("*.jpg", "a.jpg", true), ("*.jpg", "a/b.jpg", false), ("?", "/", false), ("[/]", "/", false),
        ("[!a]", "/", false), ("a?b", "a/b", false), ("**", "a/b", true), ("a**b", "a/x/b", true),
        ("**/b", "b", true), ("**/b", "a/c/b", true), ("**/b", "ab", false), ("a/**/b", "a/b", true),
        ("a/**/b", "a/x/y/b", true), ("a/**/b", "a/xb", false), ("a**/b", "a/b", true), ("a**/b", "ac/b", true),
        ("*/**/*c", "a/bc/d/c", true), ("*/b*", "a/c/b", false), ("***/a", "b/a", true), ("[à-ü]*", "é", true),
    ])
    func `Slashes separate names where the dialect says so`(pattern: String, name: String, isMatch: Bool) {
        #expect(Glob(bytes: pattern.utf8, dialect: .separators).matches(Array(name.utf8)) == isMatch)
    }

    @Test func `A name that is not UTF-8 matches byte by byte`() {
        #expect(Glob("?.jpg").matches([0xFF] + Array(".jpg".utf8)))
        #expect(!Glob("?.jpg").matches([0xFF, 0xFE] + Array(".jpg".utf8)))
        #expect(Glob("[!a]").matches([0xC3]))
        #expect(Glob(bytes: [0xFF, 0x2A]).matches([0xFF, 0x41]))
        #expect(Glob(bytes: [0x5B, 0xFF, 0x5D]).matches([0xFF]))
        #expect(!Glob(bytes: [0x5B, 0xFF, 0x5D]).matches([0xFE]))
    }

    @Test(arguments: [
        ("/a/b*.jpg", "/a/b"), ("*", ""), ("/a/?", "/a/"), ("/a[bc]", "/a"), (#"/\*x*"#, "/*x"), ("a[", "a["), ("", ""),
    ])
    func `The common prefix of all matching names is known`(pattern: String, start: String) {
        #expect(Glob(pattern).literalStart == Array(start.utf8))
    }

    @Test(arguments: [
        ("*/name*", "/name"), ("/a/b*.jpg", ".jpg"), ("*ab?cde[f]g", "cde"), (#"*\**x"#, "*"), ("/a/*", ""), ("/a", ""),
        ("*a*bc*de", "bc"),
    ])
    func `What all matching names have behind their common prefix is known`(pattern: String, part: String) {
        #expect(Glob(pattern).literalPart == Array(part.utf8))
    }

    @Test(arguments: [
        ("/a/*", true), ("/a/**", true), ("*", true), (#"/\*x*"#, true), ("/a", false), ("", false),
        ("/a/*.jpg", false), ("/a/?*", false), ("/[a]*", false),
    ])
    func `Whether the prefix decides is known`(pattern: String, decides: Bool) {
        #expect(Glob(pattern).isStart == decides)
        #expect(!Glob(bytes: pattern.utf8, dialect: .separators).isStart || pattern == "/a/**")
    }

    @Test func `A pattern made to be slow is not`() {
        let pattern = Glob(String(repeating: "*a", count: 50) + "b")
        #expect(!pattern.matches([UInt8](repeating: UInt8(ascii: "a"), count: 5_000)))
    }
}
