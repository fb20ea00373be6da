import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// Judges groups again, some thousand at a time, within one transaction of a writer.
///
/// A large index in a file is read and judged by two other connections while this one writes: the writer has the write
/// lock, so they see what it saw before its first change. Memory holds only a few chunks.
struct Rejudging {
    typealias Judge = @Sendable ([PhotoFacts]) -> Judgement

    private static let readers = 2
    /// The number of judged chunks at which a reader waits for the writer.
    private static let mostAhead = 2
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

    /// Each reader judges every second chunk, a few ahead of the writer, who takes them in turn. The writer is in a
    /// closure that the transaction runs, and blocks its thread while it waits, as it does for the disk.
    private mutating func runWithReaders(_ queues: [DatabaseQueue]) throws {
        let (chunks, marks, judge) = (chunks, marks, judge)
        let readers = queues.enumerated().map { place, queue in
            LookAhead<JudgedChunk, Void, any Error>(most: Self.mostAhead) { give in
                try queue.read { db in
                    var judging = try ChunkJudging(db, marks: marks)
                    for index in stride(from: place, to: chunks.count, by: queues.count) {
                        if !give(try judging.judge(chunks[index], judge)) { return }
                    }
                }
            }
        }
        defer { for reader in readers { try? reader.finish() } }
        for index in chunks.indices {
            if let chunk = try readers[index % readers.count].next() { try write(chunk) }
        }
        for reader in readers { try reader.finish() }
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
