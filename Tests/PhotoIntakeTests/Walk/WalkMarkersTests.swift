import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

struct WalkMarkersTests {
    private let tree: TemporaryTree
    private let name = FilePath(DestinationMarker.fileName)

    init() throws { tree = try TemporaryTree() }

    private func mark(_ directory: FilePath, _ text: String = "abc\n") throws {
        try tree.write(directory.appending(name.components), Array(text.utf8))
    }

    /// The markers that a walk finds, by directory.
    private func markers(_ options: WalkOptions = WalkOptions(), start: FilePath = "") -> [String: String] {
        var walk = ComparedWalk(root: tree.root(start), options: options, known: .none)
        while walk.next() != nil {}
        let pairs = walk.markers.map { (String(decoding: $0.directory, as: UTF8.self), $0.marker.text) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `A marker is seen where it is, and its photos are walked as usual`() throws {
        try mark("")
        try mark("a/b", "def")
        try tree.write("a/b/c.jpg")
        #expect(markers() == ["": "abc", "a/b": "def"])
        #expect(markers(start: "a") == ["a/b": "def"])
        #expect(tree.walk().found == ["a/b/c.jpg"])
    }

    @Test func `It is seen in a directory that is skipped, before and after the name that causes the skip`() throws {
        try mark("a")
        try tree.write("a/.nomedia")
        try tree.write("b/.nomedia")
        try mark("b")
        #expect(markers() == ["a": "abc", "b": "abc"])
    }

    @Test func `Links, pipes, directories and other texts are no markers`() throws {
        try mark("real")
        try tree.link(FilePath("link").appending(name.components), to: "../real/.workphotos-destination")
        try tree.makePipe(FilePath("pipe").appending(name.components))
        try tree.makeDirectory(FilePath("directory").appending(name.components))
        try mark("empty", "")
        try mark("text", "no marker")
        try mark("long", String(repeating: "a", count: 300))
        try tree.write("near/.workphotos-destination2", Array("abc".utf8))
        #expect(markers() == ["real": "abc"])
    }

    @Test func `It is also seen through followed links`() throws {
        let other = try TemporaryTree()
        try other.write(name, Array("abc\n".utf8))
        try tree.link("link", to: other.path)
        #expect(markers().isEmpty)
        #expect(markers(.with { $0.followsSymlinks = true }) == ["link": "abc"])
    }
}
