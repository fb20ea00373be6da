internal import SystemPackage
internal import WorkphotosTestSupport

/// The result of one strike.
package struct Strike: Sendable {
    package let scenario: String
    /// The point; nil if the scenario already fails undisturbed.
    package let point: Point?
    /// Whether the blow took effect; otherwise the run does not count.
    package internal(set) var hasFired: Bool
    /// The thread that was struck, from 1 in order of appearance; nil if it is unknown.
    package let thread: Int?
    /// The exit status; nil if the run had to be killed.
    package let exit: Int32?
    /// The calls before the blow, and the one that was struck.
    package let calls: [String]
    /// What the run wrote to standard error.
    package let notes: String
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
            // Every thread's call with that number fails. Calls with which threads wake each other never fail.
            case .error: !struck.isEmpty && !struck.contains(where: \.isOnWaker)
            // Every thread loses its write with that number. No program can recover a lost write to the index: nothing
            // reads it back, and the disk reported it as written.
            case .loss: !struck.isEmpty && struck.allSatisfy { $0.isAbout(world.path("backup").string) }
            case .attack: isDone
            }
        hasFired = isOurs && isDealt
    }

    /// A check that could not be completed, for example because the scenario already fails undisturbed. It counts as a
    /// violation without a blow.
    init(scenario: String, point: Point?, failure: any Error) {
        (self.scenario, self.point) = (scenario, point)
        (hasFired, thread, exit, calls, notes) = (false, nil, nil, [], "")
        violations = ["\(failure)"]
    }

    /// Whether the run could not continue, though it was not struck, and had to be killed.
    package var hasGivenUp: Bool { point != nil && exit == nil && !hasFired && violations.isEmpty }

    /// The point in words.
    package var place: String { point?.description ?? "undisturbed" }

    /// The violations, how to repeat the strike, and the calls that led to it.
    package var report: String {
        let thread = thread.map { ", thread \($0)" } ?? ""
        let ending = exit.map { "ended with \($0)" } ?? "did not end"
        let run = hasFired ? "  the struck run \(ending)\(thread): \(notes)\n" : ""
        return violations.map { "  \($0)\n" }.joined() + run + calls.map { "    \($0)\n" }.joined()
            + "  again: --scenario \(scenario)\(point.map { " --point '\($0)'" } ?? "")\n"
    }
}

/// What must hold for every struck run.
package enum StruckRun {
    /// The signals by which a program ends that is wrong: SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS. A
    /// shell reports them with 128 added.
    private static let crashes: Set<Int32> = [132, 133, 134, 135, 136, 139, 159]

    /// A run that crashed, whether or not the blow took effect.
    package static func crash(exit: Int32?, notes: String) -> [String] {
        guard let exit, crashes.contains(exit) else { return [] }
        return ["the struck run crashed with signal \(exit - 128): \(notes)"]
    }

    /// The contract's exit codes for runs that were not told to stop.
    private static let exits: Set<Int32> = [0, 1, 3, 4, 8, 10, 11, 78, 130]

    static func violations(_ result: TracedRun.Result, _ blow: Blow, _ leftovers: [String]) -> [String] {
        guard let outcome = result.outcome else { return ["the struck run did not end"] + leftovers }
        if blow == .kill || exits.contains(outcome.exit) { return leftovers }
        return leftovers + ["the struck run ended with \(outcome.exit): \(outcome.notes)"]
    }
}
