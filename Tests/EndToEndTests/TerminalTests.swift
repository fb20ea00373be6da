import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

struct TerminalTests {
    /// What a scan into a new index draws. It is halted for half a second after its first line, so that it takes long
    /// enough for a rate; a scan that ended before the halt draws none.
    private func draw(_ arguments: [String], attempt: Int, in home: Home) throws -> String {
        let terminal = try Terminal()
        let index = home.tree.path(FilePath("attempt-\(attempt).sqlite")).string
        let scan = try home.program.start(
            ["scan", home.library, "--index", index] + arguments, notes: terminal.handle)
        var drawn = ""
        #expect(
            eventually {
                drawn += terminal.read()
                return !drawn.isEmpty
            })
        scan.send(SIGSTOP)
        usleep(500_000)
        scan.send(SIGCONT)
        let outcome = try scan.wait()
        drawn += terminal.read()
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("6,000 photos"))
        return drawn
    }

    @Test(arguments: [["--progress", "always"], []])
    func `Progress with a rate is drawn on a terminal and is removed at the end`(_ arguments: [String]) throws {
        let home = try Home()
        try home.addSamples(6_000)
        var hasRate = false
        for attempt in 1...8 where !hasRate {
            let drawn = try draw(arguments, attempt: attempt, in: home)
            let lines = drawn.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
            #expect(lines.allSatisfy { $0.count < 80 })
            #expect(drawn.hasSuffix("\r\u{1B}[K"))
            hasRate = lines.contains { $0.contains(/^Scanning: .*[0-9]\/s/) }
        }
        #expect(hasRate)
    }

    @Test func `There is no progress if standard error is not a terminal`() throws {
        let home = try Home()
        try home.addSamples(200)
        #expect(try home.program.run("scan", home.library).notes.isEmpty)
    }
}
