import PhotoPipeline

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The machine's clocks.
package struct SystemClock: Clock {
    package init() {}

    package var now: Int64 { nanoseconds(of: CLOCK_REALTIME) }

    package var uptime: Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

    package func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }

    private func nanoseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
