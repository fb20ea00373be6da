import GRDB
import PhotoFiles
import PhotoModel
import SystemPackage

/// Groups judged again, some thousand at a time, without writing anything.
///
/// A large index in a file is read and judged by two other connections while the caller uses the results. Memory holds
/// only a few chunks.
struct JudgedChunks {
    typealias Judge = @Sendable ([PhotoFacts]) -> Judgement

    private static let readers = 2
    /// The number of judged chunks at which a reader waits for the caller.
    private static let mostAhead = 2
    /// The number of chunks from which further connections are worth opening.
    private static let many = 8
    private let db: Database
    private let marks: [Int64: Mark]
    private let judge: Judge
    private let chunks: [GroupRows]

    /// - Parameters:
    ///   - db: the connection of the caller.
    ///   - ground: where verdicts can change; nil for everywhere.
    ///   - judge: as in ``PhotoIndex/judgeAnew(basis:at:knowing:inferringBy:judge:)``.
    init(_ db: Database, on ground: ChangedGround?, judge: @escaping Judge) throws {
        self.db = db
        self.judge = judge
        marks = try GroupMarks.all(db)
        chunks = try (ground.flatMap { try GroupRows.near($0, db) } ?? GroupRows.all(db)).chunks
    }

    var count: Int { chunks.count }

    /// Passes each chunk to `body`, in their order.
    ///
    /// - Parameter file: the file, for further connections; nil where there may be none. These see what is there when
    ///   they are opened.
    func forEach(readingAlso file: FilePath?, _ body: (JudgedChunk) throws -> Void) throws {
        if let file, chunks.count > Self.many,
            let queues = try? (0..<Self.readers).map({ _ in try Connection.reading(file, inPlace: true) })
        {
            return try forEach(readBy: queues, body)
        }
        var judging = try ChunkJudging(db, marks: marks)
        for chunk in chunks { try body(try judging.judge(chunk, judge)) }
    }

    /// Each reader judges every second chunk, a few ahead of the caller, who takes them in turn. The caller is in a
    /// closure that the transaction runs, and blocks its thread while it waits, as it does for the disk.
    private func forEach(readBy queues: [DatabaseQueue], _ body: (JudgedChunk) throws -> Void) throws {
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
            if let chunk = try readers[index % readers.count].next() { try body(chunk) }
        }
        for reader in readers { try reader.finish() }
    }
}

/// Judges groups again and writes the verdicts that change, within one transaction of a writer.
///
/// Further connections read meanwhile: the writer has the write lock, so they see what it saw before its first change.
struct Rejudging {
    private let db: Database
    private let judged: JudgedChunks
    private var changes = VerdictCounts()
    /// How many chunks were written, and how many verdicts.
    private var (written, rewritten) = (0, 0)
    private var areIndexesDropped = false

    /// - Parameters:
    ///   - db: the writer's connection.
    ///   - judged: the groups, read by it.
    init(_ db: Database, _ judged: JudgedChunks) {
        self.db = db
        self.judged = judged
    }

    /// Judges them and writes the changes.
    ///
    /// - Parameter file: the writer's file; nil where it has none.
    /// - Throws: `IndexError` where the index cannot be read or written; the transaction has to be rolled back then.
    mutating func run(file: FilePath?) throws -> [VerdictChange] {
        let judged = judged
        try judged.forEach(readingAlso: file) { try write($0) }
        if areIndexesDropped { try SecondaryIndexes.makeAll(db) }
        try changes.apply(in: db)
        return changes.changes
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
        if written == judged.count / 8, rewritten > written * Int(GroupRows.most) / 2 {
            areIndexesDropped = try SecondaryIndexes.dropThoseOfVerdicts(db)
        }
    }
}
