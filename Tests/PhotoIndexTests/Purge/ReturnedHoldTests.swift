import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What undo restores is held, from before it is restored until the user releases it; what a user took out of the trash
/// by other means, from the scan that finds it.
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

    // By undo.

    @Test func `Holds are written before the files are restored`() throws {
        _ = try uploads.begin(uploads.undo(of: purge))
        for path: FilePath in ["/photos/a.jpg", "/photos/a.mov", "/photos/a.xmp"] {
            #expect(try hold(path) == "restored")
        }
        #expect(try hold("/elsewhere.jpg", 1) == "restored")
        #expect(try hold("/elsewhere.jpg", 3) == nil, "many photos may have the same edit")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A later purge leaves the group alone`() throws {
        try uploads.bringBack(purge)
        #expect(try index.photo(at: "/photos/a.mov")?.held == "restored")
        var again = uploads.purge([jpg, film, xmp])
        for place in again.members.indices {
            again.members[place].fingerprint.inode += 1_000
            again.members[place].fingerprint.changed += 1_000
        }
        #expect(try uploads.intend(again, leavingOut: []) == [.notNow(.held)])
    }

    @Test(arguments: [Action.State.failed, .skipped, .refused])
    func `They are removed with a failed undo`(state: Action.State) throws {
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), state)
        #expect(try hold("/photos/a.jpg", 1) == nil)
        #expect(try hold("/photos/a.xmp") == nil)
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `Those of restored files stay when the undo of their group fails`() throws {
        var undo = try uploads.begin(uploads.undo(of: purge))
        (undo.state, undo.why) = (.refused, .nameTaken)
        let outcome = ActionOutcome(action: undo, returned: ["/photos/a.jpg"])
        try index.conclude([outcome], run: uploads.run, at: 60)
        #expect(try hold("/photos/a.jpg") == "restored" && hold("/elsewhere.jpg", 1) == "restored")
        #expect(try hold("/photos/a.mov", 2) == nil && hold("/photos/a.xmp") == nil)
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed)
        #expect(try hold("/photos/a.jpg", 1) == "restored", "no later undo takes it away")
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `Earlier holds stay, whatever the result of the undo`() throws {
        try uploads.rescan(photo("copy.jpg", 1))
        try uploads.record(.hold(reason: "mine"), of: photo("copy.jpg", 1))
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed)
        #expect(try hold("/photos/copy.jpg") == "mine")
        #expect(try hold("/elsewhere.jpg", 1) == "mine")
        #expect(try hold("/photos/a.jpg") == "restored", "its bytes are back under another path")
        try uploads.bringBack(purge)
        #expect(try hold("/elsewhere.jpg", 1) == "mine")
        #expect(try hold("/photos/a.jpg") == "restored")
    }

    @Test func `Holds of an earlier undo stay if a later one fails`() throws {
        try uploads.bringBack(purge)
        try uploads.record(.unhold, of: jpg)
        try uploads.rescan(jpg, film, xmp)
        let second = try uploads.remove(jpg, film, xmp)
        try uploads.bringBack(second)
        var third = uploads.undo(of: purge)
        third.undoes = try uploads.remove(other).id
        try uploads.conclude(undo: uploads.begin(third), .failed)
        #expect(try hold("/photos/a.jpg", 1) == "restored")
    }

    @Test func `A user's own hold outlives the undo that held the same file`() throws {
        let undo = try uploads.begin(uploads.undo(of: purge))
        try uploads.record(.hold(reason: "mine"), of: jpg)
        try uploads.conclude(undo: undo, .failed)
        #expect(try hold("/photos/a.jpg", 1) == "mine")
        #expect(try hold("/photos/a.mov") == nil)
    }

    @Test(arguments: [UserDecision.mark(.work), .unhold])
    func `Releasing one file releases its whole group`(word: UserDecision) throws {
        try uploads.bringBack(purge)
        let result = try uploads.record(word, of: jpg)
        guard case .recorded(let outcomes) = result else { return #expect(Bool(false)) }
        #expect(outcomes.map(\.isChanged) == [true])
        #expect(try index.group(ofFileAt: "/photos/a.jpg", .removal)?.isHeld == false)
        #expect(try hold("/photos/a.xmp") == nil)
    }

    @Test func `Neither decision removes a user's separate hold`() throws {
        try uploads.bringBack(purge)
        try uploads.record(.hold(reason: "mine"), of: film)
        try uploads.record(.mark(.work), of: jpg)
        #expect(try hold("/photos/a.jpg", 1) == nil)
        #expect(try index.photo(at: "/photos/a.jpg")?.held == "mine")
    }
}
