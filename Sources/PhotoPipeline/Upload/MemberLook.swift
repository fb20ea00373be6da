import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Examines the files of a group on the disk, and keeps the most serious reason to leave the group alone, the first one
/// of several.
struct MemberLook {
    private let files: LibraryFiles
    private let settle: Int64
    private let now: Int64
    /// Why the group is left alone for now; nil if there is no reason.
    private(set) var why: Action.Reason?

    /// - Parameters:
    ///   - files: reads the status of a file.
    ///   - settle: the least age of a file's last change.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    init(files: LibraryFiles, settle: Duration, now: Int64) {
        self.files = files
        self.settle = Int64(min(settle / .nanoseconds(1), 9e18))
        self.now = now
    }

    /// The file's fingerprint now; nil if it does not exist or its status cannot be read.
    mutating func fingerprint(of member: UploadCandidate.Member) -> Fingerprint? {
        fingerprint(of: member.path, known: member.fingerprint, keepsInodes: member.keepsInodes)
    }

    /// The same for a file whose fingerprint at the time of reading is known.
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

    /// Whether a file was changed so recently that somebody may still be writing to it. Clocks differ slightly between
    /// machines, so a time that is slightly in the future counts too. A time further ahead comes from a camera's wrong
    /// clock and does not count.
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
    /// Whether nothing has the path any more, or something else does: a directory of it is gone, or is a file or a
    /// symbolic link.
    var isOfOtherPath: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}

extension Fingerprint {
    /// Whether both fingerprints are of the same unchanged file. Ctime and inode count if the file system keeps them.
    func isSame(as other: Fingerprint, withInode: Bool) -> Bool {
        size == other.size && modified == other.modified
            && (!withInode || (changed == other.changed && inode == other.inode))
    }
}
