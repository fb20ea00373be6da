import PhotoTorture
import Testing
import WorkphotosTestSupport

/// The short form of `make torture`, which strikes at more points of more scenarios.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct TortureTests {
    @Test func `Struck at its calls, a run does no harm, and the next one completes it`() throws {
        let strikes = try strike(["scan", "upload-1", "upload-4", "settle-middle"], points: 28)
        #expect(strikes.count(where: \.hasFired) > 14)
    }

    @Test func `Struck while photos leave the library or come back, every photo is somewhere, and its group with it`()
        throws
    {
        let strikes = try strike(["purge-trash", "purge-permanent", "purge-settle-middle", "undo-trash"], points: 28)
        #expect(strikes.count(where: \.hasFired) > 14)
    }

    /// Each was found to leave something behind.
    @Test(arguments: [
        "gone@sync_file_range:3", "unmounted@fsync:10", "unmounted@mkdirat:3", "full@ftruncate:4", "EROFS@renameat2:3",
    ])
    func `A destination that went away or filled up has nothing unfinished, and all receipts, after the next run`(
        point: String
    ) throws {
        let point = try #require(Point(parsing: point))
        let scenario = try #require(Scenario.named("upload-1"))
        report(try Torture(program: Program.built).run(scenario, [point]))
    }

    @Test func `What a directory holds that became a link for a while is not forgotten`() throws {
        let point = try #require(Point(parsing: "linked@pwrite64:22"))
        let scenario = try #require(Scenario.named("settle-early"))
        report(try Torture(program: Program.built).run(scenario, [point]))
    }

    /// Struck like that, the library looked like a file system of its own, with a trash that no desktop shows.
    @Test(arguments: ["EACCES@statx:14", "EACCES@statx:12+", "EPERM@statx:14", "EPERM@statx:12+"])
    func `Where it cannot be told on which mount a directory is, nothing leaves it`(point: String) throws {
        let point = try #require(Point(parsing: point))
        let scenario = try #require(Scenario.named("purge-clock"))
        report(try Torture(program: Program.built).run(scenario, [point]))
    }

    @Test(arguments: [("undo-permanent", "EACCES@statx:174+"), ("undo-emptying", "EIO@statx:216+")])
    func `What an undo fetched, and could neither name nor take away, is settled by the next`(
        scenario: String, point: String
    ) throws {
        let point = try #require(Point(parsing: point))
        let scenario = try #require(Scenario.named(scenario))
        report(try Torture(program: Program.built).run(scenario, [point]))
    }

    private func strike(_ scenarios: [String], points: Int) throws -> [Strike] {
        var torture = Torture(program: Program.built)
        torture.scenarios = try scenarios.map { try #require(Scenario.named($0)) }
        torture.points = points
        let strikes = try torture.run()
        report(strikes)
        return strikes
    }

    private func report(_ strikes: [Strike]) {
        for strike in strikes where !strike.violations.isEmpty {
            Issue.record("\(strike.scenario) \(strike.point)\n\(strike.report)")
        }
    }
}
