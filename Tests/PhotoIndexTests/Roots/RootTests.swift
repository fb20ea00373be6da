import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct RootTests {
    private let index: PhotoIndex

    init() throws { index = try PhotoIndex.inMemory(owner: "tests") }

    @Test func `A root is added once, and roots are listed by path`() throws {
        let photos = try index.addRoot("/photos", fileSystem: Library.disk, now: 7)
        _ = try index.addRoot("/card", fileSystem: Library.card, now: 8)
        #expect(try index.addRoot("/photos", fileSystem: Library.disk, now: 9) == photos)
        #expect(try index.roots().map(\.path) == ["/card", "/photos"])
        #expect(try index.roots().map(\.added) == [8, 7])
        #expect(try index.roots().map(\.fileSystem) == [Library.card, Library.disk])
    }

    @Test func `A directory within a root is that root`() throws {
        let photos = try index.addRoot("/photos", fileSystem: Library.disk, now: 7)
        #expect(try index.addRoot("/photos/2026/may", fileSystem: Library.disk, now: 8) == photos)
        #expect(try index.addRoot("/photos-old", fileSystem: Library.disk, now: 8) != photos)
        #expect(try index.roots().count == 2)
    }

    @Test func `A root around known ones takes over their files`() throws {
        let may = try Library(index, root: "/photos/2026/may")
        try may.scan([photo("a.jpg", 1), photo("x/b.jpg", 2)])
        let june = try Library(index, root: "/photos/2026/june")
        try june.scan([photo("a.jpg", 3, at: nil)])
        let all = try Library(index, root: "/photos")
        #expect(try index.roots().map(\.path) == ["/photos"])
        #expect(
            try all.paths() == ["/photos/2026/june/a.jpg", "/photos/2026/may/a.jpg", "/photos/2026/may/x/b.jpg"])
        let known = try index.knownFiles(root: all.root.id, readerVersion: 1)
        #expect(known.index(of: all.key("2026/may/x/b.jpg")) != nil)
        #expect(try index.counts(inRoot: all.root.id).byVerdict == [.work: 2, .personal: 0, .unsure: 1])
        #expect(try index.checkIntegrity().isEmpty)
    }

    @Test func `The top directory can be a root`() throws {
        let library = try Library(index, root: "/photos")
        try library.scan([photo("a.jpg", 1)])
        let top = try Library(index, root: "/")
        #expect(try top.paths() == ["/photos/a.jpg"])
        #expect(try index.photo(at: "/photos/a.jpg") != nil)
    }

    @Test func `A renamed root keeps the data of its files`() throws {
        let library = try Library(index)
        try library.scan((1...3).map { photo("\($0).jpg", $0) })
        let newDisk = FileSystemIdentity(name: "uuid:new", keepsInodes: true)
        try index.rename(root: "/photos", to: "/mnt/photos", fileSystem: newDisk, at: 70)
        #expect(try library.paths().first == "/mnt/photos/1.jpg")
        #expect(try index.roots().first?.fileSystem == newDisk)
        #expect(try library.scan([], unseen: library.rows("1.jpg")) { _ in newDisk }.gone == 1)
    }

    @Test func `A root cannot be renamed into another`() throws {
        _ = try index.addRoot("/a", fileSystem: Library.disk, now: 1)
        _ = try index.addRoot("/b/c", fileSystem: Library.disk, now: 1)
        func rename(_ old: FilePath, _ new: FilePath) -> IndexError? {
            indexError { try index.rename(root: old, to: new, fileSystem: Library.disk, at: 70) }
        }
        let path: FilePath = ":memory:"
        #expect(rename("/a", "/b/c/d") == .overlap(path, directory: "/b/c/d", root: "/b/c"))
        #expect(rename("/a", "/b") == .overlap(path, directory: "/b", root: "/b/c"))
        #expect(rename("/x", "/y") == .notARoot(path, directory: "/x"))
        #expect(rename("/a", "/a/b") == nil)
    }

    @Test func `A forgotten root removes its photos and no others`() throws {
        let library = try Library(index)
        try library.scan([photo("a.jpg", 1), scanned("b.jpg", 2, .broken(.corrupt, detail: "cut off"))])
        let other = try Library(index, root: "/other")
        try other.scan([photo("a.jpg", 3)])
        try index.forget(root: "/photos", at: 1)
        #expect(try other.paths() == ["/other/a.jpg"])
        #expect(try index.status().groups == 1)
        #expect(try index.status().unreadable == 0)
        #expect(try index.checkIntegrity().isEmpty)
        #expect(throws: IndexError.notARoot(":memory:", directory: "/photos")) {
            try index.forget(root: "/photos", at: 1)
        }
    }
}
