import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Where photos were first seen: the first root that a test adds is place 1, the next is place 2.
struct FirstPlaceTests {
    private let index: PhotoIndex

    init() throws { index = try PhotoIndex.inMemory(owner: Library.owner) }

    /// Photos count from 10,000 ns on, which is after all times of files.
    private func places(
        _ paths: FilePath..., since: Int64 = 10_000, isThere: (FilePath) -> Bool = { _ in true }
    ) throws -> [Int64?] {
        try index.firstPlaces(of: paths, since: since, isThere: isThere)
    }

    private func scan(_ root: FilePath, _ files: ScannedFile...) throws -> Library {
        let library = try Library(index, root: root)
        try library.scan(files)
        return library
    }

    /// Another file with the same bytes, whose attributes changed at the given time.
    private func copy(_ path: String, of number: Int, changed: Int64) -> ScannedFile {
        var file = photo(path, number)
        file.reading.fingerprint.inode += 1_000
        file.reading.fingerprint.changed = changed
        return file
    }

    @Test func `A photo belongs to its root, and an unknown photo to none`() throws {
        _ = try scan("/photos", photo("1.jpg", 1))
        _ = try scan("/card", photo("2.jpg", 2))
        #expect(try places("/photos/1.jpg", "/card/2.jpg", "/photos/3.jpg", "/else/1.jpg") == [1, 2, 1, nil])
    }

    @Test func `A root that is forgotten and scanned in parts is still one place, for as long as that counts`() throws {
        _ = try scan("/photos", photo("a/1.jpg", 1), photo("b/2.jpg", 2))
        try index.forget(root: "/photos", at: 20_000)
        _ = try scan("/photos/a", photo("1.jpg", 1), photo("new.jpg", 9))
        _ = try scan("/photos/b", photo("2.jpg", 2))
        #expect(try places("/photos/a/1.jpg", "/photos/b/2.jpg", "/photos/a/new.jpg") == [1, 1, 2])
        #expect(try places("/photos/a/1.jpg", "/photos/b/2.jpg", since: 20_000) == [1, 1])
        #expect(try places("/photos/a/1.jpg", "/photos/b/2.jpg", since: 20_001) == [2, 3])
    }

    @Test func `So is one that is renamed, or moved, forgotten and scanned where it is`() throws {
        _ = try scan("/photos", photo("1.jpg", 1))
        try index.rename(root: "/photos", to: "/mnt/photos", fileSystem: Library.disk)
        #expect(try places("/mnt/photos/1.jpg") == [1])
        try index.forget(root: "/mnt/photos", at: 20_000)
        _ = try scan("/moved", photo("1.jpg", 1))
        #expect(try places("/moved/1.jpg") == [1])
        try index.forget(root: "/moved", at: 30_000)
        _ = try scan("/again", photo("1.jpg", 1))
        #expect(try places("/again/1.jpg") == [1])
        #expect(try places("/again/1.jpg", since: 25_000) == [2])
        #expect(try places("/again/1.jpg", since: 35_000) == [3])
    }

    @Test func `And one that became part of another`() throws {
        _ = try scan("/photos/a", photo("1.jpg", 1))
        _ = try index.addRoot("/photos", fileSystem: Library.disk, now: 20_000)
        #expect(try places("/photos/a/1.jpg") == [1])
        #expect(try places("/photos/a/1.jpg", since: 30_000) == [2])
    }

    @Test func `A recent copy on another disk is known by its bytes, and an old copy is a separate photo`()
        throws
    {
        _ = try scan("/photos", photo("1.jpg", 1), photo("2.jpg", 2))
        try index.forget(root: "/photos", at: 20_000)
        _ = try scan("/disk", copy("1.jpg", of: 1, changed: 15_000), copy("2.jpg", of: 2, changed: 5_000))
        #expect(try places("/disk/1.jpg", "/disk/2.jpg") == [1, 2])
    }

    @Test func `If inodes are not stable, only bytes count`() throws {
        _ = try scan("/photos", photo("1.jpg", 1))
        try index.forget(root: "/photos", at: 20_000)
        var file = copy("1.jpg", of: 1, changed: 5_000)
        file.fileSystem = Library.card
        _ = try scan("/card", file)
        #expect(try places("/card/1.jpg") == [1])
    }

    @Test func `A photo that was moved to another root belongs to the first`() throws {
        let photos = try scan("/photos", photo("1.jpg", 1), photo("2.jpg", 2), photo("3.jpg", 3))
        _ = try scan("/card", photo("1.jpg", 1))
        #expect(try places("/card/1.jpg") == [2], "a second name of it")
        #expect(try places("/card/1.jpg", isThere: { $0 != "/photos/1.jpg" }) == [1], "no scan has looked yet")
        try photos.scan([], unseen: photos.rows("1.jpg"))
        #expect(try places("/card/1.jpg", since: 100) == [1])
        #expect(try places("/card/1.jpg", since: 101) == [2])
        try index.forget(root: "/photos", at: 20_000)
        #expect(try places("/card/1.jpg", since: 50) == [1])
    }

    @Test func `A copy of a removed photo belongs where it is`() throws {
        let uploads = try Uploads([photo("1.jpg", 1), photo("2.jpg", 2)])
        let index = uploads.index
        try uploads.send([photo("1.jpg", 1)])
        try uploads.remove(photo("1.jpg", 1), at: 20_000)
        // Files of a size that a destination has are hashed before a scan records them.
        var file = copy("1.jpg", of: 1, changed: 15_000)
        file.sha256 = Uploads.sha256(of: photo("1.jpg", 1).reading.fingerprint)
        try Library(index, root: "/card").scan([file])
        #expect(try index.firstPlaces(of: ["/card/1.jpg"], since: 0) { _ in true } == [2])
        try index.forget(root: "/photos", at: 30_000)
        #expect(try index.firstPlaces(of: ["/card/1.jpg"], since: 0) { _ in true } == [2])
    }
}
