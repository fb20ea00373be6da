/// A command that changed something, or was about to.
package struct RunRecord: Hashable, Sendable {
    /// Its number; later runs have higher ones.
    package let id: Int64
    /// The command, such as `upload`.
    package var command: String
    /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
    package var started: Int64
    /// When it ended; nil while it runs, and for one that was killed and that nobody has settled yet.
    package var ended: Int64?
    /// Whether it came to its end; nil as long as ``ended`` is.
    package var isComplete: Bool?
    /// The machine it ran on, for people.
    package var host: String?
    /// The number of its process there, for people.
    package var pid: Int64?
    /// How many of what, by the words of the command's summary; those of none are left out.
    package var counts: [String: Int]

    package init(
        id: Int64, command: String, started: Int64, ended: Int64? = nil, isComplete: Bool? = nil,
        host: String? = nil, pid: Int64? = nil, counts: [String: Int] = [:]
    ) {
        self.id = id
        self.command = command
        self.started = started
        self.ended = ended
        self.isComplete = isComplete
        self.host = host
        self.pid = pid
        self.counts = counts
    }
}
