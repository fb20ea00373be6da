import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The questions of setup at a terminal of its own.
struct SetupTests {
    private let home: Home
    private let terminal: Terminal

    init() throws {
        home = try Home()
        terminal = try Terminal()
        try home.add("a.jpg")
        try home.tree.makeDirectory("nas")
    }

    /// Types answers, each after its question is shown, and returns the program's outcome and its screen.
    private func answer(_ answers: [String]) throws -> (outcome: Outcome, screen: String) {
        let session = home.program.under(["setsid", "--ctty", "--wait"])
        let running = try session.start(["setup"], input: terminal.handle, notes: terminal.handle)
        var screen = ""
        for answer in answers {
            let length = screen.count
            #expect(
                eventually {
                    screen += terminal.read()
                    return screen.count > length && screen.hasSuffix(" ") || !running.isRunning
                })
            guard running.isRunning else { break }
            try terminal.type(answer)
        }
        _ = eventually {
            screen += terminal.read()
            return !running.isRunning
        }
        return (try running.wait(), screen + terminal.read())
    }

    @Test func `Typed answers are tried, and written at the end`() throws {
        let nas = home.tree.path("nas").string
        let (outcome, screen) = try answer(
            ["\(home.library)\n", "\n", "52.52,13.405\n", "\n", "\n", "\n", "\(nas)\n", "\n", "y\n"])
        #expect(outcome.exit == 0, "\(screen)")
        #expect(outcome.output.contains("1 work, 0 personal, 0 unsure"))
        #expect(home.tree.exists(Home.configuration) && home.tree.exists(Home.fences))
        #expect(home.tree.exists("nas/.workphotos-destination"))
        #expect(try home.program.run("scan").exit == 0)
        #expect(try home.program.run("upload", "--dry-run").exit == 0)
    }

    @Test func `Ctrl-D in the middle leaves nothing behind`() throws {
        let before = try home.tree.snapshot()
        let (outcome, screen) = try answer(["\(home.library)\n", "\n", "52.52,13.405\n", "\u{4}"])
        #expect(outcome.exit == 1, "\(screen)")
        #expect(screen.contains("Nothing was written"))
        #expect(try home.tree.snapshot() == before)
    }
}
