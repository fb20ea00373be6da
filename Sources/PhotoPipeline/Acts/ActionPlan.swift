package import PhotoModel
package import SystemPackage

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

/// What becomes of a plan.
package enum PlanMode: Sendable {
    /// It is shown; nothing is written, here or at a destination.
    case dryRun
    /// It is written to a file, for `apply --plan`; nothing else is written.
    case write(FilePath)
    /// It is put aside for `apply`.
    case stage
    /// It is carried out.
    case carryOut

    /// Whether index, library and destinations stay as they are.
    package var onlyReads: Bool {
        switch self {
        case .dryRun, .write: true
        case .stage, .carryOut: false
        }
    }

    /// Whether the plan is kept for another run, which has the last word.
    var onlySelects: Bool {
        switch self {
        case .write, .stage: true
        case .dryRun, .carryOut: false
        }
    }

    /// Whether the lock is needed.
    var acts: Bool { if case .carryOut = self { true } else { false } }
}

/// Where the groups of a plan come from.
package enum PlanOrigin {
    /// Work photos of the index that a selection matches.
    case selection(PhotoSelection)
    /// What was staged: those of the given numbers, or all.
    case staged([Int64]?)
    /// The lines of a plan's file.
    case plan(PlanFile)

    /// The command that has it.
    ///
    /// - Parameter kind: what is done.
    /// - Returns: its name.
    func command(_ kind: Action.Kind) -> String {
        if case .selection = self { kind.rawValue } else { "apply" }
    }
}
