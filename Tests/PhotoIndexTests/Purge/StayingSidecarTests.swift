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

    /// Whether the file may say something of another photo.
    private func isPermitted() throws -> Bool {
        let bindings = try index.takeoutBindings()
        #expect(bindings.permit(json.reading.digest, for: jpg.reading.digest))
        return bindings.permit(json.reading.digest, for: other.reading.digest)
    }

    @Test func `The photo is gone at once, and the file is no orphan after the next scan`() throws {
        _ = try remove()
        #expect(try index.photo(at: "/photos/a.jpg") == nil)
        #expect(try uploads.counts() == [1, 0, 0, 1, 1])
        #expect(try !isPermitted())
        try library.expectSound()
        try library.scan([photo("c.jpg", 5)])
        #expect(try orphans() == [])
        #expect(try !isPermitted())
        #expect(try index.isStayingSidecar(digest: json.reading.digest))
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
        try library.expectSound()
    }

    @Test func `A copy of it elsewhere joins no other photo and is no orphan`() throws {
        _ = try remove()
        var copy = scanned("d/a.jpg.json", 20, .sidecar(.takeout))
        copy.reading.digest = json.reading.digest
        try library.scan([still("d/a.jpg", 9), copy])
        #expect(try index.photo(at: "/photos/d/a.jpg")?.members.map(\.role) == [.still])
        #expect(try orphans() == [])
        try library.expectSound()
    }

    @Test func `It belongs to its photo again after an undo`() throws {
        let purge = try remove()
        try library.scan([photo("c.jpg", 5)])
        try uploads.bringBack(purge)
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still, .sidecar])
        try library.expectSound()
    }

    @Test func `It belongs to its photo again when that is found without an undo`() throws {
        _ = try remove()
        try uploads.rescan(jpg)
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still, .sidecar])
        try library.expectSound()
    }

    @Test func `A new file under its name is bound to nothing`() throws {
        _ = try remove()
        let row = try library.rows("a.jpg.json")[0]
        try library.scan([still("a.jpg", 9), scanned("a.jpg.json", 10, .sidecar(.takeout), row: row)])
        #expect(try index.photo(at: "/photos/a.jpg")?.members.map(\.role) == [.still, .sidecar])
    }

    @Test func `A file that became none of Takeout's is no error`() throws {
        _ = try remove()
        let row = try library.rows("a.jpg.json")[0]
        try library.scan([scanned("a.jpg.json", 10, .other("json"), row: row)])
        try library.expectSound()
    }
}
