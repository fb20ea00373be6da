internal import Dispatch
internal import Foundation
internal import Synchronization
package import SystemPackage
internal import WorkphotosTestSupport

/// Strikes the built program at many points of many scenarios.
package struct Torture: Sendable {
    /// The program's path.
    package var program: String
    /// What is struck.
    package var scenarios = Scenario.all
    /// How many points in all; nil kills at every one instead.
    package var points: Int? = 400
    /// Chooses the points.
    package var seed: UInt64 = 1
    /// How long it may take. Each scenario has an equal share of what is left, and no point begins after that; nil sets
    /// no end.
    package var time: Duration?
    /// How many runs there may be at a time.
    package var workers = 2
    /// Where worlds are kept in which something was violated; nil keeps none.
    package var kept: FilePath?
    /// Told of each strike as it is over. Called by several threads, one after another.
    package var progress: @Sendable (Strike) -> Void = { _ in }

    package init(program: String) {
        self.program = program
    }

    /// Does it all. What is not well undisturbed is a violation, and the other scenarios go on.
    package func run() -> [Strike] {
        var strikes: [Strike] = []
        let possible = scenarios.filter { !$0.setting.hasOwnDisk || PrivateMounts.areAllowed }
        let end = time.map { ContinuousClock.now + $0 }
        for (number, scenario) in possible.enumerated() {
            let share = points.map { ($0 + possible.count - 1 - number) / possible.count }
            let now = ContinuousClock.now
            let turn = end.map { now + (($0 - now) / (possible.count - number)) }
            if let turn, turn <= now { continue }
            do {
                strikes += run(scenario, try choose(scenario, share, seed &+ UInt64(number)), until: turn)
            } catch {
                let strike = Strike(scenario: scenario.name, point: nil, failure: error)
                progress(strike)
                strikes.append(strike)
            }
        }
        return strikes
    }

    /// Strikes a scenario at given points, and begins none after a moment.
    package func run(
        _ scenario: Scenario, _ points: [Point], until end: ContinuousClock.Instant? = nil
    ) -> [Strike] {
        let work = Mutex(Work(points: points[...], end: end))
        DispatchQueue.concurrentPerform(iterations: min(workers, max(1, points.count))) { _ in
            inPrivate { mounts in
                let torturer = Torturer(program: program, scenario: scenario, mounts: mounts, kept: kept)
                while let point = work.withLock({ $0.take() }) {
                    let strike = torturer.strike(point)
                    work.withLock { work in
                        work.strikes.append(strike)
                        progress(strike)
                    }
                }
            }
        }
        return work.withLock { $0.strikes }
    }

    /// The points of a scenario that are struck; only with attacks that its destination can suffer, and that are
    /// allowed.
    ///
    /// - Throws: `TortureError` where it does not even run undisturbed, and what files throw.
    private func choose(_ scenario: Scenario, _ count: Int?, _ seed: UInt64) throws -> [Point] {
        var possible = scenario
        if !PrivateMounts.areAllowed { possible.attacks.removeAll(where: \.takesMount) }
        // Where the library has a disk of its own, so has the destination.
        if scenario.setting.hasOwnDisk { possible.attacks.removeAll { $0.takesNoMount || $0.takesOneDisk } }
        let made = Mutex<Result<PointChoice, any Error>?>(nil)
        inPrivate { [possible] mounts in
            let torturer = Torturer(program: program, scenario: possible, mounts: mounts, kept: nil)
            made.withLock { $0 = Result { try torturer.choice() } }
        }
        guard let choice = try made.withLock({ try $0?.get() }) else { return [] }
        return count.map { choice.points($0, of: possible, seed: seed) } ?? choice.kills
    }

    /// Runs a body where it may mount, or without.
    private func inPrivate(_ body: @escaping @Sendable (PrivateMounts?) -> Void) {
        let isDone: Bool? = PrivateMounts.run { mounts in
            body(mounts)
            return true
        }
        if isDone == nil { body(nil) }
    }
}

/// What the workers share.
private struct Work: Sendable {
    var points: ArraySlice<Point>
    let end: ContinuousClock.Instant?
    var strikes: [Strike] = []

    /// The next point; nil where there is none, or the time is up.
    mutating func take() -> Point? {
        if let end, ContinuousClock.now >= end { return nil }
        return points.popFirst()
    }
}
