import PhotoPipeline
import PhotoServices
import Synchronization
import Testing
import WorkphotosTestSupport

struct ProgressLogTests {
    private let clock = SteppingClock(now: 0)

    /// What is told while one second after the other passes.
    private func told(seconds: Int, _ work: (ProgressLog, Int) -> Void) -> [String] {
        let texts = Mutex<[String]>([])
        let log = ProgressLog(clock: clock, hasTicker: false) { text in texts.withLock { $0.append(text) } }
        for second in 0..<seconds {
            work(log, second)
            clock.advance(seconds: 1)
            log.tick()
        }
        return texts.withLock(\.self)
    }

    @Test func `Long work is told of every half minute, even if it reports nothing for a while`() {
        let texts = told(seconds: 89) { log, second in
            if second == 0 { log.begin("Uploading", counting: .bytes) }
            if second == 10 { log.update(done: 1_000, total: 100_000) }
        }
        #expect(
            texts == [
                "Uploading: 1.0 kB of 100.0 kB, 1 %, 33 B/s, 49 min 30 s left",
                "Uploading: 1.0 kB of 100.0 kB, 1 %, 17 B/s, 1 h 39 min left",
            ])
    }

    @Test func `Short work is not told of, and nothing after its end`() {
        let texts = told(seconds: 100) { log, second in
            if second == 0 { log.begin("Scanning") }
            if second == 29 { log.end() }
        }
        #expect(texts.isEmpty)
    }

    @Test func `Work that follows at once does not begin the half minute again`() {
        let texts = told(seconds: 40) { log, second in
            if second == 0 { log.begin("Planning") }
            if second == 20 { log.begin("Uploading") }
        }
        #expect(texts == ["Uploading: 10 s"])
    }
}
