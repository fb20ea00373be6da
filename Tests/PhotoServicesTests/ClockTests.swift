import PhotoPipeline
import PhotoServices
import Testing
import WorkphotosTestSupport

/// What every clock promises; run against the live one and the one of the tests.
struct ClockTests {
    @Test(arguments: [SystemClock() as any Clock, SteppingClock(now: 1_800_000_000_000_000_000)])
    func `The time is after the year 2025, and uptime never goes back`(_ clock: any Clock) {
        #expect(clock.now > 1_735_689_600_000_000_000)
        let before = clock.uptime
        #expect(clock.uptime >= before)
    }
}
