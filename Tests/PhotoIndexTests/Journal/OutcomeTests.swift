import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct OutcomeTests {
    private let uploads: Uploads
    private let files = [photo("a.jpg", 1), photo("b.jpg", 2)]
    private var index: PhotoIndex { uploads.index }

    init() throws { uploads = try Uploads(files) }

    private func begin(_ action: Action) throws -> Action {
        var action = action
        if case .begun(let id) = try uploads.intend(action)[0] { action.id = id }
        return action
    }

    private func receipts(of number: Int) throws -> [Receipt] {
        try index.receipts(sha256: Uploads.sha256(number), destination: uploads.nas.id)
    }

    @Test func `A finished action has hashes, receipts and contents`() throws {
        let action = try begin(uploads.action(files[0]))
        try uploads.conclude(action, .done)
        let done = try uploads.actions()
        #expect(done.map(\.id) == [action.id])
        #expect((done[0].state, done[0].members[0].sha256) == (.done, Uploads.sha256(1)))
        let sent = action.members[0]
        #expect(try receipts(of: 1) == [uploads.receipt(for: sent, Uploads.sha256(1), at: 50)])
        #expect(try index.photo(at: sent.path)?.sha256 == Uploads.sha256(1))
        #expect(try index.underWay(nil) == [])
        try uploads.library.expectSound()
    }

    @Test func `An unfinished action has a reason`() throws {
        let action = try begin(uploads.action(files[0]))
        try uploads.conclude(action, .failed, why: .full)
        #expect(try uploads.actions().map(\.state) == [.failed])
        #expect(try uploads.actions().map(\.why) == [.full])
        #expect(try receipts(of: 1) == [])
        #expect(try index.photo(at: "/photos/a.jpg")?.sha256 == nil)
    }

    @Test func `An action that was skipped before it began is in the journal`() throws {
        try uploads.conclude(uploads.action(files[0]), .skipped, why: .settling)
        var dropped = uploads.action(files[1])
        dropped.id = 77
        try uploads.conclude(dropped, .skipped, why: .unstaged)
        let actions = try uploads.actions()
        #expect(actions.map(\.state) == [.skipped, .skipped])
        #expect(actions.map(\.why) == [.settling, .unstaged])
        #expect(actions.map { $0.members.map(\.path) } == [["/photos/a.jpg"], ["/photos/b.jpg"]])
    }

    @Test func `A file that changed meanwhile does not get the content`() throws {
        let action = try begin(uploads.action(files[0]))
        try uploads.library.scan([photo("a.jpg", 9, row: uploads.library.rows("a.jpg")[0])])
        try uploads.conclude(action, .done)
        #expect(try index.photo(at: "/photos/a.jpg")?.sha256 == nil)
        #expect(try receipts(of: 1).count == 1)
        try uploads.library.expectSound()
    }

    @Test func `A content that was marked personal makes its photo personal`() throws {
        let elsewhere = HashedFile(
            path: "/elsewhere/copy.jpg", sha256: Uploads.sha256(1),
            fingerprint: Fingerprint(size: 1_001, modified: 1, changed: 1, inode: 1), digest: 1)
        _ = try index.record(
            .mark(.personal), of: [elsewhere], copies: [:], basis: Uploads.basis, judge: Library.judge)
        let action = try begin(uploads.action(files[0]))
        #expect(action.id != nil)
        try uploads.conclude(action, .done)
        #expect(try uploads.library.judgement("a.jpg") == Judgement(verdict: .personal, reason: .marked))
        #expect(try uploads.intend(uploads.action(files[0])) == [.notNow(.notWork)])
        try uploads.library.expectSound()
    }

    @Test func `A staged action that is not finished is staged again, with its reason`() throws {
        var action = uploads.action(files[0])
        action.id = try index.stage([action], run: uploads.run, at: 20)[0]
        try uploads.conclude(begin(action), .skipped, why: .interrupted)
        #expect(try uploads.staged().map(\.why) == [.interrupted])
        try uploads.conclude(action, .refused, why: .changedSincePlan)
        #expect(try uploads.staged().map(\.why) == [.changedSincePlan])
        try uploads.conclude(begin(action), .done)
        #expect(try uploads.staged() == [])
        #expect(try uploads.actions().map(\.state) == [.done])
        #expect(try uploads.actions().map(\.why) == [nil])
    }

    @Test func `A skipped staged action is listed in the run`() throws {
        var action = uploads.action(files[0])
        action.id = try index.stage([action], run: uploads.run, at: 20)[0]
        let apply = try index.beginRun("apply", at: 30)
        (action.state, action.why) = (.skipped, .settling)
        try index.conclude([ActionOutcome(action: action)], run: apply, at: 50)
        #expect(try uploads.actions(ofRun: apply).map(\.id) == [action.id])
        #expect(try uploads.staged().map(\.why) == [.settling])
    }

    @Test func `A staged action is done when its group is uploaded otherwise`() throws {
        let other = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        var elsewhere = uploads.action(files[0])
        elsewhere.destination = DestinationName(id: other.id, name: "disk")
        _ = try index.stage(
            [uploads.action(files[0]), uploads.action(files[1]), elsewhere], run: uploads.run, at: 20)
        let action = try begin(uploads.action(files[0]))
        try uploads.conclude(action, .failed, why: .full)
        #expect(try uploads.staged().count == 3)
        try uploads.conclude(action, .done)
        #expect(
            try uploads.staged().map { [$0.members[0].path, FilePath($0.destination?.name ?? "")] }
                == [["/photos/b.jpg", "nas"], ["/photos/a.jpg", "disk"]])
    }

    @Test func `Actions in progress in another run stay with that run`() throws {
        let action = try begin(uploads.action(files[0]))
        let next = try index.beginRun("upload", at: 30)
        var settled = action
        (settled.state, settled.why) = (.skipped, .interrupted)
        try index.conclude([ActionOutcome(action: settled)], run: next, at: 50)
        #expect(try uploads.actions().map(\.state) == [.skipped])
        #expect(try uploads.actions(ofRun: next) == [])
    }

    @Test func `Forgetting a root keeps the journal and receipts`() throws {
        try uploads.conclude(begin(uploads.action(files[0])), .done)
        _ = try index.stage([uploads.action(files[1])], run: uploads.run, at: 20)
        let before = try uploads.actions()
        try index.forget(root: "/photos", at: 1)
        #expect(try uploads.actions() == before)
        #expect(try receipts(of: 1).count == 1)
        #expect(try uploads.staged().count == 1)
        #expect(try uploads.intend(uploads.action(files[1])) == [.notNow(.membersDiffer)])
        #expect(try index.checkIntegrity().isEmpty)
    }
}
