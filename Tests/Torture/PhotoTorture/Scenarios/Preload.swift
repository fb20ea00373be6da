/// A preloaded library that replaces functions of the C library, for what strace cannot do: strace can replace a call's
/// result but cannot change its arguments.
struct Preload: Sendable {
    private let name: String
    private let source: String

    /// Each write to a file writes half of what was asked for.
    static let shortWrites = Preload(
        name: "short",
        source: """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <sys/stat.h>
            #include <sys/types.h>
            #include <unistd.h>

            static size_t half(int descriptor, size_t count) {
                struct stat status;
                if (count < 2 || fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) { return count; }
                return (count + 1) / 2;
            }

            ssize_t write(int descriptor, const void *bytes, size_t count) {
                ssize_t (*next)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
                return next(descriptor, bytes, half(descriptor, count));
            }

            ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
                ssize_t (*next)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
                return next(descriptor, bytes, half(descriptor, count), offset);
            }

            ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
                return pwrite64(descriptor, bytes, count, offset);
            }
            """)

    /// The real-time clock is 40 days slow.
    static let slowClock = Preload(
        name: "slow",
        source: """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <sys/time.h>
            #include <time.h>

            enum { behind = 40 * 86400 };

            int clock_gettime(clockid_t clock, struct timespec *now) {
                int (*next)(clockid_t, struct timespec *) = dlsym(RTLD_NEXT, "clock_gettime");
                int result = next(clock, now);
                if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) { now->tv_sec -= behind; }
                return result;
            }

            int gettimeofday(struct timeval *now, void *zone) {
                int (*next)(struct timeval *, void *) = dlsym(RTLD_NEXT, "gettimeofday");
                int result = next(now, zone);
                if (result == 0 && now) { now->tv_sec -= behind; }
                return result;
            }

            time_t time(time_t *result) {
                struct timespec now;
                clock_gettime(CLOCK_REALTIME, &now);
                if (result) { *result = now.tv_sec; }
                return now.tv_sec;
            }
            """)

    /// The library's path in a world.
    func library(in world: World) throws -> String {
        try CompiledC(name: name, source: source, options: ["-shared", "-fPIC"]).path(in: world)
    }
}
