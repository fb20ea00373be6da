internal import Glibc
package import PhotoModel
package import SystemPackage

extension Fingerprint {
    /// The fingerprint of an open file, made in the same way as the walk's.
    package init(of file: FileDescriptor) throws(Errno) {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        self.init(status)
    }

    init(_ status: stat) {
        self.init(
            size: Int64(status.st_size), modified: Self.nanoseconds(status.st_mtim),
            changed: Self.nanoseconds(status.st_ctim), inode: UInt64(status.st_ino))
    }

    /// A time in nanoseconds; times that do not fit (years before 1678 and after 2261) become the nearest that does.
    private static func nanoseconds(_ time: timespec) -> Int64 {
        let (seconds, isTooLarge) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isSumTooLarge) = seconds.addingReportingOverflow(Int64(time.tv_nsec))
        guard isTooLarge || isSumTooLarge else { return sum }
        return time.tv_sec < 0 ? .min : .max
    }
}
