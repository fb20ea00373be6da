import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Undo of a purge: what is recorded, and the index afterwards.
struct UndoTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let xmp = sidecar("a.xmp", 3)
    private let other = photo("b.jpg", 4)
    private let uploads: Uploads
    private let purge: Action
    private var index: PhotoIndex { uploads.index }

    init() throws { (uploads, purge) = try Uploads.removed([jpg, film, xmp], beside: other) }

    @Test func `It is announced with the purge that it undoes`() throws {
        let undo = try uploads.begin(uploads.undo(of: purge))
        #expect(try index.underWay(.undo) == [undo])
        #expect(try index.underWay(.purge) == [])
        #expect(undo.undoes == purge.id)
        #expect(undo.members.map(\.permissions) == [0o640, 0o640, 0o640])
        #expect(try uploads.counts() == [1, 0, 0, 1, 2], "nothing is back yet")
    }

    @Test func `The group is back as before, and every file is read again`() throws {
        try uploads.bringBack(purge)
        #expect(try uploads.counts() == [3, 0, 0, 2, 0])
        #expect(try uploads.library.groups() == [["a.jpg still", "a.mov clip", "a.xmp sidecar"], ["b.jpg still"]])
        #expect(try uploads.library.judgement("a.mov")?.fence == "Office")
        let candidate = try #require(try index.group(ofFileAt: "/photos/a.xmp", .removal))
        #expect(candidate.group == purge.group)
        #expect(candidate.members.map(\.fingerprint.inode) == [1_001, 1_002, 1_003])
        #expect(candidate.members.map { $0.receipts.count } == [1, 1, 1])
        #expect(candidate.isHeld)
        let known = try index.knownFiles(root: uploads.library.root.id, readerVersion: 1)
        let place = try #require(known.index(of: uploads.library.key("a.jpg")))
        #expect(known[place].mustReread)
        #expect(try index.status().uploaded.photos == 3)
        try uploads.library.expectSound()
    }

    @Test func `Recorded twice, it changes the counts once`() throws {
        let undo = try uploads.begin(uploads.undo(of: purge))
        for _ in 1...2 { try uploads.conclude(undo: undo, .done) }
        #expect(try uploads.counts() == [3, 0, 0, 2, 0])
        try uploads.library.expectSound()
    }

    @Test func `A purge is undone once, and not by two runs at a time`() throws {
        let undo = uploads.undo(of: purge)
        let intents = try index.intendUndo([undo, undo], run: uploads.run)
        #expect(intents[1] == .notNow(.alreadyThere))
        var begun = undo
        begun.id = try #require(try index.underWay(.undo).first?.id)
        try uploads.conclude(undo: begun, .done)
        #expect(try index.intendUndo([undo], run: uploads.run) == [.notNow(.alreadyThere)])
    }

    @Test func `A failed undo can be tried again`() throws {
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed, why: .nameTaken)
        #expect(try index.removedGroups(ofRun: uploads.run).map(\.isUndone) == [false])
        try uploads.bringBack(purge)
        #expect(try index.removedGroups(ofRun: uploads.run).map(\.isUndone) == [true])
        #expect(try uploads.counts() == [3, 0, 0, 2, 0])
    }

    @Test func `A run that removed nothing is not undone`() throws {
        var undo = uploads.undo(of: purge)
        undo.undoes = 77
        var ofUpload = uploads.undo(of: purge)
        ofUpload.undoes = try uploads.actions()[0].id
        var unhashed = uploads.undo(of: purge)
        unhashed.members[1].sha256 = nil
        #expect(
            try index.intendUndo([undo, ofUpload, unhashed], run: uploads.run)
                == Array(repeating: .notNow(.notFound), count: 3))
        #expect(try index.underWay(nil) == [])
    }

    @Test func `A group that is no longer known is restored without the index`() throws {
        let alone = try uploads.remove(other)
        try index.forget(root: "/photos", at: 1)
        for purge in [purge, alone] { try uploads.bringBack(purge) }
        #expect(try index.removedGroups(ofRun: uploads.run).map(\.isUndone) == [true, true])
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `The rest of a forgotten and half read root is left to a scan`() throws {
        try index.forget(root: "/photos", at: 1)
        let again = try Uploads(library: Library(index), nas: uploads.nas, run: uploads.run)
        try again.rescan(film, other)
        try uploads.bringBack(purge)
        #expect(try again.library.groups() == [["a.mov clip"], ["b.jpg still"]])
        try again.rescan(jpg, xmp)
        #expect(try again.library.groups() == [["a.jpg still", "a.mov clip", "a.xmp sidecar"], ["b.jpg still"]])
        #expect(try index.group(ofFileAt: "/photos/a.jpg", .removal)?.isHeld == true)
        try again.library.expectSound()
    }

    @Test func `Another file that had the name meanwhile is unchanged`() throws {
        try uploads.rescan(photo("a.jpg", 9))
        try uploads.library.scan([], unseen: uploads.library.rows("a.jpg"))
        try uploads.bringBack(purge)
        #expect(try uploads.library.groups() == [["a.mov clip", "a.xmp sidecar"], ["b.jpg still"]])
        try uploads.library.expectSound()
        try uploads.rescan(jpg, film, xmp)
        #expect(try uploads.library.groups() == [["a.jpg still", "a.mov clip", "a.xmp sidecar"], ["b.jpg still"]])
        try uploads.library.expectSound()
    }

    @Test func `New files join it when groups are formed`() throws {
        try uploads.library.scan([sidecar("a.aae", 9)])
        try uploads.bringBack(purge)
        #expect(try !index.hasLooseGroups())
        _ = try index.settleGroups(basis: Uploads.basis, judge: Library.judge)
        #expect(try uploads.library.groups().contains { $0.count == 4 })
        try uploads.library.expectSound()
    }

    @Test func `An undo that a killed run announced ends with its run`() throws {
        let run = try index.beginRun("undo", at: 55)
        _ = try index.intendUndo([uploads.undo(of: purge)], run: run)
        #expect(try index.endInterruptedRuns(at: 60).contains(run))
        #expect(try index.underWay(.undo).map(\.undoes) == [purge.id])
    }
}
