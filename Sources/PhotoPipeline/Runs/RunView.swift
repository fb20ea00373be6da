import Glibc
import PhotoIndex
package import PhotoModel

/// A run for display: what the journal has of it, and its current state.
package struct RunView: Sendable {
    /// The state. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// It was completed.
        case complete
        /// It was stopped, or could not continue.
        case incomplete
        /// It did not end, and its process is gone.
        case interrupted
        case running
    }

    /// Its number; later runs have higher ones.
    package let id: Int64
    /// The command, such as `upload`.
    package let command: String
    /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
    package let started: Int64
    /// When it ended; nil if that was not recorded.
    package let ended: Int64?
    package let state: State
    /// The machine that it began on; nil if that has no name.
    package let host: String?
    /// The number of its process.
    package let pid: Int64?
    /// When it came from another machine's index, nanoseconds since 1970-01-01T00:00:00Z; nil for a run of this index.
    package let mergedAt: Int64?
    /// The counts of the command's summary, by their names; zeros are left out.
    package let counts: [String: Int]

    /// Whether it does nothing any more.
    package var isOver: Bool { state != .running }

    init(_ record: RunRecord) {
        id = record.id
        command = record.command
        started = record.started
        ended = record.ended
        host = record.host
        pid = record.pid
        mergedAt = record.mergedAt
        counts = record.counts
        state =
            switch record.isComplete {
            case true?: .complete
            case false?: .incomplete
            case nil: RunProcess(host: record.host, pid: record.pid).isAlive ? .running : .interrupted
            }
    }
}

extension Library {
    /// Calls `body` with each run, the newest first, until `body` returns false.
    ///
    /// - Parameters:
    ///   - limit: the most runs to list; nil for all.
    ///   - body: returns whether to go on.
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func runs(limit: Int?, _ body: (RunView) throws -> Bool) throws {
        try readingIndex { try index.runs(limit: limit) { try body(RunView($0)) } }
    }

    /// A run.
    ///
    /// - Parameter number: its number.
    /// - Returns: the run; nil where there is none of that number.
    /// - Throws: `PipelineError` where the index fails.
    package func run(_ number: Int64) throws -> RunView? {
        var found: RunView?
        try readingIndex {
            try index.runs(limit: nil) { record in
                if record.id == number { found = RunView(record) }
                return record.id > number
            }
        }
        return found
    }

    /// The number of photos of a run's actions by their state.
    ///
    /// - Throws: `PipelineError` where the index fails.
    package func photos(ofRun number: Int64) throws(PipelineError) -> [Action.State: Int] {
        try translatingIndexErrors { try index.photos(ofRun: number) }
    }

    /// Calls `body` with each action of a run, in the order in which they were recorded, until `body` returns false.
    ///
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func actions(ofRun number: Int64, _ body: (Action) throws -> Bool) throws {
        try readingIndex { try index.actions(ofRun: number, body) }
    }
}

/// The process of a run, as recorded in the index.
package struct RunProcess: Hashable, Sendable {
    private let host: String?
    private let pid: Int64?

    /// - Parameters:
    ///   - host: the machine it began on.
    ///   - pid: its number there.
    package init(host: String?, pid: Int64?) {
        self.host = host
        self.pid = pid
    }

    /// Whether it is alive on this machine. Good enough for display: another process may have got the number since.
    package var isAlive: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
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
