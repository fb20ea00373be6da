import PhotoPipeline
import PhotoServices
import Testing

struct SignalInterruptionTests {
    @Test(arguments: [
        (InterruptionSignal.terminate, InterruptionSignal.terminate, Duration.milliseconds(1), false),
        (.terminate, .terminate, .milliseconds(999), false), (.terminate, .terminate, .seconds(1), true),
        (.interrupt, .interrupt, .milliseconds(1), true), (.interrupt, .terminate, .milliseconds(1), true),
        (.terminate, .interrupt, .milliseconds(1), true),
    ])
    func `A second signal ends the process at once, unless it is the echo of a SIGTERM`(
        _ first: InterruptionSignal, _ second: InterruptionSignal, after pause: Duration, ends: Bool
    ) {
        #expect(Self.ends([(first, .zero), (second, pause)]) == [false, ends])
    }

    @Test func `A third SIGTERM ends the process once a second has passed since the first`() {
        let moments: [Duration] = [.zero, .milliseconds(900), .milliseconds(1_100)]
        #expect(Self.ends(moments.map { (.terminate, $0) }) == [false, false, true])
    }

    /// Whether each of some signals ends the process, which come so long after the start.
    private static func ends(_ signals: [(InterruptionSignal, Duration)]) -> [Bool] {
        var received = ReceivedSignals()
        let start = ContinuousClock.now
        return signals.map { signal, moment in received.note(signal, at: start + moment) }
    }
}
