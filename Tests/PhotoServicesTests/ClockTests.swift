import Glibc
import PhotoModel
import PhotoPipeline
import PhotoServices
import Testing
import WorkphotosTestSupport

/// The contract of every clock, for the live one and that of the tests.
struct ClockTests {
    @Test(arguments: [SystemClock() as any Clock, SteppingClock(now: 1_800_000_000_000_000_000)])
    func `The time is after the year 2025, and uptime never goes back`(_ clock: any Clock) {
        #expect(clock.now > 1_735_689_600_000_000_000)
        let before = clock.uptime
        #expect(clock.uptime >= before)
    }

    /// Nanoseconds since 1970 end on 11 April 2262 where they have 64 bits.
    @Test func `A clock in another century counts as the beginning of 2262, or the end of 1677`() {
        let new = 9_214_646_400 as Int64
        for (seconds, taken) in [
            (new - 1, new - 1), (new, new), (new + 1, new), (.max, new), (-new - 1, -new), (.min, -new),
        ] {
            let time = timespec(tv_sec: Int(seconds), tv_nsec: 5)
            let rest = seconds == taken ? 5 : 0 as Int64
            #expect(SystemClock.nanoseconds(time) == taken * 1_000_000_000 + rest, "\(seconds)")
        }
        #expect(UTCInstant(nanoseconds: new * 1_000_000_000).text == "2262-01-01T00:00:00Z")
    }
}
