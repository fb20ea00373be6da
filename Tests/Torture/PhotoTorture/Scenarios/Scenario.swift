internal import SystemPackage
internal import WorkphotosTestSupport

/// A command to strike, with its preparation and what must hold afterwards.
///
/// What must hold depends on the stage: a struck run may leave work undone but nothing wrong, and the run after it
/// leaves nothing undone.
package struct Scenario: Sendable {
    /// When the world is checked.
    package enum Stage: Hashable, Sendable {
        /// After the struck run, before anything else runs.
        case struck
        /// Like `struck`, if the run reported success, with these notes.
        case ended(notes: String)
        /// After the same command has run again, undisturbed.
        case finished
    }

    /// The name. No name is a prefix of another.
    package var name: String
    package var setting = World.Setting()
    /// The system's behaviour in every run, as strace expressions.
    package var conditions: [String] = []
    /// Replaces functions of the C library.
    var preload: Preload?
    /// Prepares a world once, before the command.
    package var prepare: @Sendable (World) throws -> Void
    /// The command's arguments.
    package var command: @Sendable (World) -> [String]
    /// An exit status that the second run may have, besides 0.
    package var exit: Int32 = 0
    /// Commands that complete, after the second run, what it leaves to others.
    package var completion: [[String]] = []
    /// More such commands, if the struck run met an error: no one knows what it could not read.
    package var completionAfterError: [[String]] = []
    /// The attacks that can be made while it is stopped.
    package var attacks: [Attack] = []
    /// One in this many points is an attack.
    package var attackShare = 5
    /// Whether writes may be lost. Only if copies are read back, and so not for the index.
    package var hasLosses = false
    /// The violations at a stage; `blow` is what was done to the run.
    package var violations: @Sendable (World, Stage, Blow) throws -> [String]
    /// Runs at the very end, for example to undo everything. Returns violations.
    package var afterwards: @Sendable (World) throws -> [String] = { _ in [] }

    /// All scenarios, in the order in which they run.
    package static let all: [Scenario] = [.scan] + uploads + retractions + removals + remotes + albums

    /// The scenario with this name; nil if there is none.
    package static func named(_ name: String) -> Scenario? { all.first { $0.name == name } }

    /// Makes a world that is ready for the command.
    func makeWorld(program: String, mounts: PrivateMounts?) throws -> World {
        let world = try World(program: program, setting: setting, mounts: mounts)
        try prepare(world)
        world.command = command(world)
        try world.save()
        return world
    }

    func variables(_ world: World) throws -> [String: String] {
        try preload.map { ["LD_PRELOAD": try $0.library(in: world)] } ?? [:]
    }

    /// Leaves what a command leaves that is killed after a part of its calls of these names.
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
