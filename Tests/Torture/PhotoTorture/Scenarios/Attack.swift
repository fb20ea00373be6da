internal import SystemPackage
internal import WorkphotosTestSupport

/// Something that happens to a world while a run is stopped.
package struct Attack: Sendable {
    /// What people call it.
    package var name: String
    /// Whether the destination has to be a mount.
    package var takesMount = false
    /// Whether it has to be none, since it is renamed.
    package var takesNoMount = false
    /// Whether library and its surroundings have to be one disk, since something is renamed from here to there.
    package var takesOneDisk = false
    /// Whether it happens before the run and not while that is stopped.
    package var isEarly = false
    /// Does it.
    ///
    /// - Returns: whether there was anything to do it to; a run without does not count.
    package var run: @Sendable (World) throws -> Bool
    /// Whether it came to anything, seen once the struck run is over; a run to which it did not happen does not count.
    package var hasHappened: @Sendable (World) -> Bool = { _ in true }
    /// Puts right what the attack made wrong for the next run, once the struck one is over; gives what it found wrong.
    package var undo: @Sendable (World) throws -> [String] = { _ in [] }
    /// What has to run before the command is run again.
    package var repair: [[String]] = []
    /// What the command may end with when it runs again, besides 0.
    package var exit: Int32 = 0
    /// Whether `undo` puts everything right, so that nothing is demanded of the next run because of it.
    package var isPutRight = false
}
