import GRDB
import PhotoModel
import SystemPackage

/// Reads where photos were uploaded to. Costs nothing where there are no receipts.
struct UploadRows {
    private let query: PreparedQuery?

    init(_ db: Database) throws {
        let any = try PreparedQuery(db, "SELECT 1 FROM receipt LIMIT 1")
        let hasReceipts = try any.first { true } ?? false
        query =
            hasReceipts
            ? try PreparedQuery(
                db,
                """
                SELECT d.name, r.target, r.received, r.checked
                FROM receipt r CROSS JOIN destination d ON d.id = r.destination
                WHERE r.content = ? AND r.failedAt IS NULL AND d.removedAt IS NULL ORDER BY d.name, r.target
                """) : nil
    }

    /// The receipts of a content that count, at configured destinations, by name and target.
    func uploads(ofContent content: Int64) throws -> [Photo.Upload] {
        guard let query else { return [] }
        var uploads: [Photo.Upload] = []
        query.bind(content, at: 1)
        try query.forEachRow {
            uploads.append(
                Photo.Upload(
                    destination: query.text(0) ?? "", target: query.path(1), receivedAt: query.integer(2),
                    checkedAt: query.integer(3)))
        }
        return uploads
    }
}
