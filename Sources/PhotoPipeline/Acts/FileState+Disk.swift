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
    /// - Parameters:
    ///   - group: the group in the index.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: what the rules ask.
    func state(of group: KnownGroup, now: Int64) -> GroupState {
        GroupState(group, files: group.members.map { state(of: $0.path) }, now: now)
    }
}

extension Errno {
    /// Whether nothing has the path any more, or something else does: a directory of it is gone, or is a file or a
    /// symbolic link.
    var isOfOtherPath: Bool {
        [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(self)
    }
}
