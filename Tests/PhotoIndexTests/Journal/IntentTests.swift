import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What the transaction that announces an upload checks again.
struct IntentTests {
    private let uploads: Uploads
    private let still = photo("a.jpg", 1, taken: 1_000_000)
    private let xmp = scanned("a.xmp", 2, .sidecar(.xmp))
    private let takeout = scanned("a.jpg.json", 3, .sidecar(.takeout))
    private let home = photo("home.jpg", 4, at: (-5, 0))
    /// A copy of the still. Only its bytes tell that it is one, since it has an inode of its own.
    private let copy: ScannedFile
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads([still, xmp, takeout, home])
        var copy = photo("copy.jpg", 1)
        copy.reading.fingerprint.inode = 50
        self.copy = copy
    }

    @Test func `A group of work photos begins, with tickets and targets recorded`() throws {
        let action = uploads.action(still, xmp)
        let intents = try uploads.intend(action)
        guard case .begun(let id) = intents[0] else { throw IndexError.failed("", "\(intents)") }
        var running = action
        (running.id, running.state) = (id, .running)
        #expect(try index.underWay(.upload) == [running])
        #expect(try index.underWay(nil) == [running])
        #expect(try index.underWay(.purge) == [])
        #expect(try uploads.actions() == [running])
    }

    @Test func `Answers are in the order of the actions`() throws {
        let intents = try uploads.intend(uploads.action(home), uploads.action(still, xmp))
        #expect(intents[0] == .notNow(.notWork))
        #expect(intents[1] != .notNow(.notWork))
        #expect(try index.underWay(nil).map { $0.members.count } == [2])
    }

    @Test func `A mark between plan and intent keeps the photo from being sent`() throws {
        let action = uploads.action(still, xmp)
        let hashed = HashedFile(
            path: "/photos/a.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        _ = try index.record(
            .mark(.personal), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        #expect(try uploads.intend(action) == [.notNow(.notWork)])
        #expect(try uploads.actions() == [])
    }

    @Test func `A file that turns out to be a copy of a personal one is not sent`() throws {
        let elsewhere = HashedFile(
            path: "/elsewhere/b.jpg", sha256: Uploads.sha256(1), fingerprint: still.reading.fingerprint,
            digest: still.reading.digest)
        let content = RecordedContent(size: still.reading.fingerprint.size, sha256: Uploads.sha256(1))
        #expect(try index.contentsNotToSend(to: uploads.nas.id).isEmpty)
        _ = try index.record(
            .mark(.personal), of: [elsewhere], copies: [1: nil], basis: Uploads.basis, judge: Library.judge)
        #expect(try index.contentsNotToSend(to: uploads.nas.id) == [content: .notWork])
        var action = uploads.action(still, xmp)
        action.members[1].sha256 = Uploads.sha256(1)
        #expect(try uploads.intend(action) != [.notNow(.notWork)])
        action.members[0].sha256 = Uploads.sha256(1)
        #expect(try uploads.intend(action) == [.notNow(.notWork)])
    }

    @Test func `A photo whose root gets a path at which it is personal is not sent`() throws {
        let other = photo("a.jpg", 9).reading
        let marked = HashedFile(
            path: "/archive/a.jpg", sha256: Uploads.sha256(9), fingerprint: other.fingerprint, digest: other.digest)
        _ = try index.record(
            .mark(.personal), of: [marked], copies: [:], basis: Uploads.basis, judge: Library.judge)
        try index.rename(root: "/photos", to: "/archive", fileSystem: Library.disk, at: 20)
        var action = uploads.action(still, xmp)
        for place in action.members.indices {
            action.members[place].path = FilePath("/archive").appending(
                try #require(action.members[place].path.lastComponent))
        }
        #expect(try uploads.intend(action) == [.notNow(.notWork)])
    }

    @Test func `Verdicts by other rules do not permit it`() throws {
        var other = Uploads.basis
        other.rulesVersion = 2
        let intents = try index.intend(
            [uploads.action(still, xmp)], run: uploads.run, basis: other, leavingOut: [.takeout])
        #expect(intents == [.notNow(.notWork)])
    }

    @Test func `The files must be those of the group`() throws {
        #expect(try uploads.intend(uploads.action(still)) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still, xmp, home)) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still, xmp, xmp)) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(photo("z.jpg", 9))) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still, xmp, takeout)) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still, xmp), leavingOut: []) == [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still), leavingOut: [.takeout, .xmp]) != [.notNow(.membersDiffer)])
        #expect(try uploads.intend(uploads.action(still, xmp, takeout), leavingOut: []) != [.notNow(.membersDiffer)])
    }

    @Test func `A group that a scan changed is not what was planned`() throws {
        let action = uploads.action(still, xmp)
        let rows = try uploads.library.rows("a.jpg", "a.xmp")
        try uploads.library.scan([], unseen: [rows[1]])
        #expect(try uploads.intend(action) == [.notNow(.membersDiffer)])
        try uploads.library.scan([photo("a.jpg", 7, row: rows[0], taken: 1_000_000)])
        #expect(try uploads.intend(uploads.action(still)) == [.notNow(.changedSinceScan)])
        try uploads.library.scan([], unseen: [rows[0]], acceptsMissing: true)
        #expect(try uploads.intend(uploads.action(photo("a.jpg", 7))) == [.notNow(.membersDiffer)])
    }

    @Test func `Size and time always count, ctime and inode only if the file system keeps them`() throws {
        let card = photo("card.jpg", 20, fileSystem: Library.card)
        let disk = photo("disk.jpg", 21)
        try uploads.library.scan([card, disk])
        func isChanged(_ file: ScannedFile, _ change: (inout Fingerprint) -> Void) throws -> Bool {
            var action = uploads.action(file)
            change(&action.members[0].fingerprint)
            return try uploads.intend(action) == [.notNow(.changedSinceScan)]
        }
        for file in [card, disk] {
            #expect(try isChanged(file) { $0.size += 1 })
            #expect(try isChanged(file) { $0.modified += 1 })
        }
        #expect(try isChanged(disk) { $0.changed += 1 })
        #expect(try isChanged(disk) { $0.inode += 1 })
        #expect(try !isChanged(card) { ($0.changed, $0.inode) = (1, 1) })
        #expect(try !isChanged(disk) { _ in })
    }

    @Test func `A group of a killed scan that is not grouped yet is not announced`() throws {
        let action = uploads.action(still, xmp)
        let writer = try index.scanWriter(root: uploads.library.root.id, readerVersion: 1, basis: Uploads.basis)
        var other = photo("b.jpg", 30)
        other.mayBeGrouped = true
        try writer.save([other], judge: Library.judge)
        #expect(try uploads.intend(action) == [.notNow(.membersDiffer)])
        try index.settleGroups(basis: Uploads.basis, judge: Library.judge)
        #expect(try uploads.intend(action) != [.notNow(.membersDiffer)])
    }

    @Test func `Nothing is sent to a removed destination`() throws {
        _ = try index.removeDestination(named: "nas", at: 5)
        #expect(try uploads.intend(uploads.action(still, xmp)) == [.notNow(.destinationChanged)])
        var nowhere = uploads.action(still, xmp)
        nowhere.destination = nil
        #expect(try uploads.intend(nowhere) == [.notNow(.destinationChanged)])
    }

    @Test func `A removal respects a hold on any member`() throws {
        let action = uploads.action(still, xmp, takeout, kind: .purge)
        let hashed = HashedFile(
            path: "/photos/a.xmp", sha256: Uploads.sha256(2), fingerprint: xmp.reading.fingerprint,
            digest: xmp.reading.digest)
        _ = try index.record(
            .hold(reason: "mine"), of: [hashed], copies: [:], basis: Uploads.basis, judge: Library.judge)
        #expect(try uploads.intend(action, leavingOut: []) == [.notNow(.held)])
        #expect(try uploads.intend(uploads.action(still, xmp)) != [.notNow(.held)])
    }

    @Test func `A hold follows the content to its copies, and stays with the path when the content changes`() throws {
        try uploads.send([still])
        try uploads.record(.hold(reason: "mine"), of: still)
        try uploads.rescan(copy)
        #expect(try uploads.intend(uploads.action(copy, kind: .purge), leavingOut: []) == [.notNow(.held)])
        let row = try uploads.library.rows("a.jpg")[0]
        let edited = photo("a.jpg", 40, row: row, taken: 1_000_000)
        try uploads.library.scan([edited])
        let action = uploads.action(edited, xmp, takeout, kind: .purge)
        #expect(try uploads.intend(action, leavingOut: []) == [.notNow(.held)])
    }

    @Test func `A hold only on a path does not hold copies`() throws {
        try uploads.send([still])
        try uploads.record(.hold(reason: "mine"), of: still)
        try uploads.rescan(copy)
        try uploads.record(.unhold, of: copy)
        #expect(try uploads.intend(uploads.action(copy, kind: .purge), leavingOut: []) != [.notNow(.held)])
        let action = uploads.action(still, xmp, takeout, kind: .purge)
        #expect(try uploads.intend(action, leavingOut: []) == [.notNow(.held)])
    }

    @Test func `A staged action keeps its number and joins the run`() throws {
        var action = uploads.action(still, xmp)
        action.members[0].ticket = nil
        let id = try #require(try index.stage([action], run: uploads.run, at: 20)[0])
        let apply = try index.beginRun("apply", at: 30)
        var prepared = uploads.action(still, xmp)
        (prepared.id, prepared.group) = (id, 5)
        let intents = try index.intend([prepared], run: apply, basis: Uploads.basis, leavingOut: [.takeout])
        #expect(intents == [.begun(id)])
        prepared.state = .running
        #expect(try uploads.actions(ofRun: apply) == [prepared])
        #expect(try uploads.actions() == [])
        let twice = try index.intend([prepared], run: apply, basis: Uploads.basis, leavingOut: [.takeout])
        #expect(twice == [.notNow(.unstaged)])
    }

    @Test func `An action that was dropped meanwhile is not begun`() throws {
        var action = uploads.action(still, xmp)
        action.id = try index.stage([action], run: uploads.run, at: 20)[0]
        _ = try index.unstage(nil)
        #expect(try uploads.intend(action) == [.notNow(.unstaged)])
        #expect(try index.underWay(nil) == [])
    }
}
