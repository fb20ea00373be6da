import PhotoModel

/// The question before copies are taken back: how many, from where, what becomes of them, and which are the last ones.
struct RetractQuestion {
    let plan: ActionPlan<GroupToRetract>
    let way: RemovalWay

    var question: RemovalQuestion {
        let what = "\(plan.photos.counting("photo")) (\(plan.bytes.byteSize))"
        let last = plan.groups.filter(\.isLastCopy).reduce(0) { $0 + $1.action.photos }
        let warning =
            "the last copy: for \(last.counting("photo")) the library does not have the bytes that were sent any more"
        return RemovalQuestion(
            headline: "Take back \(what)?", lines: plan.parts.compactMap(line) + (last == 0 ? [] : [warning]),
            photos: plan.photos, about: .retraction, isTyped: last > 0)
    }

    /// What becomes of a destination's copies.
    private func line(_ part: ActionPlan<GroupToRetract>.Part) -> String? {
        if part.groups.isEmpty { return nil }
        let fate =
            switch way {
            case .trash: "into its trash"
            case .permanent: "removed for good"
            }
        return "from \(terminalSafe(part.destination?.name ?? "")): \(fate)"
    }
}
