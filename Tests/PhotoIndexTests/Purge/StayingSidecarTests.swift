import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A Takeout file that stays when its photo is removed.
struct StayingSidecarTests {
    private let jpg = still("a.jpg", 1)
    private let json = scanned("a.jpg.json", 2, .sidecar(.takeout))
    private let other = photo("b.jpg", 4)
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }
    private var library: Library { uploads.library }

    init() throws {
        uploads = try Uploads([jpg, json, other])
        try uploads.send([jpg], [other])
    }

    private func remove() throws -> Action {
        var purge = uploads.purge([jpg])
        guard case .begun(let id) = try uploads.intend(purge, leavingOut: [.takeout])[0] else {
            throw IndexError.failed("", "not begun")
        }
        (purge.id, purge.state) = (id, .done)
        try index.conclude([ActionOutcome(action: purge)], run: uploads.run, at: 50)
        return purge
    }

    private func orphans() throws -> [FilePath] { try index.orphanSidecars(root: library.root).map(\.path) }

    private func isBound() throws -> Bool {
        let known = try index.knownFiles(root: library.root.id, readerVersion: 1)
        return known.isBound(library.key("a.jpg.json"))
    }

    @Test func `The photo is gone at once, and the file is no orphan after the next scan`() throws {
        _ = try remove()
        #expect(try index.photo(at: "/photos/a.jpg") == nil)
        #expect(try uploads.counts() == [1, 0, 0, 1, 1])
        #expect(try isBound())
        try library.expectSound()
        try library.scan([photo("c.jpg", 5)])
        #expect(try orphans() == [])
        #expect(try isBound())
        #expect(try index.boundSidecar(at: "/photos/a.jpg.json")?.fingerprint == json.reading.fingerprint)
        try library.expectSound()
    }

    @Test func `Another sidecar of the group keeps it`() throws {
        try library.scan([sidecar("a.jpg.xmp", 6)])
        #expect(try uploads.intend(uploads.purge([jpg]), leavingOut: [.takeout]) == [.notNow(.membersDiffer)])
    }

    @Test func `It joins no other photo of that name`() throws {
        _ = try remove()
        try library.scan([still("a.jpg", 9)])
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still])
        #expect(try orphans() == [])
        #expect(try isBound())
        try library.expectSound()
    }

    @Test func `It belongs to its photo again after an undo, which is read again`() throws {
        let purge = try remove()
        try library.scan([photo("c.jpg", 5)])
        try uploads.bringBack(purge)
        #expect(try !isBound())
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still, .sidecar])
        let known = try index.knownFiles(root: library.root.id, readerVersion: 1)
        #expect(known[try #require(known.index(of: library.key("a.jpg.json")))].mustReread)
        try library.expectSound()
    }

    @Test func `It belongs to its photo again when that is found without an undo`() throws {
        _ = try remove()
        try uploads.rescan(jpg)
        #expect(try !isBound())
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still, .sidecar])
        try library.expectSound()
    }

    @Test func `A new file under its name is bound to nothing`() throws {
        _ = try remove()
        let row = try library.rows("a.jpg.json")[0]
        try library.scan([still("a.jpg", 9), scanned("a.jpg.json", 10, .sidecar(.takeout), row: row)])
        #expect(try !isBound())
    }

    @Test func `A file that became none of Takeout's is no error`() throws {
        _ = try remove()
        let row = try library.rows("a.jpg.json")[0]
        try library.scan([scanned("a.jpg.json", 10, .other("json"), row: row)])
        #expect(try !isBound())
        try library.expectSound()
    }
}
