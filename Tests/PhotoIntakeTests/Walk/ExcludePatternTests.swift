import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ExcludePatternTests {
    private static let files: [FilePath] = [
        "a.jpg", "a/b.jpg", "a/b/a.jpg", "a/b/c/b.jpg", "b.jpg", "d[1].jpg", "e\u{E9}.jpg", "img_1.JPG", "x/a/z.jpg",
    ]

    /// Patterns and the files that each leaves out.
    private static let cases: [(pattern: String, out: [FilePath])] = [
        // Without a slash: names of files and directories, at any depth.
        ("a.jpg", ["a.jpg", "a/b/a.jpg"]),
        ("a", ["a/b.jpg", "a/b/a.jpg", "a/b/c/b.jpg", "x/a/z.jpg"]),
        ("c*", ["a/b/c/b.jpg"]),
        ("?.jpg", ["a.jpg", "a/b.jpg", "a/b/a.jpg", "a/b/c/b.jpg", "b.jpg", "x/a/z.jpg"]),
        ("e?.jpg", ["e\u{E9}.jpg"]),
        ("[!abz]*", ["a/b/c/b.jpg", "d[1].jpg", "e\u{E9}.jpg", "img_1.JPG", "x/a/z.jpg"]),
        ("[^a-z].jpg", []),
        ("[x-z]", ["x/a/z.jpg"]),
        ("*[0-9]*", ["d[1].jpg", "img_1.JPG"]),
        ("e[\u{E0}-\u{FC}].jpg", ["e\u{E9}.jpg"]),
        ("d[[]1[]].jpg", ["d[1].jpg"]),
        ("d\\[1].jpg", ["d[1].jpg"]),
        ("d[1.jpg", []),
        ("*.jp", []),
        ("*.JPG", ["img_1.JPG"]),
        ("**", files),
        ("", []),
        // With a slash at the end: directories only.
        ("b/", ["a/b/a.jpg", "a/b/c/b.jpg"]),
        ("a.jpg/", []),
        // With a slash at the beginning or inside: paths below the root.
        ("/a.jpg", ["a.jpg"]),
        ("/b/", []),
        ("a/b", ["a/b/a.jpg", "a/b/c/b.jpg"]),
        ("a/*", ["a/b.jpg", "a/b/a.jpg", "a/b/c/b.jpg"]),
        ("a/*.jpg", ["a/b.jpg"]),
        ("*/b.jpg", ["a/b.jpg"]),
        ("**/b.jpg", ["a/b.jpg", "a/b/c/b.jpg", "b.jpg"]),
        ("a/**/b.jpg", ["a/b.jpg", "a/b/c/b.jpg"]),
        ("a/**", ["a/b.jpg", "a/b/a.jpg", "a/b/c/b.jpg"]),
        ("a**/c", ["a/b/c/b.jpg"]),
        ("x/?/z.jpg", ["x/a/z.jpg"]),
        ("x?a", []),
        ("/x[/]a", []),
        ("/", []),
    ]

    @Test(arguments: cases)
    func `A pattern excludes what it should`(pattern: String, out: [FilePath]) throws {
        let tree = try TemporaryTree()
        for file in Self.files { try tree.write(file) }
        let found = tree.walk(.with { $0.excludes = [pattern] }).found
        #expect(Set(Self.files).subtracting(found) == Set(out))
    }

    @Test func `Several patterns add up, and bytes that are not UTF-8 match stars`() throws {
        let tree = try TemporaryTree()
        let odd = FilePath(bytes: [0x61, 0xFF] + Array(".jpg".utf8))
        for file in [odd, "b.jpg", "c.jpg"] { try tree.write(file) }
        #expect(tree.walk(.with { $0.excludes = ["a*", "b.*"] }).found == ["c.jpg"])
        #expect(tree.walk(.with { $0.excludes = ["a?.jpg"] }).found == ["b.jpg", "c.jpg"])
    }

    @Test func `Many stars do not take forever`() throws {
        let tree = try TemporaryTree()
        try tree.write(FilePath(String(repeating: "a", count: 240) + ".jpg"))
        let pattern = String(repeating: "a*", count: 60) + "b"
        let deep = String(repeating: "a**", count: 60) + "/b"
        #expect(tree.walk(.with { $0.excludes = [pattern, deep] }).found.count == 1)
    }
}
