import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The patterns of `[purge] keep`.
struct KeepPatternsTests {
    private func keep(_ pattern: String, _ path: FilePath, home: FilePath? = "/people/me") throws -> Bool {
        try KeepPatterns([pattern], home: home).globs.contains { $0.matches(path.bytes) }
    }

    @Test(arguments: [
        ("/photos/a.jpg", "/photos/a.jpg", true), ("/photos/a.jpg", "/photos/b.jpg", false),
        ("/photos/a.jpg", "/other/photos/a.jpg", false), ("/photos/*.jpg", "/photos/x/a.jpg", true),
        ("~/Pictures/*", "/people/me/Pictures/a.jpg", true), ("~/Pictures/*", "/people/you/Pictures/a.jpg", false),
        ("~", "/people/me/a.jpg", true), ("*.dng", "/photos/a.dng", true), ("*.dng", "/photos/a.jpg", false),
        ("IMG_?.jpg", "/photos/x/IMG_1.jpg", true), ("IMG_?.jpg", "/photos/xIMG_1.jpg", false),
        ("Family/*", "/photos/Family/a.jpg", true), ("*/keep/*", "/photos/keep/a.jpg", true),
        ("*/keep/*", "/keep/a.jpg", true), ("[ab].jpg", "/photos/b.jpg", true),
        ("\\[bad", "/photos/[bad", true), ("[[]bad", "/photos/[bad", true),
    ])
    func `A pattern matches whole paths, and at any depth if it begins without a slash`(
        pattern: String, path: FilePath, isKept: Bool
    ) throws {
        #expect(try keep(pattern, path) == isKept)
    }

    @Test(arguments: ["/photos/Family", "/photos//Family/", "~/Family", "Family", "Family/", "/photos/Fam*"])
    func `A pattern for a directory keeps everything below it`(pattern: String) throws {
        #expect(try keep(pattern, "/photos/Family/2026/a.jpg", home: "/photos"))
        #expect(try !keep(pattern, "/photos/Work/a.jpg", home: "/photos"))
    }

    @Test func `Two stars match any number of directories`() throws {
        for path in ["/p/keep/a", "/p/x/keep/a", "/p/x/y/keep/z/a"] as [FilePath] {
            #expect(try keep("/p/**/keep/**/a", path))
            #expect(try keep("**/keep/**", path))
        }
        #expect(try !keep("/p/**/keep/**/a", "/p/upkeep/a"))
    }

    @Test func `Pattern characters in the home directory's name are literal`() throws {
        #expect(try keep("~/a.jpg", "/people/m[e]*/a.jpg", home: "/people/m[e]*"))
        #expect(try !keep("~/a.jpg", "/people/me/a.jpg", home: "/people/m[e]*"))
    }

    @Test func `A link in the path is followed, as in the index`() throws {
        let tree = try TemporaryTree(inMemory: true)
        try tree.write("disk/Pictures/Family/a.jpg")
        try tree.link("home", to: "disk")
        let real = tree.path("disk/Pictures/Family/a.jpg")
        #expect(try keep("~/Pictures/Fam*", real, home: tree.path("home")))
        #expect(try keep(tree.path("home/Pictures").string, real))
        #expect(try keep(tree.path("home/*/Family/none.jpg").string, tree.path("disk/x/Family/none.jpg")))
        #expect(try !keep("~/Other", real, home: tree.path("home")))
    }

    @Test(arguments: ["", "/", "//", "./a", "/photos/../a", "~you/a", "~x", "[bad", "a/[]", "b[!", "[a-"])
    func `A pattern that can match nothing is refused`(pattern: String) {
        #expect(throws: TextError.self) { try KeepPatterns.check(pattern) }
        #expect(throws: TextError.self) { try KeepPatterns([pattern], home: "/people/me") }
    }
}
