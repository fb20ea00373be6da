import PhotoIndex
import PhotoModel

/// The question before photos are removed: how many, which, where they go, and where their copies are.
struct PurgeQuestion {
    let plan: ActionPlan<GroupToRemove>
    let settings: PurgeSettings
    let context: ActionContext

    /// Words the question.
    ///
    /// - Throws: `IndexError`.
    func question() throws -> RemovalQuestion {
        let lines = try rootLines() + copyLines(now: context.environment.clock.now)
        return RemovalQuestion(headline: headline, lines: lines, photos: plan.photos)
    }

    private var headline: String {
        let what = "\(plan.photos.counting("photo")) (\(plan.bytes.byteSize))"
        return switch settings.way {
        case .trash: "Move \(what) to the trash?"
        case .permanent: "Remove \(what) permanently?"
        }
    }

    /// How much is removed from each root.
    private func rootLines() throws -> [String] {
        let planned = plan.photosByRoot
        return try context.index.roots().compactMap { root in
            guard let photos = planned[root.id] else { return nil }
            let all = try context.index.counts(inRoot: root.id).photos
            let share = all == 0 ? 100 : Double(photos) / Double(all) * 100
            return "from \(terminalSafe(root.path.bytes)): \(photos.grouped) of \(all.grouped) photos "
                + "(\(Int(share.rounded(.up))) %)"
        }
    }

    /// Where the copies are, when they were last checked, what is read of them, and with what they are lost.
    private func copyLines(now: Int64) -> [String] {
        var oldest: [Int64: Int64] = [:]
        for copies in plan.groups.flatMap(\.receipts) {
            for receipt in copies.receipts {
                oldest[copies.destination] = min(oldest[copies.destination] ?? .max, receipt.receipt.checked)
            }
        }
        return oldest.sorted { $0.key < $1.key }.flatMap { row, checked -> [String] in
            guard let open = context.destinations[row] else { return [] }
            let age = Duration.nanoseconds(max(now, checked) - checked).brief
            let name = terminalSafe(open.name)
            let cost = plan.summary.readBack.first { $0.destination == open.name }?.words
            let facts: [String?] = [
                "copies at \(name), last verified at most \(age) ago",
                cost ?? "\(name) is read only if another destination has lost a copy",
                open.fate(with: context.index)?.warning(at: open.name),
            ]
            return facts.compactMap(\.self)
        }
    }
}
