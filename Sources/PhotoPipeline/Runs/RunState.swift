import Glibc
import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

extension RunRecord {
    /// What has become of a run. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// It was completed.
        case complete
        /// It was stopped, or could not continue.
        case incomplete
        /// It did not end, and its process is gone.
        case interrupted
        case running
    }

    /// What has become of it by now.
    package var state: State {
        switch isComplete {
        case true?: .complete
        case false?: .incomplete
        case nil: isAlive ? .running : .interrupted
        }
    }

    /// Whether it does nothing any more.
    package var isOver: Bool { state != .running }

    /// Whether its process is alive on this machine. Good enough for display: another process may have got the number
    /// since.
    package var isAlive: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
    }
}

extension Library {
    /// Calls `body` with each run, the newest first, until `body` returns false.
    ///
    /// - Parameters:
    ///   - limit: the most runs to list; nil for all.
    ///   - body: returns whether to go on.
    package func runs(limit: Int?, _ body: (RunRecord) throws -> Bool) throws {
        try index.runs(limit: limit, body)
    }

    /// A run.
    ///
    /// - Returns: the run; nil where there is none of that number.
    package func run(_ number: Int64) throws -> RunRecord? {
        var found: RunRecord?
        try index.runs(limit: nil) { record in
            if record.id == number { found = record }
            return record.id > number
        }
        return found
    }

    /// The number of photos of a run's actions by their state.
    package func photos(ofRun number: Int64) throws -> [Action.State: Int] {
        try index.photos(ofRun: number)
    }

    /// Calls `body` with each action of a run, in the order in which they were recorded, until `body` returns false.
    package func actions(ofRun number: Int64, _ body: (Action) throws -> Bool) throws {
        try index.actions(ofRun: number, body)
    }
}

extension Action {
    /// The same action, left alone for a reason, in the state that the reason implies.
    func left(_ why: Reason) -> Action {
        var action = self
        action.why = why
        switch why {
        case .changedSincePlan, .membersDiffer, .destinationChanged: action.state = .refused
        case .alreadyThere: action.state = .done
        case .unreadable: action.state = .failed
        default: action.state = .skipped
        }
        return action
    }
}

extension Library {
    /// When a run of all steps last succeeded, in nanoseconds since 1970-01-01T00:00:00Z; nil if none did.
    package func lastGoodRun() throws -> Int64? {
        try index.latestRun("run", isComplete: true)?.ended
    }

    /// The number of copies that were found missing or changed, and were not sent there again.
    package func lostCopies() throws -> Int {
        try index.lostCopies().values.reduce(0, +)
    }
}

/// Records the result of a run of all steps in the journal, after the rows of its steps: nothing else would tell when a
/// run last succeeded.
package struct RunNote {
    private let index: FilePath
    private let environment: Environment

    package init(index: FilePath, environment: Environment) {
        self.index = index
        self.environment = environment
    }

    /// Records it, if there is an index.
    ///
    /// - Parameters:
    ///   - exit: its exit status; 0 means success.
    ///   - started: when it began, in nanoseconds since 1970-01-01T00:00:00Z.
    package func write(exit: Int32, since started: Int64) throws {
        guard SmallFile.exists(index) else { return }
        try PhotoIndex.open(forWritingAt: index, owner: environment.owner).noteRun(
            "run", from: started, to: environment.clock.now, isComplete: exit == 0, counts: ["exit": Int(exit)])
    }
}
