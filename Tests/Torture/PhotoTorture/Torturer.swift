internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// Strikes a scenario's command at one point after another, and checks the result each time. It keeps its worlds
/// between points. Each torturer is used by one thread.
final class Torturer {
    private let program: String
    private let scenario: Scenario
    private let mounts: PrivateMounts?
    private let kept: FilePath?
    private var worlds: [Bool: World] = [:]

    /// - Parameters:
    ///   - mounts: where file systems may be mounted, if that is allowed.
    ///   - kept: the directory for copies of worlds with violations; nil to keep none.
    init(program: String, scenario: Scenario, mounts: PrivateMounts?, kept: FilePath?) {
        (self.program, self.scenario, self.mounts, self.kept) = (program, scenario, mounts, kept)
    }

    /// Records an undisturbed run, from which points are chosen.
    func choice() throws -> PointChoice {
        let world = try world(isMounted: false)
        let run = try tracedRun(world).record(world.command)
        guard run.outcome?.exit == 0 else {
            throw TortureError(
                "\(scenario.name): undisturbed, it ends with \(run.outcome.map { "\($0.exit): \($0.notes)" } ?? "nothing")"
            )
        }
        let unfinished = try complete(world, after: nil)
        let violations = try unfinished + scenario.violations(world, .finished, .kill) + scenario.afterwards(world)
        guard violations.isEmpty else {
            throw TortureError("\(scenario.name): undisturbed, \(violations.joined(separator: "; "))")
        }
        return PointChoice(run.trace, in: world)
    }

    /// Strikes once. An error is a violation, and the next point gets a new world.
    func strike(_ point: Point) -> Strike {
        do {
            return try struck(point)
        } catch {
            worlds = [:]
            return Strike(scenario: scenario.name, point: point, failure: error)
        }
    }

    private func struck(_ point: Point) throws -> Strike {
        let attack = try attack(of: point)
        let world = try world(isMounted: attack?.takesMount ?? false)
        defer { if !world.isUnspoilt { worlds = worlds.filter { $0.value !== world } } }
        try world.restore()
        let (result, isDone) = try struck(world, point, attack)
        world.notes += result.outcome?.notes ?? ""
        world.lost.formUnion(try DestinationCheck.lost(world))
        var strike = Strike(scenario: scenario.name, point: point, result: result, isDone: isDone, world: world)
        if isDone, attack?.hasHappened(world) == false { strike.hasFired = false }
        let undone = isDone ? try attack?.undo(world) ?? [] : []
        strike.violations = StruckRun.crash(exit: strike.exit, notes: strike.notes)
        if !strike.violations.isEmpty { try keep(world, strike) }
        guard strike.hasFired, strike.violations.isEmpty else { return strike }
        strike.violations = undone + StruckRun.violations(result, point.blow, leftovers(world))
        strike.violations += try scenario.violations(world, .struck, point.blow).map { "at once: \($0)" }
        if strike.violations.isEmpty { strike.violations += try finish(world, point, attack, result) }
        if !strike.violations.isEmpty { try keep(world, strike) }
        return strike
    }

    private func struck(
        _ world: World, _ point: Point, _ attack: Attack?
    ) throws -> (result: TracedRun.Result, isDone: Bool) {
        let run = try tracedRun(world)
        if let attack, attack.isEarly {
            let isDone = try attack.run(world)
            return (try run.record(world.command), isDone)
        }
        var isDone = false
        let result = try run.strike(point, world.command) { isDone = try attack?.run(world) ?? true }
        return (result, isDone)
    }

    /// Runs the command again and checks the result. If the struck run reported success, also checks the state before
    /// that.
    private func finish(
        _ world: World, _ point: Point, _ attack: Attack?, _ result: TracedRun.Result
    ) throws -> [String] {
        if let outcome = result.outcome, outcome.exit == 0, attack == nil {
            let early = try scenario.violations(world, .ended(notes: outcome.notes), point.blow)
            if !early.isEmpty { return early.map { "though it ended with 0: \($0)" } }
        }
        if attack?.isPutRight == true { world.demandNothing() }
        for arguments in attack?.repair ?? [] {
            let repair = try world.program.start(arguments).wait()
            if repair.exit != 0 { return ["\(arguments) ended with \(repair.exit): \(repair.notes)"] }
        }
        guard let second = try again(world) else { return ["the second run did not end"] }
        if ![0, scenario.exit, attack?.exit].contains(second.exit) {
            return ["the second run ended with \(second.exit): \(second.output)\(second.notes)"]
        }
        world.notes += second.notes
        let unfinished = try complete(world, after: point.blow)
        if !unfinished.isEmpty { return unfinished }
        var violations = try scenario.violations(world, .finished, point.blow).map { "after the second run: \($0)" }
        if violations.isEmpty { violations = try scenario.afterwards(world) }
        return leftovers(world) + violations
    }

    /// Completes what the command leaves to others. Skipped in a library that someone else changed, because new files
    /// would be included.
    private func complete(_ world: World, after blow: Blow?) throws -> [String] {
        if world.isDisturbed { return [] }
        var commands = scenario.completion
        if case .error? = blow { commands += scenario.completionAfterError }
        for arguments in commands {
            let last = try world.program.start(arguments).wait()
            if last.exit != 0 { return ["\(arguments) ended with \(last.exit): \(last.notes)"] }
        }
        return []
    }

    private func again(_ world: World) throws -> Outcome? {
        if scenario.conditions.isEmpty, scenario.preload == nil {
            let running = try world.program.start(world.command)
            return running.ends(within: TracedRun.patience) ? try running.wait() : nil
        }
        return try tracedRun(world).record(world.command).outcome
    }

    private func leftovers(_ world: World) -> [String] {
        let processes = Leftovers.processes(home: world.path("home"))
        if !processes.isEmpty { Leftovers.end(home: world.path("home")) }
        return processes.isEmpty ? [] : ["processes are left over: \(processes)"]
    }

    private func tracedRun(_ world: World) throws -> TracedRun {
        TracedRun(world: world, conditions: scenario.conditions, variables: try scenario.variables(world))
    }

    private func attack(of point: Point) throws -> Attack? {
        guard case .attack(let name) = point.blow else { return nil }
        guard let attack = scenario.attacks.first(where: { $0.name == name }) else {
            throw TortureError("\(scenario.name) has no attack '\(name)'")
        }
        return attack
    }

    private func keep(_ world: World, _ strike: Strike) throws {
        guard let kept else { return }
        try world.keep(in: kept.appending("\(scenario.name)-\(strike.place)"))
    }

    /// The world, made on first use.
    private func world(isMounted: Bool) throws -> World {
        if let world = worlds[isMounted] { return world }
        let takesMount = isMounted || scenario.setting.hasOwnDisk
        let world = try scenario.makeWorld(program: program, mounts: takesMount ? mounts : nil)
        _ = try world.program.start(world.command).wait()
        world.undisturbed.destination = try world.copies
        world.undisturbed.list = try world.program.run("list", "--json").output
        try world.restore()
        worlds[isMounted] = world
        return world
    }
}
