/// The user's or the system's wish that the program stop.
///
/// Work asks between steps that are safe to stop after. A second wish is not asked for: it ends the program at once.
package protocol Interruption: Sendable {
    /// The first signal that came; nil where none did.
    var signal: InterruptionSignal? { get }
}

/// The signals that ask the program to stop.
package enum InterruptionSignal: Sendable {
    /// SIGINT: Ctrl-C.
    case interrupt
    /// SIGTERM.
    case terminate
}
