import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What happens to a staged action if files, groups or verdicts changed meanwhile.
struct PlanCheckTests {
    private let files = PlannedFiles()
    private let nas = DestinationName(id: 1, name: "nas")
    private let candidate: KnownGroup
    private let staged: Action

    init() throws {
        candidate = try files.candidate(["a.jpg", "a.mov", "a.jpg.xmp"])
        staged = try #require(files.planner().plan(candidate, to: nas, now: files.later)).action
    }

    /// Why the staged action is skipped; nil if it is carried out.
    private func why(_ candidate: KnownGroup?, _ action: Action? = nil) -> Action.Reason? {
        switch files.planner().check((action ?? staged).members, against: candidate, to: nas, now: files.later) {
        case .fresh(let group):
            #expect(group.action.members.map(\.path) == staged.members.map(\.path))
            return nil
        case .left(let reason): return reason
        }
    }

    @Test func `An unchanged group may be done`() {
        #expect(why(candidate) == nil)
    }

    @Test func `A group that is no longer work is skipped`() {
        var personal = candidate
        personal.judgement.verdict = .personal
        #expect(why(personal) == .notWork)
    }

    @Test func `A group that is no longer known is drift`() {
        #expect(why(nil) == .changedSincePlan)
    }

    @Test func `A missing or changed file is drift, whether or not a scan saw it`() throws {
        try files.tree.write("a.mov", [1, 2])
        #expect(why(candidate) == .changedSincePlan)
        var scanned = candidate
        scanned.members[1] = try files.member("a.mov")
        #expect(why(scanned) == .changedSincePlan)
        try files.tree.remove("a.mov")
        #expect(why(candidate) == .changedSincePlan)
        scanned.members.remove(at: 1)
        #expect(why(scanned) == .changedSincePlan)
    }

    @Test func `Other bytes with the same size and time are detected by their hash`() {
        var action = staged
        action.members[0].sha256 = Array(repeating: 1, count: 32)
        var scanned = candidate
        #expect(why(scanned, action) == nil)
        scanned.members[0].sha256 = Array(repeating: 2, count: 32)
        #expect(why(scanned, action) == .changedSincePlan)
    }

    @Test func `An additional file in the group is drift, unless it is not sent`() throws {
        var grown = candidate
        try files.tree.write("a.json")
        grown.members.append(try files.member("a.json"))
        (grown.members[3].role, grown.members[3].sidecar) = (.sidecar, .takeout)
        #expect(why(grown) == nil)
        grown.members[3].sidecar = .aae
        #expect(why(grown) == .membersDiffer)
    }

    @Test func `A group that is uploaded meanwhile is not sent again`() {
        var there = candidate
        for place in there.members.indices { there.members[place].hasReceipt = true }
        #expect(why(there) == .alreadyThere)
    }

    @Test func `A file younger than a minute is skipped`() {
        let check = files.planner().check(
            staged.members, against: candidate, to: nas, now: candidate.members[0].fingerprint.changed)
        guard case .left(.settling) = check else {
            Issue.record("\(check)")
            return
        }
    }

    @Test func `A scan older than the disk is drift only if the plan is`() throws {
        // Planned, then changed and replaced by a copy of the original: the plan knows the file as it is, the index as
        // it was.
        var behind = candidate
        behind.members[0].fingerprint.inode += 1
        #expect(why(behind) == .changedSinceScan)
    }

    @Test func `Without inodes in the plan, or in the file system, size and mtime decide`() {
        var action = staged
        action.members[0].fingerprint.inode += 1
        #expect(why(candidate, action) == .changedSincePlan)
        var onCard = candidate
        onCard.members[0].keepsInodes = false
        #expect(why(onCard, action) == nil)
        var listed = staged.members
        for index in listed.indices {
            (listed[index].fingerprint.changed, listed[index].fingerprint.inode) = (0, 0)
            listed[index].sha256 = nil
        }
        guard case .fresh = files.planner().check(listed, against: candidate, to: nas, now: files.later) else {
            Issue.record("a plan without inodes is refused")
            return
        }
    }
}
