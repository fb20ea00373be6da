internal import SystemPackage
internal import WorkphotosTestSupport

/// A command that is struck, with all that goes before and what has to hold after.
///
/// What holds is said for two stages, since a run that was struck may leave work undone but nothing wrong, and the run
/// after it leaves nothing undone.
package struct Scenario: Sendable {
    /// When the world is looked at.
    package enum Stage: Sendable {
        /// The run was struck and is over; nothing has run since.
        case struck
        /// The same command has run again, undisturbed.
        case finished
    }

    /// What people call it.
    package var name: String
    /// The configuration's `[upload] parallel`.
    package var parallel = 1
    /// What the system is like in every run: strace's expressions.
    package var conditions: [String] = []
    /// Whether writes fall short: see ``ShortWrites``.
    package var hasShortWrites = false
    /// What is done before the command, once.
    package var prepare: @Sendable (World) throws -> Void
    /// The command's arguments.
    package var command: @Sendable (World) -> [String]
    /// What is run after the command ran again, to bring to its end what that leaves to others.
    package var completion: [[String]] = []
    /// What may happen while it is stopped.
    package var attacks: [Attack] = []
    /// Whether writes may be lost. Only where reading back is a promise: not for the index.
    package var hasLosses = false
    /// What is wrong with the world at a stage; `blow` is what was done to the run.
    package var violations: @Sendable (World, Stage, Blow) throws -> [String]

    /// All scenarios, in the order in which they are run.
    package static let all: [Scenario] = [.scan] + uploads

    /// The scenario of a name; nil where there is none.
    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Makes a world for it that is ready for the command.
    func makeWorld(program: String, mounts: PrivateMounts?) throws -> World {
        let world = try World(program: program, parallel: parallel, mounts: mounts)
        try prepare(world)
        try world.save()
        return world
    }

    /// The variables of the program.
    func variables(_ world: World) throws -> [String: String] {
        hasShortWrites ? ["LD_PRELOAD": try ShortWrites.library(in: world)] : [:]
    }
}
