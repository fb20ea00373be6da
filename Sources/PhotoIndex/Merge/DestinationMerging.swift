import GRDB
import PhotoModel

/// Adds what another index knows of destinations: receipts, and what is held from them. Destinations are known by their
/// markers, and what is about one that this index does not know counts for nothing. Works within a transaction.
///
/// A receipt of another index is a hint where a copy may be, as one from a destination's own list is: whoever needs the
/// copy checks it. It ends none of this index, but for a copy that was taken back or accepted as missing since.
struct DestinationMerging {
    private let db: Database
    private let there: Database
    private let now: Int64
    /// The rows here of destinations by their rows there, of all that are known here.
    let known: [Int64: Int64]
    /// Those that are configured in both.
    private let configured: Set<Int64>
    /// The contents about which something is new.
    private(set) var contents: Set<Int64> = []
    private(set) var receipts = 0
    private(set) var ended = 0
    private(set) var unknownReceipts: [String: Int] = [:]
    private(set) var holds = 0
    /// Of these, what somebody had lifted here.
    private(set) var heldAgain = 0

    /// - Parameters:
    ///   - db: this index.
    ///   - there: the other one.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z. Nothing is dated later, whatever the other clock was.
    init(_ db: Database, from there: Database, at now: Int64) throws {
        (self.db, self.there, self.now) = (db, there, now)
        var (known, configured): ([Int64: Int64], Set<Int64>) = ([:], [])
        for one in try Row.fetchAll(there.statement("SELECT id, marker, removedAt FROM destination")) {
            let marker: String = try one.value("marker")
            guard
                let here = try Row.fetchOne(
                    db.statement("SELECT id, removedAt FROM destination WHERE marker = \(marker)"))
            else { continue }
            let id: Int64 = try one.value("id")
            known[id] = try here.value("id")
            if try (one.value("removedAt") as Int64?) == nil, try (here.value("removedAt") as Int64?) == nil {
                configured.insert(id)
            }
        }
        (self.known, self.configured) = (known, configured)
    }

    mutating func add() throws {
        try addReceipts()
        try addHolds()
    }

    private mutating func addReceipts() throws {
        let writing = ReceiptWriting(db)
        let rows = try Row.fetchCursor(
            there.statement(
                """
                SELECT r.*, d.name FROM receipt r CROSS JOIN destination d ON d.id = r.destination
                WHERE r.failedAt IS NULL OR r.endedAt NOTNULL ORDER BY r.id
                """))
        while let row = try rows.next() {
            let place: Int64 = try row.value("destination")
            guard configured.contains(place), let destination = known[place] else {
                unknownReceipts[try row.value("name"), default: 0] += 1
                continue
            }
            var receipt = try row.receipt
            (receipt.received, receipt.checked) = (min(receipt.received, now), min(receipt.checked, now))
            if let end = try row.value("endedAt") as Int64? {
                let one = EndedReceipt(receipt, ended: min(end, now), isHeld: false)
                guard try writing.end(one, destination: destination) else { continue }
                ended += 1
            } else {
                guard try writing.add(receipt, destination: destination, rebuiltAt: nil) else { continue }
                receipts += 1
            }
            contents.insert(try ContentRows.row(sha256: receipt.sha256, size: receipt.size, in: db))
        }
    }

    /// What is held there is held here, even if somebody has lifted the hold here: nobody knows which was said later,
    /// nor whether the copy was taken back there again since. The next merge holds it again as well.
    private mutating func addHolds() throws {
        let writing = DestinationHolds(db)
        var news: [(content: Int64, destination: Int64)] = []
        let contents = try Row.fetchCursor(
            there.statement(
                """
                SELECT c.sha256, c.size, h.destination
                FROM destinationHold h CROSS JOIN content c ON c.id = h.content WHERE h.liftedBy IS NULL
                """))
        while let row = try contents.next() {
            guard let destination = try known[row.value("destination")] else { continue }
            let content = try ContentRows.row(sha256: row.bytes("sha256"), size: row.value("size"), in: db)
            if try db.has("SELECT 1 WHERE \(sql: DestinationHolds.holds("\(content)", from: "\(destination)"))") {
                continue
            }
            try count("SELECT 1 FROM destinationHold WHERE content = \(content) AND destination = \(destination)")
            try writing.hold(content: content, from: destination)
            news.append((content, destination))
            self.contents.insert(content)
        }
        let paths = try Row.fetchCursor(
            there.statement("SELECT path, destination FROM heldPath WHERE liftedBy IS NULL"))
        while let row = try paths.next() {
            guard let destination = try known[row.value("destination")] else { continue }
            let path = try row.bytes("path")
            let isHeld = try db.has(
                "SELECT 1 FROM heldPath WHERE path = \(path) AND destination = \(destination) AND liftedBy IS NULL")
            if isHeld { continue }
            try count("SELECT 1 FROM heldPath WHERE path = \(path) AND destination = \(destination)")
            try writing.hold(path: path, from: destination)
        }
        try writing.holdPaths(of: news)
    }

    /// Counts a hold that is new, by the row that it has if it was lifted here.
    private mutating func count(_ lifted: SQL) throws {
        holds += 1
        if try db.has(lifted) { heldAgain += 1 }
    }
}
