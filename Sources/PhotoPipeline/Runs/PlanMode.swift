package import PhotoModel
package import SystemPackage

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
    var onlyReads: Bool {
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
