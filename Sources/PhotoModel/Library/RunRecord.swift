/// A command that changed something, or was about to.
package struct RunRecord: Hashable, Sendable {
    /// Its number; later runs have higher ones.
    package let id: Int64
    /// The command, such as `upload`.
    package let command: String
    /// When it began, nanoseconds since 1970-01-01T00:00:00Z.
    package let started: Int64
    /// When it ended; nil while it runs, and for one that was killed and has not been settled yet.
    package var ended: Int64?
    /// Whether it was completed; nil as long as ``ended`` is.
    package var isComplete: Bool?
    /// The machine it ran on, for people.
    package var host: String?
    /// The number of its process there, for people.
    package var pid: Int64?
    /// When it came from another machine's index, nanoseconds since 1970-01-01T00:00:00Z; nil for a run of this index.
    package var mergedAt: Int64?
    /// The counts of the command's summary, by their names; zeros are left out.
    package var counts: [String: Int] = [:]

    package init(id: Int64, command: String, started: Int64) {
        self.id = id
        self.command = command
        self.started = started
    }
}
