import PhotoModel

/// What an upload means to do: made once, and then shown, staged or carried out.
struct UploadPlan {
    /// Groups by the destination they go to, in the order of the selection.
    struct Part {
        /// Where to; nil where no destination is known.
        var destination: OpenDestination?
        /// What goes there.
        var groups: [PlannedGroup]
    }

    /// What goes where.
    var parts: [Part] = []
    /// What stays for now, or is refused, with why; in the order of the selection.
    var kept: [Action] = []
    /// What there is to say of the rest.
    var summary = ActionSummary()

    /// Bytes that are to be sent.
    var bytes: Int64 {
        parts.reduce(0) { sum, part in part.groups.reduce(sum) { $0 + $1.action.bytes } }
    }

    /// How many groups are to be sent.
    var count: Int { parts.reduce(0) { $0 + $1.groups.count } }
}
