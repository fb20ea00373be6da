import PhotoModel
import PhotoPipeline

/// What people are told of removals that were refused because too much of a root, or of all of them, would go.
struct CapReport {
    /// The command that was refused, with another limit.
    let again: (Int) -> String

    /// A line a root, and one for all together. The number to go on with is one that suffices for all of them.
    func lines(_ breaches: [ActionSummary.CapBreach]) -> [String] {
        let enough = breaches.map { $0.cap.removed + $0.planned }.max() ?? 0
        return breaches.map { breach in
            let gone = breach.cap.removed > 0 ? " (\(breach.cap.removed.grouped) gone already)" : ""
            let place = breach.cap.path.map { terminalSafe($0.bytes) } ?? "all roots together"
            return "refused: \(breach.planned.counting("photo")) would go from \(place), "
                + "which had \(breach.cap.largest.grouped) in the last 7 days\(gone); at most \(Self.limit(breach)) may. "
                + "To go on: \(again(enough))"
        }
    }

    private static func limit(_ breach: ActionSummary.CapBreach) -> String {
        let count = breach.limit.limit(of: breach.cap.largest).grouped
        guard case .percent(let share) = breach.limit else { return count }
        return "\(count) (\(share == share.rounded() ? "\(Int(share))" : "\(share)")%)"
    }
}
