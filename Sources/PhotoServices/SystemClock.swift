import PhotoPipeline

#if canImport(Glibc)
    package import Glibc
#else
    package import Darwin
#endif

/// The machine's clocks.
package struct SystemClock: Clock {
    /// The end of 1677 and the beginning of 2262. Nanoseconds since 1970 reach three months further, so that some days
    /// can be added.
    private static let seconds: ClosedRange<Int64> = -9_214_646_400...9_214_646_400

    package init() {}

    package var now: Int64 { nanoseconds(of: CLOCK_REALTIME) }

    package var uptime: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

    func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    /// Seconds by which the machine's time zone (`TZ`, else /etc/localtime) is ahead of UTC at a moment.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the seconds; 0 if unknown.
    @Sendable
    package static func utcOffset(at moment: Int64) -> Int {
        var seconds = time_t(moment / 1_000_000_000)
        var parts = unsafe tm()
        tzset()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe Int(parts.tm_gmtoff)
    }

    private func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Self.nanoseconds(time)
    }

    /// A time in nanoseconds; before 1678 and after 2261 the nearest moment of these years.
    package static func nanoseconds(_ time: timespec) -> Int64 {
        let second = Int64(time.tv_sec)
        let nearest = min(max(second, seconds.lowerBound), seconds.upperBound)
        return nearest * 1_000_000_000 + (nearest == second ? Int64(time.tv_nsec) : 0)
    }
}
