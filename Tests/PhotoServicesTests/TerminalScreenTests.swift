import PhotoPipeline
import PhotoServices
import Testing
import WorkphotosTestSupport

struct TerminalScreenTests {
    private let clock = SteppingClock(now: 1_000_000_000)
    private let console = RecordingConsole(terminals: [.error])
    private let screen: TerminalScreen

    init() { screen = TerminalScreen(over: console, clock: clock, hasTicker: false) }

    /// What a screen shows after each part that was written to it; a carriage return returns to the start of the line.
    private func pictures(_ written: String) -> [String] {
        var line: [Character] = []
        var column = 0
        var pictures: [String] = []
        for piece in written.split(separator: "\u{1B}[K", omittingEmptySubsequences: false).map(Array.init) {
            for character in piece {
                switch character {
                case "\r": column = 0
                case "\n": (line, column) = ([], 0)
                default:
                    line.replaceSubrange(column..<min(column + 1, line.count), with: [character])
                    column += 1
                }
            }
            line = Array(line.prefix(column))
            pictures.append(String(line))
        }
        return pictures.dropLast() + []
    }

    // MARK: - The line's text

    @Test func `The line shows how much, how fast and how long`() {
        screen.begin("Scanning")
        clock.advance(seconds: 2)
        screen.update(done: 5_000, total: 20_000)
        #expect(console.notes == "\rScanning: 5,000 of 20,000, 25 %, 2,500/s, 6 s left\u{1B}[K")
    }

    @Test func `If the total is unknown there is only a rate`() {
        screen.begin("Scanning")
        clock.advance(seconds: 1)
        screen.update(done: 5_000, total: nil)
        #expect(console.notes == "\rScanning: 5,000, 5,000/s\u{1B}[K")
    }

    @Test func `It is drawn at most ten times a second`() {
        screen.begin("Scanning")
        for done in 1...100 { screen.update(done: done, total: nil) }
        #expect(console.notes == "\rScanning: 1\u{1B}[K")
    }

    // MARK: - When it is drawn

    @Test func `Silent work is shown after half a second, with its duration`() {
        screen.begin("Planning")
        screen.tick()
        clock.advance(milliseconds: 499)
        screen.tick()
        #expect(console.notes.isEmpty)
        clock.advance(milliseconds: 1)
        screen.tick()
        clock.advance(seconds: 3)
        screen.tick()
        #expect(pictures(console.notes) == ["Planning: 0 s", "Planning: 3 s"])
    }

    @Test func `The line advances by itself while the work is silent`() {
        screen.begin("Uploading", counting: .bytes)
        screen.update(done: 0, total: 1_000)
        clock.advance(seconds: 1)
        screen.update(done: 500, total: 1_000)
        clock.advance(seconds: 1)
        screen.tick()
        screen.tick()
        #expect(
            pictures(console.notes) == [
                "Uploading: 0 B of 1.0 kB, 0 %", "Uploading: 500 B of 1.0 kB, 50 %, 500 B/s, 1 s left",
                "Uploading: 500 B of 1.0 kB, 50 %, 250 B/s, 2 s left",
            ])
    }

    @Test func `A time left of more than a week is not shown`() {
        screen.begin("Uploading", counting: .bytes)
        screen.update(done: 0, total: 5_000_000_000)
        clock.advance(seconds: 8)
        screen.update(done: 272, total: 5_000_000_000)
        #expect(pictures(console.notes).last == "Uploading: 272 B of 5.0 GB, 0 %, 34 B/s")
    }

    @Test func `When everything is counted and the work continues, no falling rate is shown`() {
        screen.begin("Uploading", counting: .bytes)
        screen.update(done: 0, total: 1_000)
        clock.advance(seconds: 1)
        screen.update(done: 1_000, total: 1_000)
        clock.advance(seconds: 9)
        screen.tick()
        #expect(pictures(console.notes).last == "Uploading: 1.0 kB of 1.0 kB, 100 %, finishing")
    }

    @Test func `Other work takes over the line, and no frame is without one`() {
        screen.begin("Planning")
        clock.advance(seconds: 1)
        screen.tick()
        screen.begin("Uploading", counting: .bytes)
        screen.update(done: 0, total: 10)
        clock.advance(seconds: 1)
        screen.update(done: 5, total: 10)
        let all = pictures(console.notes)
        #expect(all.count == 3 && all.allSatisfy { !$0.isEmpty }, "\(all)")
    }

    @Test func `It is removed at the end, and only what was drawn is erased`() {
        screen.begin("Scanning")
        screen.end()
        #expect(console.notes.isEmpty)
        screen.begin("Scanning")
        screen.update(done: 1, total: nil)
        screen.end()
        screen.tick()
        screen.update(done: 2, total: nil)
        #expect(console.notes.hasSuffix("\r\u{1B}[K"))
        #expect(pictures(console.notes) == ["Scanning: 1", ""])
    }

    // MARK: - Other output

    @Test func `A note is written above the line, which is redrawn in the same write`() {
        screen.begin("Scanning")
        screen.update(done: 1, total: nil)
        screen.note("a.jpg: is damaged\n")
        #expect(console.notes == "\rScanning: 1\u{1B}[K\r\u{1B}[Ka.jpg: is damaged\n\rScanning: 1\u{1B}[K")
    }

    @Test func `A question ends the work, so that nothing is drawn over the answer`() {
        screen.begin("Planning")
        clock.advance(seconds: 1)
        screen.tick()
        screen.note("Go on? [y/N] ")
        clock.advance(seconds: 1)
        screen.tick()
        screen.update(done: 1, total: nil)
        #expect(console.notes.hasSuffix("\r\u{1B}[KGo on? [y/N] "))
        screen.begin("Removing")
        screen.update(done: 1, total: 2)
        #expect(console.notes.hasSuffix("\rRemoving: 1 of 2, 50 %\u{1B}[K"))
    }

    @Test func `The first result ends work without counts, wherever results go`() throws {
        screen.begin("Searching")
        clock.advance(seconds: 1)
        screen.tick()
        try screen.write(Array("a.jpg\n".utf8))
        clock.advance(seconds: 1)
        screen.tick()
        #expect(pictures(console.notes) == ["Searching: 1 s", ""])
        #expect(console.output == Array("a.jpg\n".utf8))
    }

    @Test func `A result on the terminal is written above the line; elsewhere it leaves it alone`() throws {
        for terminals in [[.error], [.error, .output]] as [Set<ConsoleStream>] {
            let console = RecordingConsole(terminals: terminals)
            let screen = TerminalScreen(over: console, clock: clock, hasTicker: false)
            screen.begin("Verifying")
            screen.update(done: 1, total: 2)
            try screen.write(Array("missing  nas: a.jpg\n".utf8))
            let line = "\rVerifying: 1 of 2, 50 %\u{1B}[K"
            #expect(console.notes == (terminals.count == 1 ? line : "\(line)\r\u{1B}[K\(line)"))
        }
    }
}
