import PhotoIndex
import PhotoModel
import Testing

/// What the index records of a run that is under way, and of a complete one.
struct RunProgressTests {
    private let index: PhotoIndex

    init() throws {
        index = try PhotoIndex.inMemory(owner: "tests")
    }

    @Test func `A scan's file count is known while it runs, and not after it has ended`() throws {
        let run = try index.beginRun("scan", at: 5)
        #expect(try index.progress(ofRun: run)?.counts == [:])
        try index.noteProgress(ofRun: run, seen: 10)
        try index.noteProgress(ofRun: run, seen: 20)
        let progress = try #require(try index.progress(ofRun: run))
        #expect((progress.command, progress.started, progress.counts) == ("scan", 5, ["seen": 20]))
        #expect(try index.status().unfinishedRuns.map(\.id) == [run])
        try index.endRun(run, at: 9, isComplete: true, counts: ["new": 3])
        #expect(try index.progress(ofRun: run)?.counts == ["new": 3])
        #expect(try index.progress(ofRun: 99) == nil)
    }

    @Test func `A run is recorded with its end, and the last good one is found before later bad ones`() throws {
        #expect(try index.latestRun("run") == nil)
        try index.noteRun("run", from: 1, to: 2, isComplete: true)
        try index.noteRun("run", from: 3, to: 4, isComplete: false, counts: ["exit": 3])
        #expect(try index.latestRun("run")?.counts == ["exit": 3])
        #expect(try index.latestRun("run", isComplete: true)?.ended == 2)
        #expect(try index.status().unfinishedRuns.isEmpty)
    }
}
