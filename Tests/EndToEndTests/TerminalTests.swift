import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

struct TerminalTests {
    /// The scan is halted for half a second behind its first line, so that it lasts long enough for a rate.
    @Test(arguments: [["--progress", "always"], []])
    func `Progress with a rate is drawn on a terminal and is gone at the end`(_ arguments: [String]) throws {
        let home = try Home()
        try home.addSamples(2_000)
        let terminal = try Terminal()
        let scan = try home.program.start(["scan", home.library] + arguments, notes: terminal.handle)
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
        let lines = drawn.split(separator: "\r").map { $0.replacing("\u{1B}[K", with: "") }
        #expect(lines.contains { $0.contains(/^Scanning: .*[0-9]\/s/) }, "\(drawn)")
        #expect(lines.allSatisfy { $0.count < 80 })
        #expect(drawn.hasSuffix("\r\u{1B}[K"))
        #expect(outcome.output.hasPrefix("2,000 photos"))
    }

    @Test func `Where standard error is no terminal there is no progress`() throws {
        let home = try Home()
        try home.addSamples(200)
        #expect(try home.program.run("scan", home.library).notes.isEmpty)
    }
}
