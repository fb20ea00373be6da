import Glibc
import PhotoIndex
package import PhotoModel

/// A run as users see it: what the journal says of it, and how it stands now.
package struct RunView: Sendable {
    /// How it stands. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Hashable, Sendable {
        /// It came to its end.
        case complete
        /// It was told to stop before its end, or could not go on.
        case incomplete
        /// It did not end, and nobody is at it any more.
        case interrupted
        /// It is under way.
        case running
    }

    /// Its number; later runs have higher ones.
    package let id: Int64
    /// The command, such as `upload`.
    package let command: String
    /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
    package let started: Int64
    /// When it ended; nil where nobody noted that.
    package let ended: Int64?
    /// How it stands.
    package let state: State
    /// The machine it began on; nil where that has no name.
    package let host: String?
    /// The number of its process there.
    package let pid: Int64?
    /// How many of what, by the words of the command's summary; those of none are left out.
    package let counts: [String: Int]

    init(_ record: RunRecord) {
        id = record.id
        command = record.command
        started = record.started
        ended = record.ended
        host = record.host
        pid = record.pid
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
    /// Calls `body` with each run, the newest first, until there is none left or `body` says no.
    ///
    /// - Parameters:
    ///   - limit: at most so many; nil for all.
    ///   - body: gives whether to go on.
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func runs(limit: Int?, _ body: (RunView) throws -> Bool) throws {
        try reading { try index.runs(limit: limit) { try body(RunView($0)) } }
    }

    /// A run.
    ///
    /// - Parameter number: its number.
    /// - Returns: the run; nil where there is none of that number.
    /// - Throws: `PipelineError` where the index fails.
    package func run(_ number: Int64) throws -> RunView? {
        var found: RunView?
        try reading {
            try index.runs(limit: nil) { record in
                if record.id == number { found = RunView(record) }
                return record.id > number
            }
        }
        return found
    }

    /// Calls `body` with each action of a run, in the order in which they were written down, until there is none left
    /// or `body` says no.
    ///
    /// - Throws: what `body` throws, and `PipelineError` where the index fails.
    package func actions(ofRun number: Int64, _ body: (Action) throws -> Bool) throws {
        try reading { try index.actions(ofRun: number, body) }
    }

    private func reading(_ work: () throws -> Void) throws {
        do {
            try work()
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }
}

/// The process of a run, as the index has noted it.
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

    /// Whether it lives on this machine. Good enough for people: another process may have got the number since.
    package var isAlive: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
    }
}

extension Action {
    /// The same, left as it is for a reason: refused where it is not what was chosen any more.
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
