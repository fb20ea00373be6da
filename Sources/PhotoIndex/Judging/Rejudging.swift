import Dispatch
import GRDB
import PhotoModel
import Synchronization
import SystemPackage

/// Judges groups again, some thousand at a time, within one transaction of a writer.
///
/// A large index in a file is read and judged by two other connections while this one writes: the writer has the write
/// lock, so they see what it saw before its first change. Memory holds only a few chunks.
struct Rejudging {
    typealias Judge = @Sendable ([PhotoFacts]) -> Judgement

    private static let readers = 2
    /// The number of chunks from which further connections are worth opening.
    private static let many = 8
    private let db: Database
    private let marks: [Int64: Mark]
    private let judge: Judge
    private let chunks: [GroupRows]
    private var changes = VerdictCounts()
    /// How many chunks were written, and how many verdicts.
    private var (written, rewritten) = (0, 0)
    private var areIndexesDropped = false

    /// - Parameters:
    ///   - db: the writer's connection.
    ///   - ground: where verdicts can change; nil for everywhere.
    ///   - judge: as in ``PhotoIndex/judgeAnew(basis:knowing:inferringBy:judge:)``.
    /// - Throws: `IndexError` where the index cannot be read.
    init(_ db: Database, on ground: ChangedGround?, judge: @escaping Judge) throws {
        self.db = db
        self.judge = judge
        marks = try GroupMarks.all(db)
        chunks = try (ground.flatMap { try GroupRows.near($0, db) } ?? GroupRows.all(db)).chunks
    }

    /// Judges them and writes the changes.
    ///
    /// - Parameter file: the writer's file; nil where it has none.
    /// - Returns: how many photos changed their verdict.
    /// - Throws: `IndexError` where the index cannot be read or written; the transaction has to be rolled back then.
    mutating func run(file: FilePath?) throws -> [VerdictChange] {
        if let file, chunks.count > Self.many,
            let queues = try? (0..<Self.readers).map({ _ in
                try Connection.reading(file, inPlace: true)
            })
        {
            try runWithReaders(queues)
        } else {
            var judging = try ChunkJudging(db, marks: marks)
            for chunk in chunks { try write(try judging.judge(chunk, judge)) }
        }
        if areIndexesDropped { try SecondaryIndexes.makeAll(db) }
        try changes.apply(in: db)
        return changes.changes
    }

    private mutating func runWithReaders(_ queues: [DatabaseQueue]) throws {
        let chunks = ChunkLine(chunks, readers: queues.count)
        let (marks, judge) = (marks, judge)
        for queue in queues {
            DispatchQueue.global().async {
                let result = Result {
                    try queue.read { db in
                        var judging = try ChunkJudging(db, marks: marks)
                        while let chunk = chunks.next() { chunks.hand(over: try judging.judge(chunk, judge)) }
                    }
                }
                chunks.finish(result)
            }
        }
        defer { chunks.stop() }
        while let chunk = try chunks.take() { try write(chunk) }
    }

    private mutating func write(_ chunk: JudgedChunk) throws {
        changes.add(chunk.changes)
        let verdicts = try VerdictWriting(db)
        for rewrite in chunk.rewrites {
            try rewrite.isNew
                ? verdicts.insert(rewrite.judgement, of: rewrite.group)
                : verdicts.replace(rewrite.judgement, of: rewrite.group)
        }
        try noteWritten(chunk)
    }

    /// If most verdicts of the first eighth have changed, so will most of the rest: then the SQL indexes of verdicts
    /// are dropped and made anew at the end, which takes less time than updating them.
    private mutating func noteWritten(_ chunk: JudgedChunk) throws {
        written += 1
        rewritten += chunk.rewrites.count
        if written == chunks.count / 8, rewritten > written * Int(GroupRows.most) / 2 {
            areIndexesDropped = try SecondaryIndexes.dropThoseOfVerdicts(db)
        }
    }
}

/// Passes chunks to the readers, and their results to the writer; a few at a time.
///
/// They wait for each other with semaphores, not with tasks: the writer is in a closure that the transaction runs,
/// which cannot be suspended and blocks its thread like every write that waits for the disk. The readers run on two
/// Dispatch threads, which may block; they never wait for a thread that Swift runs tasks on.
private final class ChunkLine: Sendable {
    private struct State {
        var next = 0
        var ready: [JudgedChunk] = []
        var running: Int
        var isStopped = false
        var failure: (any Error)?
    }

    /// The number of finished chunks at which the readers wait.
    private static let most = 4
    private let chunks: [GroupRows]
    private let state: Mutex<State>
    /// Counts what can be taken: chunks, and finished readers.
    private let filled = DispatchSemaphore(value: 0)
    private let free = DispatchSemaphore(value: ChunkLine.most)
    private let finished = DispatchGroup()

    init(_ chunks: [GroupRows], readers: Int) {
        self.chunks = chunks
        state = Mutex(State(running: readers))
        for _ in 0..<readers { finished.enter() }
    }

    /// The next chunk for a reader; nil if there is none left.
    func next() -> GroupRows? {
        free.wait()
        let chunk = state.withLock { state -> GroupRows? in
            guard !state.isStopped, state.next < chunks.count else { return nil }
            defer { state.next += 1 }
            return chunks[state.next]
        }
        if chunk == nil { free.signal() }
        return chunk
    }

    /// Delivers a reader's result.
    func hand(over chunk: JudgedChunk) {
        state.withLock { $0.ready.append(chunk) }
        filled.signal()
    }

    /// Records that a reader has finished.
    func finish(_ result: Result<Void, any Error>) {
        state.withLock { state in
            state.running -= 1
            if case .failure(let error) = result {
                state.failure = error
                state.isStopped = true
            }
        }
        filled.signal()
        finished.leave()
    }

    /// The next chunk for the writer; nil if all are written.
    ///
    /// - Throws: what a reader failed with.
    func take() throws -> JudgedChunk? {
        while true {
            filled.wait()
            let (chunk, isDone, failure) = state.withLock { state in
                let chunk = state.ready.isEmpty ? nil : state.ready.removeFirst()
                return (chunk, chunk == nil && state.running == 0, state.failure)
            }
            if let failure { throw failure }
            if let chunk {
                free.signal()
                return chunk
            }
            if isDone { return nil }
        }
    }

    /// Stops the readers, and waits until they have ended.
    func stop() {
        state.withLock { $0.isStopped = true }
        for _ in 0..<Self.most { free.signal() }
        finished.wait()
    }
}
