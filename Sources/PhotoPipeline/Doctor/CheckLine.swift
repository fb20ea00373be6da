package import PhotoModel
package import SystemPackage

/// What a check examined, what it found, and what helps. Front ends word it.
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
        case library
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

    /// The state. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// As it should be.
        case ok
        /// The program works, but somebody should know.
        case warning
        /// A scheduled run would fail because of it.
        case problem
        /// It could not be checked, or there is nothing to check.
        case skipped
    }

    /// What a line is about.
    package enum Subject: Hashable, Sendable {
        /// The machine, or the whole library.
        case whole
        /// A file or a directory.
        case path(FilePath)
        /// Something with a name, such as a destination.
        case name(String)
    }

    /// The check.
    package let name: Name
    /// The subject.
    package let subject: Subject
    /// The state.
    package let state: State
    /// The finding.
    package let finding: CheckFinding
    /// What to do about it; nil if nothing has to be done, or nothing helps.
    package let remedy: Remedy?

    init(_ name: Name, _ subject: Subject, _ state: State, _ finding: CheckFinding, remedy: Remedy? = nil) {
        (self.name, self.subject, self.state, self.finding, self.remedy) = (name, subject, state, finding, remedy)
    }

    /// A line for an error of this module, with its remedy.
    init(_ name: Name, _ subject: Subject, _ error: PipelineError, _ state: State = .problem) {
        self.init(name, subject, state, .error(error), remedy: error.remedy)
    }

    /// Whether it requires somebody to sign in.
    package var wantsSignIn: Bool {
        if case .error(let error) = finding { state == .problem && error.kind == .signIn } else { false }
    }
}

/// One thing that ``Checkup`` checks. A new one is listed in `Checkup.checks`;
/// CONTRIBUTING.md names the other files.
protocol DoctorCheck: Sendable {
    /// Performs the check. Changes nothing.
    ///
    /// - Parameter context: what can be examined.
    /// - Returns: a line for each thing examined; none if there is no such thing.
    func lines(_ context: CheckContext) async -> [CheckLine]
}
