package import PhotoModel
package import SystemPackage

/// What a check examined, what it found, and what helps.
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
        case goneCopies = "gone-copies"
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
    package let subject: Subject
    package let state: State
    /// The finding in one sentence without a full stop, to follow the subject and a colon. Names are safe for a
    /// terminal. Times and ages are durations before now.
    package let finding: String
    /// What to do about it; nil if nothing has to be done, or nothing helps.
    package let remedy: Remedy?
    /// Whether it requires somebody to sign in.
    package let wantsSignIn: Bool

    init(_ name: Name, _ subject: Subject, _ state: State, _ finding: String, remedy: Remedy? = nil) {
        self.init(name, subject, state, finding, remedy, wantsSignIn: false)
    }

    /// A problem for an error that any command would end with, or that a service returned. The remedy is that of the
    /// error, or another where it has none.
    init(_ name: Name, _ subject: Subject, _ error: any Error, otherwise remedy: Remedy? = nil) {
        let error = PipelineError(of: error)
        let finding = (error.line.map { "line \($0): " } ?? "") + error.message
        self.init(name, subject, .problem, finding, error.remedy ?? remedy, wantsSignIn: error.kind == .signIn)
    }

    private init(
        _ name: Name, _ subject: Subject, _ state: State, _ finding: String, _ remedy: Remedy?, wantsSignIn: Bool
    ) {
        (self.name, self.subject, self.state, self.finding) = (name, subject, state, finding)
        (self.remedy, self.wantsSignIn) = (remedy, wantsSignIn)
    }

    /// The finding of a check that needs an index that cannot be read.
    static let onlyInIndex = "not checked, because the index cannot be read"
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
