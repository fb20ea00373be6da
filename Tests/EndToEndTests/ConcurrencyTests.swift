import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Other runs during a scan, which is halted in the middle and continued afterwards.
struct ConcurrencyTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.addSamples(1_000)
        try home.program.run("scan", home.library)
    }

    /// A scan that reads everything again, halted while it has the lock.
    private func haltedScan() throws -> Running {
        let scan = try home.startScan("--reread")
        scan.send(SIGSTOP)
        #expect(scan.isRunning)
        return scan
    }

    @Test func `A second scan reports that another one is running, and changes nothing`() throws {
        let scan = try haltedScan()
        let second = try home.program.run("scan", home.library, "--json")
        #expect(second.exit == 11)
        #expect(second.lines.last?["type"] as? String == "error")
        #expect(second.lines.last?["what"] as? String == "locked")
        #expect(second.notes.contains("Another workphotos is running (pid "))
        scan.send(SIGCONT)
        #expect(try scan.wait().exit == 0)
    }

    @Test func `A second scan that may wait does so and succeeds`() throws {
        let scan = try haltedScan()
        let second = try home.program.start(["scan", home.library, "--wait", "60s"])
        #expect(!second.ends(within: 1))
        scan.send(SIGCONT)
        #expect(try scan.wait().exit == 0)
        #expect(try second.wait().exit == 0)
    }

    @Test func `Readers do not wait for a scan`() throws {
        let expected = try home.program.run("list", "--json").output
        let scan = try haltedScan()
        for command in [["list", "--json"], ["status"], ["scan", "-n"], ["index", "check"], ["root", "list"]] {
            let reader = try home.program.start(command)
            #expect(reader.ends(within: 20), "\(command)")
            let outcome = try reader.wait()
            #expect(outcome.exit == 0, "\(command): \(outcome.notes)")
            if command == ["list", "--json"] { #expect(outcome.output == expected) }
        }
        #expect(scan.isRunning)
        scan.send(SIGCONT)
        #expect(try scan.wait().exit == 0)
    }
}
