package import PhotoModel
package import SystemPackage

/// What a check looked at, what it saw there, and what mends it. It is a fact: how it is said is a front end's own.
package struct CheckLine: Hashable, Sendable {
    /// The check. The raw values are the contract's `name`.
    package enum Name: String, CaseIterable, Hashable, Sendable {
        case configuration
        case fences
        case index
        case indexDisk = "index-disk"
        case backup
        case clock
        case root
        case sync
        case trash
        case destination
        case require
        case signIn = "sign-in"
        case interrupted
        case parked
        case staged
        case cap
        case timer
        case lastRun = "last-run"
        case leftovers
    }

    /// How it is. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// As it should be.
        case ok
        /// It goes on like this, but somebody should know.
        case warning
        /// A night would go wrong by it.
        case problem
        /// Nobody could look, or there is nothing to look at.
        case skipped
    }

    /// What it is about.
    package enum Subject: Hashable, Sendable {
        /// The machine, or all of the library.
        case whole
        /// A file or a directory.
        case path(FilePath)
        /// Something that has a name, such as a destination.
        case name(String)
    }

    /// The check.
    package let name: Name
    /// What it is about.
    package let subject: Subject
    /// How it is.
    package let state: State
    /// What was seen.
    package let finding: CheckFinding
    /// What to do about it; nil where nothing is to be done, or nothing helps.
    package let remedy: Remedy?

    init(_ name: Name, _ subject: Subject, _ state: State, _ finding: CheckFinding, remedy: Remedy? = nil) {
        (self.name, self.subject, self.state, self.finding, self.remedy) = (name, subject, state, finding, remedy)
    }

    /// An error of this room as a problem, with what helps against it.
    init(_ name: Name, _ subject: Subject, _ error: PipelineError, _ state: State = .problem) {
        self.init(name, subject, state, .error(error), remedy: error.remedy)
    }

    /// Whether somebody has to sign in before it is well.
    package var wantsSignIn: Bool {
        if case .error(let error) = finding { state == .problem && error.kind == .signIn } else { false }
    }
}

/// One thing that ``Checkup`` looks at. A new one is a file in `Checks` and a line in `Checkup.checks`.
protocol DoctorCheck: Sendable {
    /// Looks. Changes nothing.
    ///
    /// - Parameter context: what there is to look at.
    /// - Returns: a line for each thing that was looked at; none where there is no such thing.
    func lines(_ context: CheckContext) async -> [CheckLine]
}
