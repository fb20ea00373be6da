internal import ArgumentParser
internal import Foundation
internal import Glibc
internal import PhotoTorture
internal import SystemPackage

/// Strikes a built program while it works, and checks the result.
@main
struct TortureCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "workphotos-torture",
        abstract: "Kill, fail and disturb a program at its system calls, and look at what is left.",
        discussion: """
            Each point is a system call by its number in a thread, and what is done there: kill, an error, a loss, an \
            attack. The command then runs again, and all must be well. Points that no run came to do not count.
            """)

    @Argument(help: "The built workphotos.")
    var program: String

    @Option(help: "How many points in all; 'all' kills at every one of a recorded run.")
    var points = "400"

    @Option(help: "Chooses the points.")
    var seed: UInt64 = 1

    @Option(help: "Only this scenario, or those whose names begin so; may be repeated.")
    var scenario: [String] = []

    @Option(help: "Only this point, such as kill@fsync:7, EIO@write:3+ or flip@fsync:4; may be repeated.")
    var point: [String] = []

    @Option(help: "How many points at requests to Google Drive, after the others.")
    var drivePoints = 0

    @Option(help: "Only this of what is done at Google Drive, such as share; may be repeated.")
    var driveAct: [String] = []

    @Option(help: "How many minutes it may take; each scenario has a share, and points are left out at its end.")
    var minutes: Double?

    @Option(help: "How many runs at a time.")
    var workers = 2

    @Flag(help: "Keep the directories in which something was wrong.")
    var keep = false

    @Flag(help: "Say each point.")
    var verbose = false

    func run() async throws {
        var torture = Torture(program: URL(fileURLWithPath: program).path)
        torture.scenarios = try chosen()
        torture.points = Int(points)
        torture.seed = seed
        torture.time = minutes.map { .seconds($0 * 60) }
        torture.workers = workers
        if keep { torture.kept = try keptDirectory() }
        torture.progress = { [verbose] strike in Self.say(strike, verbose) }
        let given = try point.map { text in
            guard let point = Point(parsing: text) else { throw ValidationError("'\(text)' is no point") }
            return point
        }
        let strikes = given.isEmpty ? torture.run() : torture.scenarios.flatMap { torture.run($0, given) }
        let report = TortureReport(strikes)
        print(report)
        if given.isEmpty, let wanted = torture.points, strikes.count < wanted {
            print("\(strikes.count) of \(wanted) points were struck")
        }
        let isWell = try await strikeAtDrive()
        let isStruck = report.fired > 0 || torture.points == 0
        if !isWell || !report.violated.isEmpty || !isStruck { throw ExitCode(1) }
    }

    private func strikeAtDrive() async throws -> Bool {
        if drivePoints == 0 { return true }
        var torture = DriveTorture(program: URL(fileURLWithPath: program).path)
        torture.workers = workers
        if !driveAct.isEmpty { torture.acts = try driveAct.map(act) }
        torture.progress = { [verbose] strike in
            defer { fflush(nil) }
            for violation in strike.violations { print("VIOLATION drive \(strike.point): \(violation)") }
            if verbose { print("drive \(strike.point) \(strike.hasFired ? "fired" : "did not fire")") }
        }
        let strikes = try await torture.run(points: drivePoints, seed: seed)
        let (fired, wrong) = (strikes.count(where: \.hasFired), strikes.count { !$0.violations.isEmpty })
        print("drive: \(fired) of \(strikes.count) points were struck, \(wrong) with violations")
        return wrong == 0 && fired > 0
    }

    private func act(_ name: String) throws -> DrivePoint.Act {
        guard let act = DrivePoint.Act(rawValue: name) else {
            throw ValidationError("there are \(DrivePoint.Act.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return act
    }

    private func chosen() throws -> [Scenario] {
        if scenario.isEmpty { return Scenario.all }
        let chosen = Scenario.all.filter { known in scenario.contains { known.name.hasPrefix($0) } }
        if chosen.isEmpty {
            throw ValidationError("there are \(Scenario.all.map(\.name).joined(separator: ", "))")
        }
        return chosen
    }

    private func keptDirectory() throws -> FilePath {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("workphotos-torture-kept")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        print("keeping in \(directory.path)")
        return FilePath(directory.path)
    }

    private static func say(_ strike: Strike, _ isVerbose: Bool) {
        // Flushed, so that a log shows each strike at once.
        defer { fflush(nil) }
        if !strike.violations.isEmpty {
            print("VIOLATION \(strike.scenario) \(strike.place)\n\(strike.report)")
        } else if isVerbose {
            let ending = strike.exit.map { "\($0)" } ?? "having to be killed"
            print(
                "\(strike.scenario) \(strike.place) \(strike.hasFired ? "fired" : "did not fire"), ended with \(ending)"
            )
        }
    }
}
