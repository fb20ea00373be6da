import PhotoModel

/// What an act means to do: made once, and then shown, written to a file, staged or carried out.
struct ActionPlan<Group: Sendable>: Sendable {
    /// Groups that are carried out together: those of one destination.
    struct Part: Sendable {
        /// Where they go; nil where they go nowhere, or nobody knows yet.
        var destination: OpenDestination?
        var groups: [Group]
    }

    /// What is to be done, a part after the other, in the order of the selection.
    var parts: [Part] = []
    /// What stays for now, or is refused, and why in words where the reason does not say all; in the order of the
    /// selection.
    var kept: [(action: Action, detail: String?)] = []
    /// What an earlier run has done already, and what users are told all the same.
    var doneBefore: [Action] = []
    /// What there is to say of the rest.
    var summary = ActionSummary()

    /// All that is to be done, where it lies: there may be a million of them.
    var groups: some Collection<Group> { parts.lazy.map(\.groups).joined() }

    var isEmpty: Bool { parts.allSatisfy(\.groups.isEmpty) }

    /// Has a group stay.
    mutating func keep(_ action: Action, _ detail: String? = nil) { kept.append((action, detail)) }
}

extension ActionPlan {
    /// Bytes that are to be read or sent.
    func bytes<Details, Member>() -> Int64 where Group == GroupUnderWay<Details, Member> {
        parts.reduce(0) { sum, part in part.groups.reduce(sum) { $0 + $1.action.bytes } }
    }
}
