internal import SystemPackage
internal import WorkphotosTestSupport

/// What came of striking once.
package struct Strike: Sendable {
    /// The scenario's name.
    package let scenario: String
    /// Where and what; nil where the scenario is not even well undisturbed.
    package let point: Point?
    /// Whether the blow fell; a run without does not count.
    package internal(set) var hasFired: Bool
    /// The thread that got it, from 1 in the order in which threads showed up; nil where nobody knows.
    package let thread: Int?
    /// How the run ended; nil where it had to be ended.
    package let exit: Int32?
    /// The calls before the blow, and the one it fell on.
    package let calls: [String]
    /// What the run said on standard error.
    package let notes: String
    /// What is wrong.
    package var violations: [String] = []

    init(scenario: String, point: Point, result: TracedRun.Result, isDone: Bool, world: World) {
        self.scenario = scenario
        self.point = point
        let call = result.trace.call(at: point.site)
        thread = call?.thread
        exit = result.outcome?.exit
        notes = result.outcome?.notes ?? ""
        calls = result.trace.surroundings(of: point.site)
        let isOurs = point.site == .start || call.map(world.isAbout) != false
        let struck = result.trace.injected.filter { $0.name == point.site.call }
        let isDealt =
            switch point.blow {
            case .kill: exit == 137
            // Each thread has its call of that number fail. What threads wake each other with never fails.
            case .error: !struck.isEmpty && !struck.contains(where: \.isOnWaker)
            // Each thread loses its write of that number. One to the index no program can make up for: nothing reads it
            // back, and the disk has said that it is there.
            case .loss: !struck.isEmpty && struck.allSatisfy { $0.isAbout(world.path("backup").string) }
            case .attack: isDone
            }
        hasFired = isOurs && isDealt
    }

    /// What could not be looked at to its end, such as a scenario that is not even well undisturbed: that is a
    /// violation, and no blow.
    init(scenario: String, point: Point?, failure: any Error) {
        (self.scenario, self.point) = (scenario, point)
        (hasFired, thread, exit, calls, notes) = (false, nil, nil, [], "")
        violations = ["\(failure)"]
    }

    /// Where and what, in words.
    package var place: String { point?.description ?? "undisturbed" }

    /// For people: what was violated, how to do it again, and the calls that led there.
    package var report: String {
        let thread = thread.map { ", thread \($0)" } ?? ""
        let ending = exit.map { "ended with \($0)" } ?? "did not end"
        let run = hasFired ? "  the struck run \(ending)\(thread): \(notes)\n" : ""
        return violations.map { "  \($0)\n" }.joined() + run + calls.map { "    \($0)\n" }.joined()
            + "  again: --scenario \(scenario)\(point.map { " --point '\($0)'" } ?? "")\n"
    }
}

/// What must hold of every struck run.
enum StruckRun {
    /// What the contract has for runs that were not told to stop.
    private static let exits: Set<Int32> = [0, 1, 3, 4, 8, 10, 11, 78, 130]

    static func violations(_ result: TracedRun.Result, _ blow: Blow, _ leftovers: [String]) -> [String] {
        guard let outcome = result.outcome else { return ["the struck run did not end"] + leftovers }
        if blow == .kill || exits.contains(outcome.exit) { return leftovers }
        return leftovers + ["the struck run ended with \(outcome.exit): \(outcome.notes)"]
    }
}
