import Glibc
import PhotoIndex
package import PhotoModel

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
    /// - Throws: `IndexError`, and what `body` throws.
    package func runs(limit: Int?, _ body: (RunRecord) throws -> Bool) throws {
        try index.runs(limit: limit, body)
    }

    /// A run.
    ///
    /// - Parameter number: its number.
    /// - Returns: the run; nil where there is none of that number.
    /// - Throws: `IndexError`.
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
    ///
    /// - Throws: `IndexError`, and what `body` throws.
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
