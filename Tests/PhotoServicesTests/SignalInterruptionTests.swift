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
        var signals = ReceivedSignals()
        let now = ContinuousClock.now
        #expect(!signals.note(first, at: now))
        #expect(signals.note(second, at: now + pause) == ends)
        #expect(signals.first == first)
    }

    @Test func `A third SIGTERM ends the process once a second has passed since the first`() {
        var signals = ReceivedSignals()
        let now = ContinuousClock.now
        #expect(!signals.note(.terminate, at: now))
        #expect(!signals.note(.terminate, at: now + .milliseconds(900)))
        #expect(signals.note(.terminate, at: now + .milliseconds(1_100)))
    }
}
