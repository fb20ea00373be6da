import Foundation
import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The states of runs without an end.
struct RunStateTests {
    private let tree: TemporaryTree
    private let path: FilePath

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        path = tree.path("index.sqlite")
    }

    private var own: Int64 { Int64(ProcessInfo.processInfo.processIdentifier) }

    private func isAlive(_ pid: Int64?, on host: String?) -> Bool {
        var run = RunRecord(id: 1, command: "scan", started: 0)
        (run.host, run.pid) = (host, pid)
        return run.isAlive
    }

    @Test func `A process is alive if it lives on this machine`() {
        #expect(isAlive(own, on: PhotoIndex.hostName))
        #expect(isAlive(1, on: PhotoIndex.hostName), "also where it is somebody else's")
        #expect(!isAlive(own, on: "another machine"))
        #expect(!isAlive(own, on: nil))
        // Linux has no number above 4,194,304.
        for pid in [nil, 0, -1, 4_194_305, Int64.max] { #expect(!isAlive(pid, on: PhotoIndex.hostName)) }
    }

    @Test func `A run in progress is running, and not interrupted`() throws {
        let index = try PhotoIndex.open(forWritingAt: path, owner: "tests")
        let ended = try index.beginRun("scan", at: 1)
        try index.endRun(ended, at: 2, isComplete: false)
        let run = try index.beginRun("upload", at: 3)
        let library = try Library(reading: path, owner: "tests")
        var states: [RunRecord.State] = []
        try library.runs(limit: nil) {
            states.append($0.state)
            return true
        }
        #expect(states == [.running, .incomplete])
        #expect(try library.run(run)?.state == .running)
        #expect(try library.run(run + 1) == nil)
        #expect(try library.status(by: UploadSettings()).interruptedRuns == 0)
    }

    @Test func `Announced actions are in progress while a run is, and interrupted otherwise`() throws {
        let index = try PhotoIndex.open(forWritingAt: path, owner: "tests")
        let run = try index.beginRun("undo", at: 3)
        var purge = Action(kind: .purge, group: 1, members: [member], state: .done)
        try index.conclude([ActionOutcome(action: purge)], run: run, at: 4)
        purge.id = try index.removedGroups(ofRun: run).first?.action.id
        let undo = Action(kind: .undo, group: 1, members: [member], undoes: purge.id)
        _ = try index.intendUndo([undo], run: run)
        // Two more that are under way, and some of other kinds.
        for kind in [Action.Kind.purge, .purge, .upload, .retract] {
            let action = Action(kind: kind, group: 1, members: [member], state: .running)
            try index.conclude([ActionOutcome(action: action)], run: run, at: 5)
        }
        func counts() throws -> [[Int]] {
            let status = try Library(reading: path, owner: "tests").status(by: UploadSettings())
            return [
                [
                    status.uploadsUnderWay, status.purgesUnderWay, status.undosUnderWay, status.retractionsUnderWay,
                ],
                [
                    status.interruptedUploads, status.interruptedPurges, status.interruptedUndos,
                    status.interruptedRetractions,
                ],
            ]
        }
        #expect(try counts() == [[1, 2, 1, 1], [0, 0, 0, 0]])
        try index.endRun(run, at: 6, isComplete: false)
        #expect(try counts() == [[0, 0, 0, 0], [1, 2, 1, 1]])
    }

    private var member: Action.Member {
        Action.Member(
            path: "/photos/a.jpg", role: .still, fingerprint: Fingerprint(size: 1, modified: 2, changed: 3, inode: 4),
            ticket: "trash a", sha256: Array(repeating: 1, count: 32))
    }
}
