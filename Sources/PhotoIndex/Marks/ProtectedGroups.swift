import GRDB
import PhotoModel

/// What protects photos at one moment: which groups are marked personal, held, or personal by a fence that is never
/// work. A file that is in no group stands for itself.
struct ProtectedGroups {
    private var personal: Set<Int64> = []
    private var held: Set<Int64> = []
    private var never: Set<Int64> = []
    /// What each group is judged to be, if it is judged.
    private(set) var judgements: [Int64: Judgement] = [:]

    private static let ofGroup = """
        SELECT v.verdict, v.reason, v.fence, v.distance, (\(GroupMarks.ofGroup)), EXISTS (\(GroupHolds.sql(ofGroup: "?1")))
        FROM (SELECT 1) LEFT JOIN verdict v ON v.assetGroup = ?1
        """

    private static let judgementOfGroup =
        "SELECT verdict, reason, fence, distance, NULL, 0 FROM verdict WHERE assetGroup = ?1"

    /// - Parameters:
    ///   - groups: the groups.
    ///   - content: the content of a file.
    ///   - path: its path.
    ///   - isInGroup: whether the file is in one of the groups.
    ///   - areKept: whether a decision keeps the groups: it ends nothing that protects them, and only what they are
    ///     judged to be is read.
    ///   - db: the connection.
    /// - Throws: `DatabaseError`.
    init(
        _ groups: Set<Int64>, content: Int64, path: [UInt8], isInGroup: Bool, areKept: Bool = false, in db: Database
    ) throws {
        let query = try PreparedQuery(db, areKept ? Self.judgementOfGroup : Self.ofGroup)
        for group in groups {
            query.bind(group, at: 1)
            let judgement = try query.first {
                if try query.text(4).map(Mark.init(stored:)) == .personal { personal.insert(group) }
                if query.bool(5) { held.insert(group) }
                return query.judgement(from: 0)
            }
            judgements[group] = judgement ?? nil
            if judgements[group]?.reason == .neverFence { never.insert(group) }
        }
        if isInGroup || areKept { return }
        for row in try DecisionHistory.rows(content, [path], besides: [], db)
        where (row.followsContent && row.content == content) || (row.staysWithPath && row.path.bytes == path) {
            if row.value == Mark.personal.rawValue, row.decision == "mark" { personal.insert(0) }
            if row.decision == "hold" { held.insert(0) }
        }
    }

    /// Whether a group, or the file if that is in none, keeps what a decision on the file ends there.
    func keeps(_ group: Int64?, from decision: UserDecision) -> Bool {
        let group = group ?? 0
        return switch decision {
        case .mark(.work): personal.contains(group)
        case .unmark: personal.contains(group) || judgements[group]?.reason == .marked
        case .unhold: held.contains(group)
        case .mark(.personal), .hold: false
        }
    }

    /// What is reversed by a change to the given state.
    func reversals(now: ProtectedGroups) -> OverruledDecisions {
        var reversals = OverruledDecisions()
        reversals.personalMarks = personal.subtracting(now.personal).count
        reversals.holds = held.subtracting(now.held).count
        reversals.neverFences = never.count { now.judgements[$0]?.verdict == .work }
        return reversals
    }

    /// The groups whose verdicts a change to the given state changes, counted by both verdicts.
    func changes(now: ProtectedGroups) -> [VerdictChange] {
        var counts: [VerdictChange: Int] = [:]
        for (group, old) in judgements {
            guard let new = now.judgements[group]?.verdict, new != old.verdict else { continue }
            counts[VerdictChange(from: old.verdict, to: new, photos: 1), default: 0] += 1
        }
        return counts.map { VerdictChange(from: $0.from, to: $0.to, photos: $1) }
    }
}
