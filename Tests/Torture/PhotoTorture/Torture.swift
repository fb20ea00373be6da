internal import Dispatch
internal import Foundation
internal import Synchronization
package import SystemPackage
internal import WorkphotosTestSupport

/// Strikes the built program at many points of many scenarios.
package struct Torture: Sendable {
    package var program: String
    /// The scenarios to strike.
    package var scenarios = Scenario.all
    /// The total number of points; nil to kill at every point instead.
    package var points: Int? = 400
    /// Chooses the points.
    package var seed: UInt64 = 1
    /// The maximum time; nil for no limit. Each scenario gets an equal share of the remaining time, and no point begins
    /// after its end.
    package var time: Duration?
    /// The number of concurrent runs.
    package var workers = 2
    /// Where worlds with violations are kept; nil to keep none.
    package var kept: FilePath?
    /// Called after each strike, by several threads one at a time.
    package var progress: @Sendable (Strike) -> Void = { _ in }

    package init(program: String) {
        self.program = program
    }

    /// Runs all scenarios. One that fails undisturbed is a violation, and the others continue.
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

    /// Strikes a scenario at given points. Begins none after `end`.
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

    /// Chooses a scenario's points, with only those attacks that are possible and allowed.
    ///
    /// - Throws: `TortureError` if the scenario fails undisturbed, and errors of the file system.
    private func choose(_ scenario: Scenario, _ count: Int?, _ seed: UInt64) throws -> [Point] {
        var possible = scenario
        if !PrivateMounts.areAllowed { possible.attacks.removeAll(where: \.takesMount) }
        // If the library has its own disk, the destination has one too.
        if scenario.setting.hasOwnDisk { possible.attacks.removeAll { $0.takesNoMount || $0.takesOneDisk } }
        let made = Mutex<Result<PointChoice, any Error>?>(nil)
        inPrivate { [possible] mounts in
            let torturer = Torturer(program: program, scenario: possible, mounts: mounts, kept: nil)
            made.withLock { $0 = Result { try torturer.choice() } }
        }
        guard let choice = try made.withLock({ try $0?.get() }) else { return [] }
        return count.map { choice.points($0, of: possible, seed: seed) } ?? choice.kills
    }

    /// Runs a body with private mounts, or without them if they are not allowed.
    private func inPrivate(_ body: @escaping @Sendable (PrivateMounts?) -> Void) {
        let isDone: Bool? = PrivateMounts.run { mounts in
            body(mounts)
            return true
        }
        if isDone == nil { body(nil) }
    }
}

/// The state that the workers share.
private struct Work: Sendable {
    var points: ArraySlice<Point>
    let end: ContinuousClock.Instant?
    var strikes: [Strike] = []

    /// The next point; nil if there is none, or if the time is over.
    mutating func take() -> Point? {
        if let end, ContinuousClock.now >= end { return nil }
        return points.popFirst()
    }
}
