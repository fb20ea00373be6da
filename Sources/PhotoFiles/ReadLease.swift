internal import CLinux
internal import Glibc
internal import PhotoModel
package import SystemPackage

/// A read lease on an open file (fcntl(2), "Leases"): while it is held nobody has opened the file for writing or cut it
/// since, nor had it mapped for writing before. Gone when the file is closed.
///
/// Whoever wants to write waits for us for a moment: a lease is given up at once, by a signal's handler, and is known
/// to be gone from then on.
package enum ReadLease {
    /// Takes one.
    ///
    /// - Parameter file: open for reading only.
    /// - Returns: whether it is held. There is none on another user's file, on one that somebody has open for writing,
    ///   and on file systems that others may write to without this kernel, or that have no leases.
    package static func take(on file: FileDescriptor) -> Bool {
        var (type, identity): (UInt, UInt64) = (0, 0)
        guard unsafe workphotos_fstatfs(file.rawValue, &type, &identity) == 0,
            FileSystemIdentity.keepsInodes(type: type)
        else { return false }
        return workphotos_take_read_lease(file.rawValue) == 0
    }

    /// Whether one that was taken is held still.
    package static func isHeld(on file: FileDescriptor) -> Bool {
        workphotos_has_read_lease(file.rawValue) == 1
    }
}
