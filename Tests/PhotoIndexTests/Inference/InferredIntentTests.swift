import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What may be begun of groups whose verdicts rest on an inferred position.
struct InferredIntentTests {
    private let uploads: Uploads
    private let silent = withCamera(photo("b.jpg", 2, at: nil, taken: 1_000_000))

    init() throws {
        uploads = try Uploads([
            withCamera(photo("a.jpg", 1, taken: 0)), silent, withCamera(photo("c.jpg", 3, taken: 2_000_000)),
        ])
        try uploads.index.infer()
    }

    private func intend(_ action: Action) throws -> [Intent] {
        try uploads.index.intend(
            [action], run: uploads.run, basis: PhotoIndex.inferringBasis, leavingOut: [.takeout])
    }

    @Test(arguments: [Action.Kind.upload, .purge])
    func `None without this run's permission`(kind: Action.Kind) throws {
        var action = uploads.action(silent, kind: kind)
        #expect(try intend(action) == [.notNow(.inferred)])
        #expect(try uploads.index.objections(to: [action], basis: PhotoIndex.inferringBasis) == [.inferred])
        action.includesInferred = true
        guard case .begun = try #require(try intend(action).first) else {
            Issue.record("it was not begun")
            return
        }
    }

    @Test func `A photo that is marked, or has its own position, needs no such permission`() throws {
        let own = withCamera(photo("a.jpg", 1, taken: 0))
        guard case .begun = try #require(try intend(uploads.action(own)).first) else {
            Issue.record("it was not begun")
            return
        }
    }

    @Test func `Candidates say whether they rest on one`() throws {
        var found: [String: Bool] = [:]
        _ = try uploads.index.workGroups(matching: PhotoSelection(), .sending(to: nil)) {
            found[$0.members[0].path.string] = $0.isInferred
            return true
        }
        #expect(found == ["/photos/a.jpg": false, "/photos/b.jpg": true, "/photos/c.jpg": false])
        let removals = try uploads.index.groups(ofFilesAt: ["/photos/b.jpg", "/photos/a.jpg"], .removal)
        #expect(removals.map { $0?.isInferred } == [true, false])
    }
}
