import Glibc
import PhotoTorture
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Points at which `make torture` once found a defect. `make torture` and `.ci/run` try other points of every scenario.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct TortureTests {
    /// Each of these once left something behind.
    @Test(arguments: [
        "gone@sync_file_range:3", "unmounted@fsync:10", "unmounted@mkdirat:3", "full@ftruncate:4", "EROFS@renameat2:3",
    ])
    func `A destination that disappeared or filled up has nothing unfinished, and all receipts, after the next run`(
        point: String
    ) throws {
        try strike("upload-1", at: point)
    }

    /// Then the index has the receipts, and the next upload completes the list. Half of the time another thread locks
    /// the list, and it is not affected.
    @Test func `An upload that cannot append to the destination's list reports that and succeeds`() throws {
        try strike("upload-1", at: "EIO@flock:2", "EIO@flock:2", "EIO@flock:2")
    }

    /// Once, each call was retried for half a minute.
    @Test func `An upload to a disk that always fails ends soon`() throws {
        try strike("no-renameat2", at: "EIO@unlinkat:1+")
    }

    @Test func `An upload that cannot list a directory any more says that its files failed`() throws {
        try strike("upload-1", at: "EIO@getdents64:224+")
    }

    @Test func `The contents of a directory that was a link for a while are not forgotten`() throws {
        try strike("settle-early", at: "linked@pwrite64:22")
    }

    /// At these points, the library once seemed to be on a file system of its own, with a trash that no desktop shows.
    @Test(arguments: ["EACCES@statx:14", "EACCES@statx:12+", "EPERM@statx:14", "EPERM@statx:12+"])
    func `If a directory's mount cannot be determined, nothing is removed from it`(point: String) throws {
        try strike("purge-clock", at: point)
    }

    /// Tickets identify directories by their inodes, which change each time the world is restored.
    @Test func `What a killed permanent removal left is settled in a library that was restored`() throws {
        var scenario = try #require(Scenario.named("purge-permanent"))
        scenario.prepare = { [prepare = scenario.prepare] world in
            try prepare(world)
            // The first file is removed.
            let killer = world.program.under(Strace.injecting("inject=unlinkat:signal=SIGKILL:when=2"))
            let purge = ["purge", "--permanently", "--yes", "--max-delete", "100%"]
            #expect(try killer.start(purge).wait().exit == 128 + SIGKILL)
        }
        try strike(scenario, ["kill@unlinkat:1"])
    }

    /// The clock of the purges is 40 days slow, but not that of the scan between them.
    @Test func `A purge with a slow clock counts the week by the clock of all runs`() throws {
        try strike("purge-clock", at: "carried@pread64:293")
    }

    @Test(arguments: [("undo-permanent", "EACCES@statx:174+"), ("undo-emptying", "EIO@statx:216+")])
    func `What an undo fetched, and could neither name nor remove, is settled by the next one`(
        scenario: String, point: String
    ) throws {
        try strike(scenario, at: point)
    }

    /// The photo is back, and permissions that its file system refuses are reported.
    @Test(arguments: [("undo-permanent", "EPERM@fchmod:1"), ("undo-emptied", "EPERM@fchmod:4+")])
    func `An undo that cannot set permissions reports that`(scenario: String, point: String) throws {
        try strike(scenario, at: point)
    }

    /// Files that left the library with their directory were fetched from a destination, and exist twice when the
    /// directory returns.
    @Test func `A directory that was moved away for a while is merged with what was restored meanwhile`() throws {
        try strike("undo-settle", at: "carried@openat:60")
    }

    @Test func `A scenario that fails undisturbed is a violation, and the others continue`() throws {
        var torture = Torture(program: Program.built)
        let scan = try #require(Scenario.named("scan"))
        var bad = scan
        bad.name = "bad"
        bad.command = { _ in ["scan", "--no-such-flag"] }
        torture.scenarios = [bad, scan]
        torture.points = 2
        let strikes = torture.run()
        let violated = TortureReport(strikes).violated
        #expect(violated.map(\.scenario) == ["bad"])
        #expect(violated.first?.report.contains("no-such-flag") == true)
        #expect(strikes.map(\.scenario) == ["bad", "scan"])
    }

    /// An error while checking one point does not end the others.
    @Test func `A point that cannot be checked completely is a violation, and the others continue`() throws {
        var scenario = try #require(Scenario.named("scan"))
        scenario.violations = { _, _, blow in
            if case .kill = blow { return [] }
            throw Errno.ioError
        }
        let points = try ["EIO@pwrite64:5", "kill@pwrite64:5"].map { try #require(Point(parsing: $0)) }
        var torture = Torture(program: Program.built)
        torture.workers = 1
        let strikes = torture.run(scenario, points)
        #expect(strikes.map { $0.violations.isEmpty } == [false, true])
        #expect(strikes.map(\.hasFired) == [false, true])
    }

    /// Copies that already have their names are unknown and are sent again; no other file exists twice.
    @Test(.needs(.local), arguments: ["kill@syncfs:2", "rclone-killed@pwrite64:40"])
    func `What a struck upload left at a remote is settled by the next`(point: String) throws {
        try strike("rclone-local-upload", at: point)
    }

    @Test func `After the time is over no point is struck`() throws {
        var torture = Torture(program: Program.built)
        torture.scenarios = [try #require(Scenario.named("scan"))]
        torture.time = .milliseconds(1)
        #expect(torture.run().isEmpty)
    }

    private func strike(_ scenario: String, at points: String...) throws {
        try strike(#require(Scenario.named(scenario)), points)
    }

    private func strike(_ scenario: Scenario, _ points: [String]) throws {
        let points = try points.map { try #require(Point(parsing: $0)) }
        for strike in Torture(program: Program.built).run(scenario, points) where !strike.violations.isEmpty {
            Issue.record("\(strike.scenario) \(strike.point)\n\(strike.report)")
        }
    }
}
