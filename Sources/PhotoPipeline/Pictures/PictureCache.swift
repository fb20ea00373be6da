import Crypto
import Glibc
import PhotoFiles
import PhotoModel
import Synchronization
import SystemPackage

/// Pictures that were made, and a note of each file of which none could be made, between runs: below
/// `$XDG_CACHE_HOME/workphotos/pictures`. Only the user can read them. Nothing but pictures is in it, and whoever
/// removes it, or a part of it, loses only time.
///
/// A picture belongs to a file's path and fingerprint, so that of a changed file nothing is found. A failure that
/// cannot be written down is remembered until the program ends.
final class PictureCache: Sendable {
    struct Key: Hashable, Sendable {
        /// A digest, from which neither name nor place can be read.
        fileprivate let name: String

        init(_ path: FilePath, _ fingerprint: Fingerprint) {
            let numbers = [
                fingerprint.size, fingerprint.modified, fingerprint.changed, Int64(bitPattern: fingerprint.inode),
            ]
            let text = numbers.map { "\($0) " }.joined()
            name = hexText(Array(SHA256.hash(data: Array(text.utf8) + path.bytes)))
        }
    }

    private struct State {
        /// In bytes; nil until it is known.
        var used: Int64?
        /// The failures of this run, by the names of their notes.
        var failures: Set<FilePath> = []
    }
    private static let failure = Array("no picture\n".utf8)
    /// The largest picture that is kept, in bytes.
    static let mostOfOne = 8 << 20
    /// What each file counts at least, in bytes: a block of its file system.
    private static let block: Int64 = 4_096
    private let path: FilePath?
    private let most: Int64
    private let state = Mutex(State())

    /// Makes nothing before there is something to keep.
    ///
    /// - Parameter most: how many bytes the files may take together.
    init(variables: [String: String], most: Int64) {
        let base = BaseDirectory.cache.all(variables).first
        let isHomeless = base.map { BaseDirectory.missingHome(of: $0, variables) != nil } ?? true
        path = isHomeless ? nil : base?.appending("workphotos/pictures")
        self.most = most
    }

    /// The picture of a file; nil if none is kept.
    func picture(_ key: Key, _ size: Picture.Size) -> [UInt8]? {
        guard let bytes = read(Self.name(key, size), atMost: Self.mostOfOne), bytes.starts(with: [0xFF, 0xD8]),
            bytes.suffix(2) == [0xFF, 0xD9]
        else { return nil }
        return bytes
    }

    /// Whether no picture of a size could be made of a file.
    func hasFailed(_ key: Key, _ size: Picture.Size) -> Bool {
        let name = Self.failureName(key, size)
        return state.withLock { $0.failures.contains(name) }
            || read(name, atMost: Self.failure.count) == Self.failure
    }

    /// Keeps a picture, a JPEG stream with nothing but picture, colours and orientation. Where that is not possible it
    /// is made again.
    func keep(_ bytes: [UInt8], of key: Key, _ size: Picture.Size) {
        if bytes.count <= Self.mostOfOne { write(bytes, to: Self.name(key, size)) }
    }

    /// Remembers that no picture of a size could be made of a file.
    func noteFailure(of key: Key, _ size: Picture.Size) {
        let name = Self.failureName(key, size)
        state.withLock { state in _ = state.failures.insert(name) }
        write(Self.failure, to: name)
    }

    private static func name(_ key: Key, _ size: Picture.Size) -> FilePath {
        FilePath("\(key.name).\(size.rawValue).jpg")
    }

    private static func failureName(_ key: Key, _ size: Picture.Size) -> FilePath {
        FilePath("\(key.name).\(size.rawValue).failed")
    }

    /// The directory; nil if it is not there, or others can read or write it.
    private func directory(making: Bool) -> DirectoryHandle? {
        guard let path else { return nil }
        if making { try? NamedFile.makeDirectories(path, mode: 0o700) }
        guard let file = try? OpenFile(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW),
            let status = try? file.status(), status.owner == geteuid(), status.mode & 0o077 == 0
        else { return nil }
        return DirectoryHandle(file)
    }

    private func read(_ name: FilePath, atMost most: Int) -> [UInt8]? {
        guard let file = try? directory(making: false)?.open(name, flags: OpenFlags.reading),
            let status = try? file.status(), status.isRegular, status.size <= most
        else { return nil }
        return try? file.bytes(atMost: Int(status.size))
    }

    /// Writes a file, which gets its name when it is complete, and makes room if there is too much.
    private func write(_ bytes: [UInt8], to name: FilePath) {
        guard let directory = directory(making: true) else { return }
        do throws(Errno) {
            var new = try NewFile(name, in: directory, mode: 0o600)
            try new.file.write(bytes)
            try new.takeName()
        } catch {
            return
        }
        state.withLock { state in
            let used = (state.used ?? Self.size(of: directory)) + Self.counted(Int64(bytes.count))
            state.used = used <= most ? used : shrink(directory)
        }
    }

    private static func counted(_ size: Int64) -> Int64 { max(size, block) }

    private static func size(of directory: DirectoryHandle) -> Int64 {
        files(in: directory).reduce(0) { $0 + counted($1.fingerprint.size) }
    }

    private static func files(in directory: DirectoryHandle) -> [(name: FilePath, fingerprint: Fingerprint)] {
        let names = (try? directory.names()) ?? []
        return names.compactMap { name in
            guard let status = try? directory.status(name), status.isRegular else { return nil }
            return (name, status.fingerprint)
        }
    }

    /// Removes the oldest files until three quarters of what may be there are left, and returns how much that is.
    private func shrink(_ directory: DirectoryHandle) -> Int64 {
        let files = Self.files(in: directory).sorted { $0.fingerprint.modified < $1.fingerprint.modified }
        var used = files.reduce(0) { $0 + Self.counted($1.fingerprint.size) }
        for file in files where used > most / 4 * 3 {
            try? directory.removeIfThere(file.name)
            used -= Self.counted(file.fingerprint.size)
        }
        return used
    }
}
