internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// A library that is loaded before the C library and has each write to a file do half of what it is asked to. strace can
/// not: it answers in the system's place but cannot ask it for less.
enum ShortWrites {
    private static let source = """
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
        """

    /// Whether there is a C compiler.
    static let arePossible = compiler != nil

    private static let compiler: String? = ["/usr/bin/cc", "/usr/bin/gcc", "/usr/bin/clang"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// The library's path, made in a world at its first use there.
    static func library(in world: World) throws -> String {
        let path = world.path("scratch/short.so").string
        if FileManager.default.fileExists(atPath: path) { return path }
        try world.tree.write("scratch/short.c", Array(source.utf8))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: compiler ?? "")
        process.arguments = ["-shared", "-fPIC", "-o", path, world.path("scratch/short.c").string, "-ldl"]
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TortureError("the C compiler makes no library") }
        return path
    }
}
