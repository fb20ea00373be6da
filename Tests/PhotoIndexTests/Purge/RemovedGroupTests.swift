import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What runs removed, and its present state.
struct RemovedGroupTests {
    private let files = (1...4).map { photo("\($0).jpg", $0) }
    private let uploads: Uploads
    private let next: Int64
    private let purges: [Action]
    private var index: PhotoIndex { uploads.index }

    init() throws {
        uploads = try Uploads(files)
        for file in files { try uploads.send([file]) }
        next = try uploads.index.beginRun("purge", at: 20)
        purges = [
            try uploads.remove(files[0], run: next), try uploads.remove(files[1]), try uploads.remove(files[2]),
        ]
    }

    /// The runs and leaders of groups that can be restored from the trash.
    private func inTrash(most: Int = .max) throws -> [String] {
        var groups: [String] = []
        try index.removedGroups { run, group in
            #expect(!group.isUndone && group.emptiedAt == nil)
            groups.append("\(run) \(group.action.members[0].path)")
            return groups.count < most
        }
        return groups
    }

    @Test func `A run lists what it removed, in order, with everything needed to restore it`() throws {
        let groups = try index.removedGroups(ofRun: uploads.run)
        #expect(groups == purges[1...].map { RemovedGroup(action: $0, isUndone: false) })
        #expect(groups[0].action.members[0].ticket == "trash 0")
        #expect(try index.removedGroups(ofRun: next).map(\.action) == [purges[0]])
        #expect(try index.removedGroups(ofRun: 77) == [])
    }

    @Test func `Restored or emptied groups are marked as such, and are no longer in the trash`() throws {
        #expect(
            try inTrash() == [
                "\(uploads.run) /photos/2.jpg", "\(uploads.run) /photos/3.jpg", "\(next) /photos/1.jpg",
            ])
        #expect(try inTrash(most: 1).count == 1)
        try uploads.bringBack(purges[1])
        try index.noteEmptied([try #require(purges[2].id), 1, 77], at: 70)
        try index.noteEmptied([try #require(purges[2].id)], at: 71)
        let groups = try index.removedGroups(ofRun: uploads.run)
        #expect(groups.map(\.isUndone) == [true, false])
        #expect(groups.map(\.emptiedAt) == [nil, 70])
        #expect(try inTrash() == ["\(next) /photos/1.jpg"])
    }

    @Test func `An emptied group can still be restored from its copies`() throws {
        try index.noteEmptied([try #require(purges[2].id)], at: 70)
        try uploads.bringBack(purges[2])
        #expect(try index.removedGroups(ofRun: uploads.run).map(\.isUndone) == [false, true])
    }

    @Test func `What another run records belongs to the run that removed it`() throws {
        var purge = uploads.purge([files[3]])
        guard case .begun(let id) = try uploads.intend(purge, leavingOut: [])[0] else { return #expect(Bool(false)) }
        (purge.id, purge.state) = (id, .done)
        try index.conclude([ActionOutcome(action: purge)], run: next, at: 90)
        #expect(try index.removedGroups(ofRun: uploads.run).map(\.action.id) == [purges[1].id, purges[2].id, id])
    }

    @Test func `A staged purge that was carried out is listed`() throws {
        var staged = uploads.purge([files[3]])
        staged.id = try index.stage([staged], run: uploads.run, at: 20)[0]
        guard case .begun = try index.intend([staged], run: next, basis: Uploads.basis, leavingOut: [])[0] else {
            return #expect(Bool(false))
        }
        staged.state = .done
        try index.conclude([ActionOutcome(action: staged)], run: next, at: 90)
        #expect(try index.removedGroups(ofRun: next).map(\.action.id) == [purges[0].id, staged.id])
        #expect(try index.removalCaps(since: 90).roots.map(\.removed) == [1])
    }

    @Test func `Queries use indexes`() throws {
        let plan = try index.queryPlansOfRemovals()
        for index in [
            "actionRemoved (concludedAt>?)", "actionRun (run=?)", "actionUndoes (undoes=?)",
            "actionGroup (assetGroup=?)", "holdPath (path=?)",
        ] {
            #expect(plan.contains { $0.contains("USING") && $0.contains(index) }, "\(index): \(plan)")
        }
        #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("USING") }, "\(plan)")
    }
}
