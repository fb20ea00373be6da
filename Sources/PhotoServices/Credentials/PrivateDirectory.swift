import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// An open directory that only the user can access, like the files in it. Writers hold its lock.
struct PrivateDirectory {
    private let path: FilePath
    private let folder: DirectoryHandle

    /// Opens a directory, which must be no link, be the user's, and be closed to all others; nil if it does not exist
    /// and was not to be made.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - making: whether to make it, with those above it, if it does not exist.
    /// - Throws: `exposed`, `foreign`, `failed`.
    init?(_ path: FilePath, making: Bool) throws(CredentialError) {
        self.path = path
        let file = try attempt(path, missingIsFine: !making) { () throws(Errno) in
            if making { try NamedFile.makeDirectories(path, mode: 0o700) }
            return try OpenFile(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        }
        guard let file else { return nil }
        folder = DirectoryHandle(file, ways: [.byHand])
        try Self.check(folder.file, at: path, kind: S_IFDIR)
    }

    /// Checks that only the user can read the open file, and that it has no other name.
    private static func check(_ file: OpenFile, at path: FilePath, kind: mode_t) throws(CredentialError) {
        guard let status = try attempt(path, { () throws(Errno) in try file.status() }) else { return }
        let isDirectory = kind == S_IFDIR
        if status.mode & S_IFMT != kind { throw CredentialError(.foreign, "is not a regular file", path: path) }
        if status.owner != geteuid() { throw CredentialError(.foreign, "belongs to another user", path: path) }
        if !isDirectory, status.links != 1 {
            throw CredentialError(.foreign, "has a second name somewhere (a hard link)", path: path)
        }
        if status.mode & 0o077 != 0 {
            throw CredentialError(
                .exposed, "is accessible to others, so its secrets are not used", path: path,
                remedy: .command("chmod \(isDirectory ? 700 : 600) \(shellQuoted(path.bytes))"))
        }
    }

    // MARK: - Files

    func names() throws(CredentialError) -> [String] {
        try attempt(path) { () throws(Errno) in try folder.names().map(\.string) } ?? []
    }

    /// The bytes of a file, at most `limit`; nil if nothing has the name.
    func read(_ name: FilePath, limit: Int) throws(CredentialError) -> [UInt8]? {
        let place = path.appending(name.components)
        let file = try attempt(place, missingIsFine: true) { () throws(Errno) in
            try folder.open(name, flags: O_RDONLY | O_NONBLOCK)
        }
        guard let file else { return nil }
        try Self.check(file, at: place, kind: S_IFREG)
        return try attempt(place) { () throws(Errno) in
            let bytes = try file.bytes(atMost: limit + 1)
            if bytes.count > limit { throw .fileTooLarge }
            return bytes
        }
    }

    /// Writes a file durably: a reader sees either all of the old bytes or all of the new ones.
    func replace(_ name: FilePath, with bytes: [UInt8]) throws(CredentialError) {
        _ = try attempt(path.appending(name.components)) { () throws(Errno) in
            try lock()
            let unfinished = Self.unfinished(name)
            // What a killed program left; nobody else is writing.
            try folder.removeIfThere(unfinished)
            var new = try NewFile(name, in: folder, as: unfinished, mode: 0o600)
            try new.file.write(bytes)
            try new.finish()
        }
    }

    /// Removes a file durably, together with an unfinished one that was to replace it.
    func remove(_ name: FilePath) throws(CredentialError) {
        _ = try attempt(path.appending(name.components)) { () throws(Errno) in
            try lock()
            try folder.removeIfThere(Self.unfinished(name))
            try folder.removeIfThere(name)
            try folder.file.sync()
        }
    }

    /// Takes the lock of a file, which is made if necessary, and stays.
    ///
    /// - Returns: the open file, which is locked until it is closed; nil where somebody else has locked it. Some shares
    ///   have no locks; there, everybody gets the lock.
    /// - Throws: `exposed`, `foreign`, `failed`.
    func lock(_ name: FilePath) throws(CredentialError) -> OpenFile? {
        let place = path.appending(name.components)
        let file = try attempt(place) { () throws(Errno) in
            try folder.open(name, flags: O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
        }
        guard let file else { return nil }
        try Self.check(file, at: place, kind: S_IFREG)
        let isLocked = try attempt(place) { () throws(Errno) in
            do throws(Errno) {
                try repeated { flock(file.number, LOCK_EX | LOCK_NB) }
                return true
            } catch .wouldBlock {
                return false
            } catch .noLocks, .noFunction, .notSupported, .invalidArgument, .badFileDescriptor {
                return true
            }
        }
        return isLocked == true ? file : nil
    }

    private static func unfinished(_ name: FilePath) -> FilePath { FilePath(".\(name.string).new") }

    /// Waits until no other program writes, and excludes others as long as this value's directory is open. Some shares
    /// have no locks; there, the last writer wins.
    private func lock() throws(Errno) {
        do throws(Errno) {
            try repeated { flock(folder.file.number, LOCK_EX) }
        } catch .noLocks, .noFunction, .notSupported, .invalidArgument, .badFileDescriptor {}
    }
}

/// Makes system calls about a file or a directory.
///
/// - Returns: nil where it is missing, and that is no error.
private func attempt<Value>(
    _ path: FilePath, missingIsFine: Bool = false, _ calls: () throws(Errno) -> Value
) throws(CredentialError) -> Value? {
    do throws(Errno) {
        return try calls()
    } catch {
        if missingIsFine, error == .noSuchFileOrDirectory { return nil }
        switch error {
        // The errors for a link and for what is no directory.
        case .tooManySymbolicLinkLevels, .notDirectory:
            throw CredentialError(.foreign, "is a link, or not what it should be", path: path)
        default: throw CredentialError(.failed, "cannot be used: \(error.description)", path: path)
        }
    }
}
