import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// The index after a purge.
struct PurgeOutcomeTests {
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let xmp = sidecar("a.xmp", 3)
    private let other = photo("b.jpg", 4)
    private let home = photo("home.jpg", 5, at: (-5, 8))
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads([jpg, film, xmp, other, home])
        try uploads.send([jpg, film, xmp], [other])
    }

    @Test func `Its files are gone at once, and are not counted any more`() throws {
        #expect(try uploads.counts() == [3, 1, 0, 3, 0])
        let purge = try uploads.remove(jpg, film, xmp)
        #expect(try uploads.counts() == [1, 1, 0, 2, 2])
        #expect(try uploads.library.paths() == ["/photos/b.jpg", "/photos/home.jpg"])
        #expect(try index.photo(at: "/photos/a.jpg") == nil)
        #expect(try index.groups(ofFilesAt: ["/photos/a.jpg", "/photos/a.xmp"], .removal).allSatisfy { $0 == nil })
        #expect(try index.underWay(nil) == [])
        #expect(try uploads.actions().last == purge)
        #expect(purge.members.map(\.permissions) == [0o640, 0o640, 0o640])
        let status = try index.status()
        #expect((status.uploaded.photos, status.gone, status.groups) == (1, 2, 2))
        try uploads.library.expectSound()
    }

    @Test func `Recorded twice, it changes the counts once`() throws {
        let purge = try uploads.remove(jpg, film, xmp)
        let counts = try uploads.counts()
        try index.conclude([ActionOutcome(action: purge)], run: uploads.run, at: 99)
        #expect(try uploads.counts() == counts)
        #expect(try index.removalCaps(since: 51).roots.map(\.removed) == [0], "it was done at 50, not at 99")
        #expect(try index.removalCaps(since: 50).roots.map(\.removed) == [2])
        try uploads.library.expectSound()
    }

    @Test func `Later groups of the same purge continue`() throws {
        try uploads.remove(jpg, film, xmp)
        try uploads.remove(other)
        #expect(try uploads.counts() == [0, 1, 0, 1, 3])
        try uploads.library.expectSound()
    }

    @Test func `A failed removal removes nothing`() throws {
        var purge = uploads.purge([jpg, film, xmp])
        guard case .begun(let id) = try uploads.intend(purge, leavingOut: [])[0] else { return #expect(Bool(false)) }
        (purge.id, purge.state, purge.why) = (id, .failed, .removalFailed)
        try index.conclude([ActionOutcome(action: purge)], run: uploads.run, at: 50)
        #expect(try uploads.counts() == [3, 1, 0, 3, 0])
        #expect(try index.removedGroups(ofRun: uploads.run) == [])
    }

    @Test func `Files that a scan read meanwhile are left to the next scan, with their whole group`() throws {
        var purge = uploads.purge([jpg, film, xmp])
        guard case .begun(let id) = try uploads.intend(purge, leavingOut: [])[0] else { return #expect(Bool(false)) }
        try uploads.library.scan([clip("a.mov", 9, row: uploads.library.rows("a.mov")[0])])
        (purge.id, purge.state) = (id, .done)
        try index.conclude([ActionOutcome(action: purge)], run: uploads.run, at: 50)
        #expect(try uploads.counts() == [3, 1, 0, 3, 0])
        let rows = try uploads.library.rows("a.jpg", "a.mov", "a.xmp")
        try uploads.library.scan([], unseen: rows, acceptsMissing: true)
        #expect(try uploads.counts() == [1, 1, 0, 2, 2])
        try uploads.library.expectSound()
    }

    @Test(arguments: [false, true])
    func `A file that was put back is known by its new time, if its content was hashed`(isOther: Bool) throws {
        var purge = uploads.purge([jpg, film, xmp])
        guard case .begun(let id) = try uploads.intend(purge, leavingOut: [])[0] else { return #expect(Bool(false)) }
        let before = purge.members[0].fingerprint.changed
        (purge.id, purge.state, purge.why) = (id, .skipped, .notWork)
        purge.members[0].fingerprint.changed += 7
        if isOther { purge.members[0].sha256 = Uploads.sha256(99) }
        try index.conclude([ActionOutcome(action: purge)], run: uploads.run, at: 50)
        let known = try #require(try index.group(ofFileAt: "/photos/a.jpg", .removal)).members[0]
        #expect(known.fingerprint.changed == (isOther ? before : before + 7))
    }

    @Test func `The next scan does not look for them, and judging considers them`() throws {
        try uploads.remove(jpg, film, xmp)
        let known = try index.knownFiles(root: uploads.library.root.id, readerVersion: 1)
        #expect(known.index(of: uploads.library.key("a.jpg")) == nil)
        #expect(known.index(of: uploads.library.key("a.xmp")) == nil)
        try uploads.library.scan([])
        var basis = Uploads.basis
        basis.rulesVersion = 2
        let changes = try index.judgeAnew(basis: basis) { _ in Judgement(verdict: .personal, reason: .outsideFences) }
        #expect(changes == [VerdictChange(from: .work, to: .personal, photos: 1)])
        #expect(try uploads.counts() == [0, 2, 0, 2, 2])
        try uploads.library.expectSound()
    }

    @Test func `Files left in the directory may form new groups, which the next grouping finds`()
        throws
    {
        let basis = try #require(try index.basis())
        #expect(try index.settleGroups(basis: basis, judge: Library.judge).directories == 0)
        try uploads.remove(other)
        #expect(try !index.hasLooseGroups(), "the groups of others stand")
        #expect(try index.settleGroups(basis: basis, judge: Library.judge).directories == 1)
        #expect(try index.settleGroups(basis: basis, judge: Library.judge).directories == 0)
        #expect(try uploads.library.groups() == [["a.jpg still", "a.mov clip", "a.xmp sidecar"], ["home.jpg still"]])
        try uploads.library.expectSound()
    }

    @Test func `Staged actions for the group are done, whatever their destination, and removed nothing`() throws {
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        var staged = uploads.action(other, kind: .purge)
        staged.destination = DestinationName(id: disk.id, name: disk.name)
        _ = try index.stage([uploads.action(other, kind: .purge), staged], run: uploads.run, at: 20)
        try uploads.remove(other)
        #expect(try uploads.staged() == [])
        #expect(try index.removedGroups(ofRun: uploads.run).count == 1)
        #expect(try index.removalCaps(since: 0).roots.map(\.removed) == [1])
        try uploads.library.expectSound()
    }

    @Test func `A mark on a copy applies to the removed photo too`() throws {
        let purge = try uploads.remove(jpg, film, xmp)
        try uploads.rescan(photo("copy.jpg", 1))
        let outcome = try uploads.record(.mark(.personal), of: photo("copy.jpg", 1))
        guard case .recorded(let outcomes) = outcome else { return #expect(Bool(false)) }
        #expect(outcomes.map(\.copies) == [[]], "who is gone is no copy")
        try uploads.bringBack(purge)
        #expect(try uploads.library.judgement("a.mov") == Judgement(verdict: .personal, reason: .marked))
        try uploads.library.expectSound()
    }

    @Test func `A root with removed groups can be forgotten, or become part of another`() throws {
        try uploads.remove(jpg, film, xmp)
        _ = try index.addRoot("/", fileSystem: Library.disk, now: 55)
        #expect(try index.checkIntegrity() == [])
        let caps = try index.removalCaps(since: 0)
        #expect(caps.roots == [RemovalCap(path: "/", largest: 2, removed: 2)])
        #expect(caps.library == RemovalCap(path: nil, largest: 4, removed: 2))
        try index.forget(root: "/", at: 60)
        #expect(try index.checkIntegrity() == [])
        #expect(try index.removalCaps(since: 0).roots == [])
        #expect(try index.removalCaps(since: 0).library == caps.library)
        #expect(try index.removedGroups(ofRun: uploads.run).count == 1)
    }

    @Test func `Copies at a destination that is no longer configured permit no removal`() throws {
        _ = try index.removeDestination(named: "nas", at: 5)
        #expect(try uploads.intend(uploads.purge([other]), leavingOut: []) == [.notNow(.destinationChanged)])
    }

    @Test func `All sidecars must be removed together`() throws {
        let json = scanned("b.jpg.json", 7, .sidecar(.takeout))
        try uploads.library.scan([json, photo("b.jpg", 4, row: uploads.library.rows("b.jpg")[0])])
        #expect(try uploads.intend(uploads.purge([other]), leavingOut: []) == [.notNow(.membersDiffer)])
        try uploads.remove(other, json)
        try uploads.library.expectSound()
    }
}
