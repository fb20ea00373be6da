import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// An open directory that is the user's alone, with files that are. Who writes to it holds its lock.
struct PrivateDirectory {
    private let path: FilePath
    private let folder: FolderDirectory

    /// Opens a directory, which must be no link, the user's, and closed to all others; nil where it is not there, and
    /// was not to be made.
    ///
    /// - Parameters:
    ///   - path: where it is; absolute.
    ///   - making: whether it is made, with those above it, where it is not there.
    /// - Throws: `exposed`, `foreign`, `failed`.
    init?(_ path: FilePath, making: Bool) throws(CredentialError) {
        self.path = path
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let number = try attempt(path, missingIsFine: !making) { () throws(Errno) in
            if making { try Self.make(path) }
            return try repeated { unsafe path.withPlatformString { unsafe Glibc.open($0, flags) } }
        }
        guard let number else { return nil }
        folder = FolderDirectory(OpenFile(number), opening: [.byHand])
        try Self.check(folder.file, at: path, kind: S_IFDIR)
    }

    /// Makes a directory and those above it that are not there, for their owner alone.
    private static func make(_ path: FilePath) throws(Errno) {
        do throws(Errno) {
            _ = try repeated { unsafe path.withPlatformString { unsafe mkdir($0, 0o700) } }
        } catch {
            if error == .fileExists { return }
            guard error == .noSuchFileOrDirectory, path.removingLastComponent() != path else { throw error }
            try make(path.removingLastComponent())
            try make(path)
        }
    }

    /// Makes sure that nobody but the user can read what is open, and that no other name leads to it.
    private static func check(_ file: OpenFile, at path: FilePath, kind: mode_t) throws(CredentialError) {
        var status = stat()
        _ = try attempt(path) { () throws(Errno) in try repeated { unsafe fstat(file.number, &status) } }
        let isDirectory = kind == S_IFDIR
        if status.st_mode & S_IFMT != kind { throw CredentialError(.foreign, "is not a regular file", path: path) }
        if status.st_uid != geteuid() { throw CredentialError(.foreign, "belongs to another user", path: path) }
        if !isDirectory, status.st_nlink != 1 {
            throw CredentialError(.foreign, "has a second name somewhere (a hard link)", path: path)
        }
        if status.st_mode & 0o077 != 0 {
            throw CredentialError(
                .exposed, "is accessible to others, so its secrets are not used", path: path,
                remedy: .command("chmod \(isDirectory ? 700 : 600) \(shellQuoted(path.bytes))"))
        }
    }

    // MARK: - Files

    /// The names in it.
    func names() throws(CredentialError) -> [String] {
        try attempt(path) { () throws(Errno) in try TrashFolder(folder.file).names().map(\.string) } ?? []
    }

    /// The bytes of a file, at most so many; nil where nothing has the name.
    func read(_ name: FilePath, limit: Int) throws(CredentialError) -> [UInt8]? {
        let place = path.appending(name.components)
        let file = try attempt(place, missingIsFine: true) { () throws(Errno) in
            try folder.open(name, flags: O_RDONLY | O_NONBLOCK)
        }
        guard let file else { return nil }
        try Self.check(file, at: place, kind: S_IFREG)
        return try attempt(place) { () throws(Errno) in try Self.bytes(of: file, limit: limit) }
    }

    private static func bytes(of file: OpenFile, limit: Int) throws(Errno) -> [UInt8] {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: limit + 1, alignment: 16)
        defer { unsafe block.deallocate() }
        var count = 0
        while count <= limit {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: block[count...])
            let more = try unsafe file.read(into: rest, at: Int64(count))
            if more == 0 { return unsafe Array(block[..<count]) }
            count += more
        }
        throw .fileTooLarge
    }

    /// Puts a file under a name, durably: whoever reads sees all of the old bytes or all of the new ones.
    func replace(_ name: FilePath, with bytes: [UInt8]) throws(CredentialError) {
        _ = try attempt(path.appending(name.components)) { () throws(Errno) in
            try lock()
            let new = Self.unfinished(name)
            // What one that was killed has left: nobody else is writing.
            try folder.remove(new)
            do throws(Errno) {
                let file = try folder.open(new, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
                try file.write(bytes)
                try file.sync()
                try folder.replace(name, with: new)
            } catch {
                try? folder.remove(new)
                throw error
            }
            try folder.file.sync()
        }
    }

    /// Removes a file, durably, and what was left of one that was to have its name.
    func remove(_ name: FilePath) throws(CredentialError) {
        _ = try attempt(path.appending(name.components)) { () throws(Errno) in
            try lock()
            try folder.remove(Self.unfinished(name))
            try folder.remove(name)
            try folder.file.sync()
        }
    }

    /// Takes the lock of a file, which is made where it is not there, and stays.
    ///
    /// - Parameter name: the file's.
    /// - Returns: the open file, which is locked until it is closed; nil where somebody else has locked it. Some shares
    ///   have no locks; there, it counts as locked by whoever asks.
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

    /// Waits until no other program writes, for as long as this value's directory is open. Some shares have no locks;
    /// there, the last one wins.
    private func lock() throws(Errno) {
        do throws(Errno) {
            try repeated { flock(folder.file.number, LOCK_EX) }
        } catch .noLocks, .noFunction, .notSupported, .invalidArgument, .badFileDescriptor {}
    }
}

/// Makes system calls about a file or a directory.
///
/// - Returns: nil where it is missing, and that is fine.
private func attempt<Value>(
    _ path: FilePath, missingIsFine: Bool = false, _ calls: () throws(Errno) -> Value
) throws(CredentialError) -> Value? {
    do throws(Errno) {
        return try calls()
    } catch {
        if missingIsFine, error == .noSuchFileOrDirectory { return nil }
        switch error {
        // What a link, and what is no directory, answer.
        case .tooManySymbolicLinkLevels, .notDirectory:
            throw CredentialError(.foreign, "is a link, or not what it should be", path: path)
        default: throw CredentialError(.failed, "cannot be used: \(error.description)", path: path)
        }
    }
}
