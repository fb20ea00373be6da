import PhotoPipeline
import PhotoServices
import Testing
import WorkphotosTestSupport

struct TerminalProgressTests {
    private let console = RecordingConsole(terminals: [.error])
    private let clock = SteppingClock(now: 1_000_000_000)

    @Test func `The line says how much, how fast and how long still`() {
        let progress = TerminalProgress(console: console, clock: clock)
        progress.begin("Scanning")
        clock.advance(seconds: 2)
        progress.update(done: 5_000, total: 20_000)
        #expect(console.notes == "\rScanning: 5,000 of 20,000, 25 %, 2,500/s, 6 s left\u{1B}[K")
    }

    @Test func `Where the end is not known there is a rate only`() {
        let progress = TerminalProgress(console: console, clock: clock)
        progress.begin("Scanning")
        clock.advance(seconds: 1)
        progress.update(done: 5_000, total: nil)
        #expect(console.notes == "\rScanning: 5,000, 5,000/s\u{1B}[K")
    }

    @Test func `It is drawn at most ten times a second`() {
        let progress = TerminalProgress(console: console, clock: clock)
        progress.begin("Scanning")
        for done in 1...100 { progress.update(done: done, total: nil) }
        #expect(console.notes == "\rScanning: 1\u{1B}[K")
    }

    @Test func `It is gone at the end, and nothing is erased that was not drawn`() {
        let progress = TerminalProgress(console: console, clock: clock)
        progress.begin("Scanning")
        progress.end()
        #expect(console.notes.isEmpty)
        progress.begin("Scanning")
        progress.update(done: 1, total: nil)
        progress.end()
        #expect(console.notes.hasSuffix("\r\u{1B}[K"))
    }

    @Test func `It leaves the screen to a note and comes back`() {
        let progress = TerminalProgress(console: console, clock: clock)
        progress.begin("Scanning")
        progress.update(done: 1, total: nil)
        progress.hide()
        console.note("a.jpg: is damaged\n")
        progress.update(done: 2, total: nil)
        #expect(console.notes == "\rScanning: 1\u{1B}[K\r\u{1B}[Ka.jpg: is damaged\n\rScanning: 2\u{1B}[K")
    }
}
