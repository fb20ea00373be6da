import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Looks at the files of a group on the disk, and keeps the first and gravest reason to leave it as it is.
struct MemberLook {
    private let files: LibraryFiles
    private let settle: Int64
    private let now: Int64
    /// Why nothing is done with the group now; nil where nothing speaks against it.
    private(set) var why: Action.Reason?

    /// - Parameters:
    ///   - files: looks at a file.
    ///   - settle: how long ago a file must have been changed.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    init(files: LibraryFiles, settle: Duration, now: Int64) {
        self.files = files
        self.settle = Int64(min(settle / .nanoseconds(1), 9e18))
        self.now = now
    }

    /// The fingerprint of what lies there now; nil where nothing does, or where it cannot be looked at.
    mutating func fingerprint(of member: UploadCandidate.Member) -> Fingerprint? {
        fingerprint(of: member.path, known: member.fingerprint, keepsInodes: member.keepsInodes)
    }

    /// The same for a file of which the fingerprint is known that it had when it was read.
    mutating func fingerprint(of path: FilePath, known: Fingerprint, keepsInodes: Bool) -> Fingerprint? {
        let status: FileStatus
        do {
            status = try files.status(of: path)
        } catch {
            note(error.isOfOtherPath ? .changedSinceScan : .unreadable)
            return nil
        }
        let isSame =
            status.isRegular
            && status.fingerprint.isSame(as: known, withInode: keepsInodes)
        if !isSame {
            note(.changedSinceScan)
        } else if isYoung(status.fingerprint) {
            note(.settling)
        }
        return status.fingerprint
    }

    /// Whether a file was changed so shortly ago that somebody may be at it still. Clocks differ a little between
    /// machines, so a time that is as little ahead counts too; one that is further ahead is a camera's fault, and
    /// stays.
    private func isYoung(_ fingerprint: Fingerprint) -> Bool {
        [fingerprint.modified, fingerprint.changed].contains { time in
            let (age, isTooLarge) = now.subtractingReportingOverflow(time)
            return !isTooLarge && age.magnitude < settle.magnitude
        }
    }

    private mutating func note(_ reason: Action.Reason) {
        let order: [Action.Reason] = [.settling, .changedSinceScan, .unreadable]
        guard let why else { return why = reason }
        if let old = order.firstIndex(of: why), let new = order.firstIndex(of: reason), new > old { self.why = reason }
    }
}

extension Errno {
    /// Whether nothing has a path any more, or what has it now is another's: a directory on the way is gone, is a file
    /// or a symbolic link.
    var isOfOtherPath: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}

extension Fingerprint {
    /// Whether these are of an unchanged file: ctime and inode count where the file system keeps them.
    func isSame(as other: Fingerprint, withInode: Bool) -> Bool {
        size == other.size && modified == other.modified
            && (!withInode || (changed == other.changed && inode == other.inode))
    }
}
