package import PhotoModel

/// What an act intends to do. It is made once, and then shown, written to a file, staged or carried out.
struct ActionPlan<Group: GroupUnderWay>: Sendable {
    /// Groups that are carried out together: those of one destination.
    struct Part: Sendable {
        /// The destination; nil if the act has none, or if none is known yet.
        var destination: OpenDestination?
        var groups: [Group]
    }

    /// The parts to carry out, in the order of the selection.
    var parts: [Part] = []
    /// The groups that are left alone for now or refused, in the order of the selection, with the cause in words where
    /// the reason is not enough.
    var kept: [(action: Action, detail: String?)] = []
    /// Actions that an earlier run completed and that are reported again.
    var doneBefore: [Action] = []
    /// Counts of what the lists above do not contain.
    var summary = ActionSummary()

    /// All groups to carry out, without copying them: there may be a million.
    var groups: some Collection<Group> { parts.lazy.map(\.groups).joined() }

    var isEmpty: Bool { parts.allSatisfy(\.groups.isEmpty) }

    /// Adds a group of an act that has no destinations: to carry out, or to leave alone if it has ended.
    mutating func add(_ group: Group) {
        if !group.isOpen { return keep(group.action, group.detail) }
        if parts.isEmpty { parts = [Part(groups: [])] }
        parts[0].groups.append(group)
    }

    /// Records a group that is left alone.
    mutating func keep(_ action: Action, _ detail: String? = nil) { kept.append((action, detail)) }

    /// The number of bytes to read or send.
    var bytes: Int64 { parts.reduce(0) { sum, part in part.groups.reduce(sum) { $0 + $1.action.bytes } } }

    /// The number of photos to carry out, which a question names.
    var photos: Int { groups.reduce(0) { $0 + $1.action.photos } }
}

/// What is done with a plan.
package enum PlanMode: Sendable {
    /// Show it. Writes nothing, here or at a destination.
    case dryRun
    /// Write it for `apply --plan`. Writes nothing else.
    case write(PlanTarget)
    /// Stage it for `apply`.
    case stage
    case carryOut

    /// Whether the index, the library and the destinations stay unchanged.
    package var onlyReads: Bool {
        switch self {
        case .dryRun, .write: true
        case .stage, .carryOut: false
        }
    }

    /// Whether the plan is only a selection for a later run, which checks everything again.
    var onlySelects: Bool {
        switch self {
        case .write, .stage: true
        case .dryRun, .carryOut: false
        }
    }

    /// Whether the lock is required.
    var acts: Bool { if case .carryOut = self { true } else { false } }
}

/// Where the groups of a plan come from.
package enum PlanOrigin {
    /// The work photos of the index that match a selection.
    case selection(PhotoSelection)
    /// Staged actions with the given numbers, or all of them.
    case staged([Int64]?)
    /// The lines of a plan file.
    case plan(PlanFile)

    /// The command that carries out a plan of this origin.
    ///
    /// - Parameter kind: the kind of action.
    /// - Returns: the command's name.
    func command(_ kind: Action.Kind) -> String {
        if case .selection = self { kind.rawValue } else { "apply" }
    }
}
