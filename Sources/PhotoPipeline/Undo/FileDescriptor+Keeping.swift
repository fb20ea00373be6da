import Glibc
import SystemPackage

extension FileDescriptor {
    /// Sets the permissions and the modification time of a fetched file, and waits until it is on the disk.
    ///
    /// A file system that keeps no permissions or times does not prevent a photo from being restored. Differences are
    /// noted once the file has its name (`noteDifferences`).
    ///
    /// - Parameters:
    ///   - permissions: the lowest twelve bits of its mode; nil leaves them unchanged.
    ///   - modified: the time of the last change, in nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: what fchmod(2), futimens(2) and fsync(2) fail with.
    func keep(permissions: UInt16?, modified: Int64) throws(Errno) {
        if let permissions { try check(fchmod(rawValue, mode_t(permissions & 0o7777)), isOptional: true) }
        let seconds = modified >= 0 ? modified / 1_000_000_000 : (modified - 999_999_999) / 1_000_000_000
        let time = timespec(tv_sec: Int(seconds), tv_nsec: Int(modified - seconds * 1_000_000_000))
        try check(unsafe futimens(rawValue, [time, time]), isOptional: true)
        try check(fsync(rawValue), isOptional: false)
    }

    private func check(_ result: Int32, isOptional: Bool) throws(Errno) {
        if result == 0 { return }
        let error = Errno(rawValue: errno)
        let refusals: [Errno] = [.notPermitted, .permissionDenied, .noFunction, .notSupported, .invalidArgument]
        if isOptional, refusals.contains(error) { return }
        throw error
    }
}
