import PhotoFiles
import PhotoModel
import SystemPackage

extension LibraryFiles {
    /// The state of a file, without opening it.
    func state(of path: FilePath) -> FileState {
        do {
            let status = try status(of: path)
            return status.isRegular ? .there(status.fingerprint) : .gone
        } catch {
            return error.isOfOtherPath ? .gone : .unreadable
        }
    }

    /// A group with the state of each of its files.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: what the rules ask.
    func state(of group: KnownGroup, now: Int64) -> GroupState {
        GroupState(group, files: group.members.map { state(of: $0) }, now: now)
    }

    /// The state of a member. One that is not as it was in the last scan and cannot be opened is unreadable: another
    /// scan would not know more of it. So is what is no file, but has the name of an XMP file: scans do not forget that
    /// one because of it.
    private func state(of member: KnownGroup.Member) -> FileState {
        let found = state(of: member.path)
        switch found {
        case .there(let now) where now.isSame(as: member.fingerprint, withInode: member.keepsInodes): return found
        case .there:
            guard let file = try? open(member.path) else { return .unreadable }
            try? file.close()
            return found
        case .gone where member.sidecar == .xmp && (try? status(of: member.path)) != nil: return .unreadable
        case .gone, .unreadable: return found
        }
    }
}

extension Errno {
    /// Whether nothing has the path any more, or something else does: a directory of it is gone, or is a file or a
    /// symbolic link.
    var isOfOtherPath: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}
