import GRDB
import PhotoModel

/// The statements that write verdicts.
struct VerdictWriting {
    private let insert: PreparedQuery
    private let update: PreparedQuery

    init(_ db: Database) throws {
        insert = try PreparedQuery(
            db, "INSERT INTO verdict (verdict, reason, fence, distance, assetGroup) VALUES (?, ?, ?, ?, ?)",
            isRunOften: true)
        update = try PreparedQuery(
            db, "UPDATE verdict SET verdict = ?, reason = ?, fence = ?, distance = ? WHERE assetGroup = ?")
    }

    func insert(_ judgement: Judgement, of group: Int64) throws { try run(insert, judgement, group) }

    func replace(_ judgement: Judgement, of group: Int64) throws { try run(update, judgement, group) }

    /// Removes a group that no file belongs to any more.
    static func dropGroup(_ group: Int64, in db: Database) throws {
        for sql in ["DELETE FROM verdict WHERE assetGroup = ?", "DELETE FROM assetGroup WHERE id = ?"] {
            let delete = try PreparedQuery(db, sql)
            delete.bind(group, at: 1)
            try delete.run()
        }
    }

    private func run(_ query: PreparedQuery, _ judgement: Judgement, _ group: Int64) throws {
        query.bind(judgement.verdict.rawValue, at: 1)
        query.bind(judgement.reason.rawValue, at: 2)
        query.bind(judgement.fence, at: 3)
        query.bind(judgement.distance, at: 4)
        query.bind(group, at: 5)
        try query.run()
    }
}
