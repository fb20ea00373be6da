internal import CLinux
internal import Glibc
internal import PhotoModel
package import SystemPackage

/// A read lease on an open file (fcntl(2), "Leases"): while it is held, nobody has opened the file for writing or
/// truncated it since, or had mapped it for writing before. Closing the file releases it.
///
/// A process that wants to write is delayed only for a moment: a signal handler releases the lease at once, except
/// during ``keeping(on:_:)``, and from then on ``isHeld(on:)`` returns false.
package enum ReadLease {
    /// Takes a lease.
    ///
    /// - Parameter file: open for reading only.
    /// - Returns: whether it is held. There is no lease on another user's file, on a file that is open for writing, on
    ///   a file system without leases, and on one that others may write to without this kernel.
    package static func take(on file: FileDescriptor) -> Bool {
        var (type, identity): (UInt, UInt64) = (0, 0)
        guard unsafe workphotos_fstatfs(file.rawValue, &type, &identity) == 0,
            FileSystemIdentity.keepsInodes(type: type)
        else { return false }
        return workphotos_take_read_lease(file.rawValue) == 0
    }

    /// Whether a lease is still held.
    package static func isHeld(on file: FileDescriptor) -> Bool {
        workphotos_has_read_lease(file.rawValue) == 1
    }

    /// Runs a body that takes no time. Who wants to write meanwhile waits until it has returned.
    package static func keeping<Failure>(
        on file: FileDescriptor, _ body: () throws(Failure) -> Void
    ) throws(Failure) {
        workphotos_keep_lease(file.rawValue)
        defer { workphotos_end_keeping_lease(file.rawValue) }
        try body()
    }
}
