import PhotoModel
import SystemPackage

/// A photo's copies at one destination during a retraction.
struct GroupToRetract: GroupUnderWay {
    var action: Action
    /// What is tracked for each copy, in the action's order.
    var members: [CopyToRetract]
    var isAnnounced = false
    /// Whether parts of it may remain at the destination. They are settled by a later run.
    var hasLeftovers = false
    var detail: String?
}

/// What is tracked for a copy that is to be taken back.
struct CopyToRetract: Sendable {
    let receipt: Receipt
    /// The library's file with its bytes, as it was when it was hashed in this run; nil if there is none.
    let original: Original?
    /// Its ticket, once there is one.
    var ticketed: TicketedRetraction?
    /// Whether the destination does not have it any more.
    var isGone = false

    struct Original: Sendable {
        let path: FilePath
        let fingerprint: Fingerprint
        let identity: FileIdentity
    }
}

extension GroupToRetract {
    /// Whether the library does not have the bytes of one of the copies.
    var isLastCopy: Bool { members.contains { $0.original == nil } }

    func with(_ places: [Int]) -> Self {
        var group = self
        group.action.members = places.map { action.members[$0] }
        group.members = places.map { members[$0] }
        group.action.why = group.isLastCopy ? .lastCopy : nil
        return group
    }

    /// Ends the group because a copy cannot be taken back in the way that was asked for. Only a person decides that it
    /// is removed for good.
    mutating func end(retracting error: TrashError) {
        var error = error
        if error.kind == .refused { error.detail += "; with --permanently the copy is removed for good" }
        end(error)
    }
}

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
