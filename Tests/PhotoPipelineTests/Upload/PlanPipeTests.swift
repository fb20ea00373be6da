import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A plan that comes through a pipe.
struct PlanPipeTests {
    private let tree: TemporaryTree
    private var pipe: FilePath { tree.path("pipe") }

    init() throws {
        tree = try TemporaryTree()
        try tree.makePipe("pipe")
        let header = PlanHeader(kind: .upload, destination: nil, marker: nil, spec: nil, made: 0)
        try PlanWriter(.file(OutputFile(tree.path("plan"), .plan)), header: header).finish()
    }

    private func read(_ interruption: TestInterruption = TestInterruption(), patience: Duration) throws -> PlanFile {
        try PlanFile(reading: pipe, interruption: interruption, patience: patience)
    }

    /// Opens it for reading and writing, which does not block.
    private func open() throws -> FileDescriptor {
        try FileDescriptor.open(pipe, .readWrite, options: [.nonBlocking, .closeOnExec])
    }

    @Test(arguments: [false, true])
    func `An interruption ends the wait, whether or not someone has the pipe open`(isOpen: Bool) throws {
        let writer = isOpen ? try open() : nil
        defer { try? writer?.close() }
        let error = #expect(throws: PipelineError.self) {
            try read(TestInterruption(afterQuestions: 2, signal: .terminate), patience: .seconds(600))
        }
        #expect(error?.kind == .interrupted)
    }

    @Test func `A pipe that no one writes to times out`() throws {
        let error = #expect(throws: PipelineError.self) { try read(patience: .milliseconds(100)) }
        #expect(error?.kind == .unknown && error?.path == pipe)
        #expect(error?.message.contains("no program writes") == true, "\(error?.message ?? "")")
    }

    @Test func `A slow pipe is waited for, however long`() throws {
        let plan = try tree.read("plan")
        let writer = try open()
        let questions = Questions()
        // It is asked before each read: the bytes arrive in parts, each after a wait.
        let interruption = TestInterruption(meddling: {
            switch questions.next() {
            case 3: _ = try? writer.writeAll(plan.prefix(20))
            case 6: _ = try? writer.writeAll(plan.dropFirst(20))
            case 7: try? writer.close()
            default: break
            }
        })
        #expect(try read(interruption, patience: .milliseconds(100)).entries.isEmpty)
    }

    @Test func `Any file that is named may be a slow pipe`() throws {
        let writer = try open()
        let questions = Questions()
        let interruption = TestInterruption(meddling: {
            switch questions.next() {
            case 3: _ = try? writer.writeAll("a.jpg\0".utf8)
            case 6: _ = try? writer.writeAll("b.jpg\0".utf8)
            case 7: try? writer.close()
            default: break
            }
        })
        let bytes = try contents(of: pipe, interruption: interruption, patience: .milliseconds(100))
        #expect(bytes == Array("a.jpg\0b.jpg\0".utf8))
    }
}

private final class Questions: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
