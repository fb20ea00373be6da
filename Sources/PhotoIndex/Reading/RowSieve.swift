import GRDB
import PhotoModel

/// What is known of rows before they are read: nothing at first, since mostly the next photo of an order is soon one that is
/// wanted. Where many were read in vain, all that are wanted are looked up at once, and the others are passed over unread.
final class RowSieve {
    /// So many rows read in vain take a millisecond or two.
    private static let patience = 1_024
    private let db: Database
    private let parts: [(finder: RowFinder, rows: RowSet)]
    private var inVain = 0

    init(_ finders: [RowFinder], _ db: Database) {
        self.db = db
        parts = finders.map { ($0, RowSet(holdsOthers: $0.kind == .groupsToLeaveOut)) }
    }

    /// Conditions on the table `f`, on what ``bind(to:from:)`` binds to the places from `first` on.
    func conditions(from first: Int) -> [String] {
        parts.enumerated().map { place, part in
            "holds(?\(first + place), f.\(part.finder.kind == .files ? "id" : "assetGroup"))"
        }
    }

    /// Binds the sets, which may be filled while the statement runs.
    func bind(to query: PreparedQuery, from first: Int32) {
        for (place, part) in parts.enumerated() { query.bind(part.rows, at: first + Int32(place)) }
    }

    /// A row was read that is not wanted.
    func noteReadInVain() throws {
        inVain += 1
        guard inVain == Self.patience else { return }
        for part in parts { try part.finder.fill(part.rows, db) }
    }
}
