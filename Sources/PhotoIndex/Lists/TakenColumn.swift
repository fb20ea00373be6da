import GRDB
import PhotoModel

/// The time of capture by which photos are selected and ordered, as SQL on the table `f`: where it lies in the future,
/// that of the next source, as in ``PhotoFacts/counting(at:)``.
struct TakenColumn {
    /// The expression.
    let sql: String
    /// Whether it is the column itself, since no time lies in the future: then an index has its order.
    let isIndexed: Bool

    /// As of when the verdicts hold.
    ///
    /// - Throws: `IndexError` where the index cannot be read.
    init(_ db: Database) throws {
        let latest = try PassingTime.latestMoment(db)
        isIndexed = try !PassingTime.isAnyTime(after: latest, db)
        let own = PassingTime.earliest("f.takenAt", offset: "f.utcOffset")
        let next = PassingTime.earliest("f.nextTakenAt", offset: "f.nextUtcOffset")
        sql =
            isIndexed
            ? "f.takenAt"
            : "CASE WHEN \(own) <= \(latest) THEN f.takenAt WHEN \(next) <= \(latest) THEN f.nextTakenAt END"
    }
}
