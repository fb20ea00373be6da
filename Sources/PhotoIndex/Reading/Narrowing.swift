import GRDB
import PhotoModel

/// By which of its parts a selection is found. Photos come in order from an index; where a part of the selection leaves
/// few, these are found by it and sorted, which is faster than passing over all others.
enum Narrowing {
    /// In order, looking at each photo.
    case none
    /// By place.
    case near
    /// By the fence that decided, or where no fence is named, by having one at all.
    case fence
    /// By having a content that was hashed.
    case content

    /// So many are sorted in some milliseconds.
    private static let most = 20_000

    /// The narrowing for a selection, by what the index holds now.
    static func choose(_ selection: PhotoSelection, _ db: Database) throws -> Narrowing {
        guard try SecondaryIndexes.areComplete(db) else { return .none }
        if let near = selection.near {
            let box = SearchBox(around: near.center, meters: near.meters).conditions.joined(separator: " AND ")
            if try isShort("file f INDEXED BY fileNear WHERE f.latitude NOTNULL AND \(box)", db) { return .near }
        }
        if let fence = selection.fence, try isShort("verdict WHERE fence = ?1", db, fence) { return .fence }
        if try selection.verdicts == [.work] && isShort("verdict WHERE fence NOTNULL", db) && !hasWorkMarks(db) {
            return .fence
        }
        if selection.isUploaded == true, try isShort("file WHERE content NOTNULL", db) { return .content }
        return .none
    }

    /// The tables of a statement, in the order in which they are gone through. CROSS JOIN: the order is ours.
    func tables(hasVerdict: Bool) -> String {
        let root = "CROSS JOIN root r ON r.id = f.root"
        let verdict = "\(hasVerdict ? "CROSS" : "LEFT") JOIN verdict v ON v.assetGroup = f.assetGroup"
        return switch self {
        case .none: "file f \(verdict) \(root)"
        case .near: "file f INDEXED BY fileNear \(verdict) \(root)"
        case .content: "file f INDEXED BY fileContent \(verdict) \(root)"
        case .fence:
            """
            verdict v INDEXED BY verdictFence CROSS JOIN file f INDEXED BY fileGroup ON f.assetGroup = v.assetGroup
            \(root)
            """
        }
    }

    /// What a statement says so that SQLite sees that the index holds every photo it asks for.
    var condition: String? {
        switch self {
        case .none: nil
        case .near: "f.latitude NOTNULL"
        case .content: "f.content NOTNULL"
        case .fence: "v.fence NOTNULL"
        }
    }

    private static func isShort(_ rows: String, _ db: Database, _ parameter: String? = nil) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT count(*) FROM (SELECT 1 FROM \(rows) LIMIT \(most))")
        if let parameter { query.bind(parameter, at: 1) }
        return try query.first { query.integer(0) } ?? 0 < most
    }

    /// Marked photos are work without a fence.
    private static func hasWorkMarks(_ db: Database) throws -> Bool {
        let query = try PreparedQuery(db, "SELECT 1 FROM mark WHERE verdict = 'work' LIMIT 1")
        return try query.first { true } ?? false
    }
}
