import Foundation
import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// How runs stand that did not end.
struct RunStateTests {
    private let tree: TemporaryTree
    private let path: FilePath

    init() throws {
        tree = try TemporaryTree(inMemory: true)
        path = tree.path("index.sqlite")
    }

    private var own: Int64 { Int64(ProcessInfo.processInfo.processIdentifier) }

    @Test func `A process is alive where it lives on this machine`() {
        #expect(RunProcess(host: PhotoIndex.hostName, pid: own).isAlive)
        #expect(RunProcess(host: PhotoIndex.hostName, pid: 1).isAlive, "also where it is somebody else's")
        #expect(!RunProcess(host: "another machine", pid: own).isAlive)
        #expect(!RunProcess(host: nil, pid: own).isAlive)
        // Linux has no number above 4,194,304.
        for pid in [nil, 0, -1, 4_194_305, Int64.max] {
            #expect(!RunProcess(host: PhotoIndex.hostName, pid: pid).isAlive)
        }
    }

    @Test func `A run that is under way is running, and none of the interrupted ones`() throws {
        let index = try PhotoIndex.open(forWritingAt: path, owner: "tests")
        let ended = try index.beginRun("scan", at: 1)
        try index.endRun(ended, at: 2, isComplete: false)
        let run = try index.beginRun("upload", at: 3)
        let library = try Library(reading: path, owner: "tests")
        var states: [RunView.State] = []
        try library.runs(limit: nil) {
            states.append($0.state)
            return true
        }
        #expect(states == [.running, .incomplete])
        #expect(try library.run(run)?.state == .running)
        #expect(try library.run(run + 1) == nil)
        #expect(try library.status().interruptedRuns == 0)
    }
}
