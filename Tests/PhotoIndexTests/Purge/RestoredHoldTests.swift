import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What undo restores is held, from before it is restored until the user releases it.
struct RestoredHoldTests {
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
