internal import SystemPackage
internal import WorkphotosTestSupport

/// A change of the world while a run is stopped.
package struct Attack: Sendable {
    /// The name, as in points.
    package var name: String
    /// Whether the destination must be a mount.
    package var takesMount = false
    /// Whether the destination must not be a mount, because it is renamed.
    package var takesNoMount = false
    /// Whether the library must be on the same disk as the rest, because something is renamed across.
    package var takesOneDisk = false
    /// Whether it happens before the run instead of while it is stopped.
    package var isEarly = false
    /// Carries out the attack.
    ///
    /// - Returns: whether there was anything to attack; otherwise the run does not count.
    package var run: @Sendable (World) throws -> Bool
    /// Whether the attack took effect, checked after the struck run; otherwise the run does not count.
    package var hasHappened: @Sendable (World) -> Bool = { _ in true }
    /// Repairs the world for the next run, after the struck one. Returns violations.
    package var undo: @Sendable (World) throws -> [String] = { _ in [] }
    /// Commands to run before the command is run again.
    package var repair: [[String]] = []
    /// An exit status that the second run may have, besides 0.
    package var exit: Int32 = 0
    /// Whether `undo` repairs everything, so that the attack changes nothing for the next run.
    package var isPutRight = false
}
