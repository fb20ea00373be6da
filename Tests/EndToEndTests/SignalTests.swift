import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

struct SignalTests {
    private let home: Home

    init() throws {
        home = try Home()
        try home.addSamples(1_000)
    }

    /// SIGHUP with its exit code; nothing where whoever runs the tests has it ignored, as nohup(1) does.
    private static let hangUp: [([Int32], Int32)] = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("SigIgn:\t") }
        let ignored = line.flatMap { UInt64($0.dropFirst(8), radix: 16) } ?? 0
        return ignored & 1 << UInt64(SIGHUP - 1) == 0 ? [([SIGHUP], 143)] : []
    }()

    /// `timeout` sends SIGTERM twice.
    @Test(arguments: [([SIGINT], 130), ([SIGTERM], 143), ([SIGTERM, SIGTERM], 143)] + hangUp)
    func `A signal ends a scan, which saves what it has and says how to continue; the next one completes it`(
        _ signals: [Int32], exit: Int32
    ) throws {
        var outcome: Outcome?
        for _ in 0..<5 where outcome == nil {
            let scan = try home.startScan("--reread")
            for signal in signals { scan.send(signal) }
            let ended = try scan.wait()
            if ended.exit != 0 { outcome = ended }
        }
        let stopped = try #require(outcome, "five scans were done before the signal came")
        #expect(stopped.exit == exit)
        #expect(stopped.notes.contains("stopped; what was read is saved. To continue: workphotos scan"))
        #expect(try home.program.run("index", "check").exit == 0)
        #expect(try home.program.run("scan", home.library).exit == 0)
        #expect(try home.program.run("list", "--json").output == home.undisturbed())
    }

    @Test func `A program that was started with SIGHUP ignored goes on after it`() throws {
        let line = "trap '' HUP; \"$0\" scan \"$1\" & kill -HUP $!; wait $!"
        #expect(try home.program.shell(line, home.library).exit == 0)
    }

    @Test(.enabled(if: Strace.works, Strace.reason))
    func `A second signal ends a scan at once`() throws {
        // Each of many writes takes three seconds; strace continues the current one even after the program has ended.
        let program = home.program.under(Strace.injecting("inject=pwrite64:delay_enter=3s"))
        let scan = try program.start(["scan", home.library])
        #expect(eventually { home.tree.exists(Home.index) })
        scan.send(SIGINT)
        #expect(!scan.ends(within: 1))
        scan.send(SIGINT)
        #expect(scan.ends(within: 15))
        let outcome = try scan.wait()
        #expect(outcome.exit == 130)
        #expect(!outcome.notes.contains("stopped;"))
        #expect(try home.program.run("index", "check").exit == 0)
    }
}
