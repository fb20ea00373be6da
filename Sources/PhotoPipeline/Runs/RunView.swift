import PhotoIndex

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
