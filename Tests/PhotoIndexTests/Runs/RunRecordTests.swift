import Glibc
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct RunRecordTests {
    private let index: PhotoIndex

    init() throws { index = try PhotoIndex.inMemory(owner: Library.owner) }

    private func runs(limit: Int? = nil) throws -> [RunRecord] { try index.runs(limit: limit) }

    @Test func `Runs are listed newest first, with their counts`() throws {
        let scan = try index.beginRun("scan", at: 1)
        try index.endRun(scan, at: 2, isComplete: true, counts: ["new": 3, "gone": 0])
        let upload = try index.beginRun("upload", at: 3)
        let all = try runs()
        #expect(all.map(\.id) == [upload, scan])
        #expect(all.map(\.command) == ["upload", "scan"])
        #expect(all.map(\.started) == [3, 1])
        #expect(all.map(\.ended) == [nil, 2])
        #expect(all.map(\.isComplete) == [nil, true])
        #expect(all.map(\.counts) == [[:], ["new": 3]])
        #expect(all.map(\.pid) == [Int64(getpid()), Int64(getpid())])
        #expect(try runs(limit: 1) == [all[0]])
    }

    @Test func `Killed runs are ended, whatever their command, except scans, and named once`() throws {
        let killed = try [
            "scan", "upload", "purge", "apply", "undo", "share", "runs --empty-trash", "destination remove",
        ].map { try index.beginRun($0, at: 1) }
        let done = try index.beginRun("upload", at: 2)
        try index.endRun(done, at: 3, isComplete: true)
        #expect(try index.endInterruptedRuns(at: 9) == Array(killed[1...]))
        #expect(try index.endInterruptedRuns(at: 10) == [])
        let ended = try runs().filter { $0.ended == 9 }
        #expect(ended.map(\.id) == killed[1...].reversed())
        #expect(ended.allSatisfy { $0.isComplete == false })
    }

    @Test func `A killed run counts the results of its actions once they are settled`() throws {
        let files = [photo("a.jpg", 1), photo("b.jpg", 2), photo("c.jpg", 3)]
        let uploads = try Uploads(files)
        let actions = files.map { uploads.action($0) }
        let begun = try uploads.intend(actions[0], actions[1], actions[2])
        for (place, state) in [Action.State.done, .skipped].enumerated() {
            guard case .begun(let id) = begun[place] else { throw WrongIntent() }
            var action = actions[place]
            action.id = id
            try uploads.conclude(action, state, why: state == .done ? nil : .interrupted)
        }
        let counts = ["done": 1, "skipped": 1, "files": 1]
        #expect(try uploads.index.runs(limit: nil).first { $0.id == uploads.run }?.counts == counts)
        _ = try uploads.index.endInterruptedRuns(at: 60)
        #expect(try uploads.index.runs(limit: nil).first { $0.id == uploads.run }?.counts == counts)
    }

    private struct WrongIntent: Error {}
}

extension PhotoIndex {
    fileprivate func runs(limit: Int?) throws -> [RunRecord] {
        var runs: [RunRecord] = []
        try self.runs(limit: limit) {
            runs.append($0)
            return true
        }
        return runs
    }
}
