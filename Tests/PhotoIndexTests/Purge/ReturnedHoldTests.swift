import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What a user took out of the trash by other means than undo is held from the scan that finds it.
struct ReturnedHoldTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let xmp = sidecar("a.xmp", 3)
    private let other = photo("b.jpg", 4)
    private let uploads: Uploads
    private let purge: Action
    private var index: PhotoIndex { uploads.index }

    init() throws { (uploads, purge) = try Uploads.removed([jpg, film, xmp], beside: other) }

    private func hold(_ path: FilePath, _ number: Int? = nil) throws -> String? {
        try index.words(path: path, sha256: number.map(Uploads.sha256)).hold
    }

    private func isHeld(_ path: FilePath) throws -> Bool? {
        try index.group(ofFileAt: path, .removal)?.isHeld
    }

    @Test func `One scan holds the whole group`() throws {
        let outcome = try uploads.rescan(jpg, film, xmp)
        #expect((outcome.new, outcome.returned) == (2, 2))
        #expect(try isHeld("/photos/a.jpg") == true)
        #expect(try hold("/photos/a.jpg", 1) == "restored" && hold("/photos/a.xmp") == "restored")
        #expect(try hold("/elsewhere.jpg", 3) == nil, "many photos may have the same edit")
        #expect(try index.checkIntegrity() == [])
        #expect(try uploads.rescan(jpg, film, xmp).returned == 0)
    }

    @Test func `If a part is restored, the rest is held when it is restored`() throws {
        #expect(try uploads.rescan(film).returned == 1)
        #expect(try hold("/photos/a.xmp") == "restored")
        #expect(try uploads.rescan(jpg).returned == 1)
        #expect(try uploads.rescan(xmp).returned == 0, "sidecars do not count")
        #expect(try isHeld("/photos/a.jpg") == true)
        try uploads.library.expectSound()
    }

    @Test func `Undo restores the rest, and its end keeps the hold of what was already back`() throws {
        try uploads.rescan(jpg)
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed)
        #expect(try hold("/photos/a.jpg", 1) == "restored" && hold("/photos/a.mov") == "restored")
        try uploads.bringBack(purge)
        #expect(try hold("/photos/a.mov", 2) == "restored")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A file that was copied back has another time and the same bytes`() throws {
        var later = jpg
        later.reading.fingerprint.modified += 1
        #expect(try uploads.rescan(later).returned == 1)
    }

    /// The file as another photo of this name, taken at the given time; nil if nothing tells when.
    private func another(_ file: ScannedFile, taken: Int64?) -> ScannedFile {
        var other = photo("other", 7, taken: taken)
        other.path = file.path
        other.sha256 = Uploads.sha256(7)
        return other
    }

    @Test func `Other photos with the same names are not held`() throws {
        #expect(try uploads.library.scan([another(jpg, taken: 2_000_000)]).returned == 0)
        #expect(try uploads.library.scan([another(film, taken: 2_000_000)]).returned == 0)
        #expect(try hold("/photos/a.jpg") == nil && hold("/photos/a.mov") == nil)
    }

    @Test(arguments: [1_000_000, nil]) func `A photo that was edited before the scan is held`(taken: Int64?) throws {
        #expect(try uploads.library.scan([another(jpg, taken: taken)]).returned == 1)
        #expect(try hold("/photos/a.jpg") == "restored")
        #expect(try isHeld("/photos/a.jpg") == true)
    }

    @Test func `An edit in place is recognized even if it sets another time`() throws {
        var edited = another(jpg, taken: 2_000_000)
        edited.reading.fingerprint.inode = jpg.reading.fingerprint.inode
        #expect(try uploads.library.scan([edited]).returned == 1)
    }

    @Test func `A photo that is edited after the scan stays held`() throws {
        try uploads.rescan(jpg)
        var edited = another(jpg, taken: nil)
        edited.row = try uploads.library.rows("a.jpg")[0]
        try uploads.library.scan([edited])
        #expect(try isHeld("/photos/a.jpg") == true)
    }

    @Test func `A scan does not hold what no purge removed, or what undo restored before`() throws {
        try uploads.bringBack(purge)
        try uploads.record(.unhold, of: jpg)
        let rows = try uploads.library.rows("a.jpg", "a.mov", "a.xmp", "b.jpg")
        try uploads.library.scan([], unseen: rows, acceptsMissing: true)
        #expect(try uploads.rescan(jpg, film, xmp, other).returned == 0)
        #expect(try hold("/photos/a.jpg", 1) == nil && hold("/photos/b.jpg", 4) == nil)
    }

    @Test func `A released photo is not held again`() throws {
        try uploads.rescan(jpg, film, xmp)
        try uploads.record(.unhold, of: jpg)
        #expect(try uploads.rescan(jpg, film, xmp).returned == 0)
        #expect(try isHeld("/photos/a.jpg") == false)
    }

    @Test(arguments: [1, 99]) func `A photo that returns under another path is held there`(inode: UInt64) throws {
        var moved = photo("else/where.jpg", 1)
        moved.reading.fingerprint.inode = inode
        #expect(try uploads.rescan(moved).returned == 1)
        #expect(try hold("/photos/else/where.jpg") == "restored" && hold("/photos/a.mov", 2) == "restored")
        #expect(try isHeld("/photos/else/where.jpg") == true)
        var edited = another(moved, taken: nil)
        edited.row = try uploads.library.rows("else/where.jpg")[0]
        try uploads.library.scan([edited])
        #expect(try isHeld("/photos/else/where.jpg") == true, "also after an edit")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `So is one that takes the place of another file`() throws {
        var over = photo("b.jpg", 1, row: try uploads.library.rows("b.jpg")[0])
        over.reading.fingerprint.inode = 99
        #expect(try uploads.rescan(over).returned == 1)
        #expect(try isHeld("/photos/b.jpg") == true)
    }

    @Test func `A file of a removed photo's size is hashed, also where the photo has a copy`() throws {
        var copy = photo("copy.jpg", 1)
        copy.reading.fingerprint.inode = 98
        try uploads.rescan(copy)
        let writer = try index.scanWriter(root: uploads.library.root.id, readerVersion: 1, basis: nil)
        var third = photo("third.jpg", 1)
        third.reading.fingerprint.inode = 99
        #expect(try writer.save([third], judge: Library.judge).count == 1)
    }

    @Test func `A copy that only moves has not returned`() throws {
        var copy = photo("copy.jpg", 1)
        copy.reading.fingerprint.inode = 98
        try uploads.rescan(copy)
        try uploads.record(.unhold, of: copy)
        var moved = copy
        moved.path = Array("moved.jpg".utf8)
        moved.sha256 = Uploads.sha256(1)
        let outcome = try uploads.library.scan([moved], unseen: uploads.library.rows("copy.jpg"))
        #expect((outcome.moved, outcome.returned) == (1, 0))
        #expect(try isHeld("/photos/moved.jpg") == false)
    }

    @Test func `Nor has a sidecar with equal bytes, since many photos may have the same edit`() throws {
        #expect(try uploads.rescan(sidecar("b.xmp", 3)).returned == 0)
        #expect(try hold("/photos/b.xmp") == nil)
    }
}
