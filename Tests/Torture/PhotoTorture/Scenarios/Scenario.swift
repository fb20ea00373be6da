internal import SystemPackage
internal import WorkphotosTestSupport

/// A command that is struck, with all that goes before and what has to hold after.
///
/// What holds is said for three stages, since a run that was struck may leave work undone but nothing wrong, and the
/// run after it leaves nothing undone.
package struct Scenario: Sendable {
    /// When the world is looked at.
    package enum Stage: Hashable, Sendable {
        /// The run was struck and is over; nothing has run since.
        case struck
        /// The same, and it says that all went well, with these notes.
        case ended(notes: String)
        /// The same command has run again, undisturbed.
        case finished
    }

    /// What people call it. No name begins another.
    package var name: String
    /// What its worlds are like.
    package var setting = World.Setting()
    /// What the system is like in every run: strace's expressions.
    package var conditions: [String] = []
    /// What answers in the C library's place.
    var preload: Preload?
    /// What is done before the command, once.
    package var prepare: @Sendable (World) throws -> Void
    /// The command's arguments.
    package var command: @Sendable (World) -> [String]
    /// What the command may end with when it runs again, besides 0.
    package var exit: Int32 = 0
    /// What is run after the command ran again, to bring to its end what that leaves to others.
    package var completion: [[String]] = []
    /// The same, where the struck run met an error: what it could not read is nobody's to know any more.
    package var completionAfterError: [[String]] = []
    /// What may happen while it is stopped.
    package var attacks: [Attack] = []
    /// One of how many points is an attack.
    package var attackShare = 5
    /// Whether writes may be lost. Only where reading back is a promise: not for the index.
    package var hasLosses = false
    /// What is wrong with the world at a stage; `blow` is what was done to the run.
    package var violations: @Sendable (World, Stage, Blow) throws -> [String]
    /// What is done when all is over, such as to take everything back; gives what is wrong then.
    package var afterwards: @Sendable (World) throws -> [String] = { _ in [] }

    /// All scenarios, in the order in which they are run.
    package static let all: [Scenario] = [.scan] + uploads + removals + remotes

    /// The scenario of a name; nil where there is none.
    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Makes a world for it that is ready for the command.
    func makeWorld(program: String, mounts: PrivateMounts?) throws -> World {
        let world = try World(program: program, setting: setting, mounts: mounts)
        try prepare(world)
        world.command = command(world)
        try world.save()
        return world
    }

    /// The variables of the program.
    func variables(_ world: World) throws -> [String: String] {
        try preload.map { ["LD_PRELOAD": try $0.library(in: world)] } ?? [:]
    }

    /// Leaves what a command leaves that is killed so far on its way, as a part of its calls of some names.
    static func kill(
        _ command: [String], part: Double, among names: Set<String>
    ) -> @Sendable (World) throws -> Void {
        { world in
            try world.save()
            let run = TracedRun(world: world, conditions: [], variables: [:])
            let calls = try run.record(command).trace.calls.filter { names.contains($0.name) }
            try world.restore()
            guard !calls.isEmpty else { throw TortureError("\(command) makes none of the calls \(names.sorted())") }
            let last = calls[Int(Double(calls.count - 1) * part)]
            let point = Point(site: CallSite(call: last.name, count: last.count), blow: .kill)
            _ = try run.strike(point, command) {}
        }
    }
}
