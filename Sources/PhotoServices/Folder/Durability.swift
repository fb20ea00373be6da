import CLinux
import Glibc
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Waits until files and directories are on the disk.
///
/// A disk takes some milliseconds to say so of one file, and hardly more of all: from four on the whole file system is
/// asked, where its kind is known to keep its word then.
enum Durability {
    private static let trusted: Set<UInt> = [
        // ext2 to 4, xfs, btrfs, f2fs, tmpfs
        0xEF53, 0x5846_5342, 0x9123_683E, 0xF2F5_2010, 0x0102_1994,
    ]

    /// Waits for files, of which all are on one file system, open for reading or writing.
    ///
    /// - Throws: what fsync(2) or syncfs(2) fails with.
    static func sync(_ files: [OpenFile]) throws(Errno) {
        if files.count >= 4, let first = files.first, try syncFileSystem(of: first) { return }
        for file in files { try file.sync() }
    }

    /// Waits for all that lies on a file system, where its kind is known to keep its word then.
    ///
    /// - Returns: whether it does.
    /// - Throws: what syncfs(2) fails with.
    static func syncFileSystem(of file: OpenFile) throws(Errno) -> Bool {
        guard isTrusted(file) else { return false }
        try repeated { workphotos_syncfs(file.number) }
        return true
    }

    /// Waits for all that lies on the file system of a directory, whatever its kind.
    ///
    /// - Throws: what opening it or syncfs(2) fails with.
    static func syncFileSystem(at directory: FilePath) throws(Errno) {
        let number = try unsafe withName(directory) { path throws(Errno) in
            try repeated { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        }
        let file = OpenFile(number)
        try repeated { workphotos_syncfs(file.number) }
    }

    private static func isTrusted(_ file: OpenFile) -> Bool {
        var (kind, identity): (UInt, UInt64) = (0, 0)
        return unsafe workphotos_fstatfs(file.number, &kind, &identity) == 0 && trusted.contains(kind)
    }
}

/// Which directories are known to be in their parents durably, since this process has synced the parents.
///
/// A directory that is there may have been made by a program that was killed before it could sync: each is looked after
/// once in a service's life, and again when the service made it anew.
final class DurableDirectories: Sendable {
    private struct State {
        var known: Set<FilePath> = []
        var synced: Set<FilePath> = []
        var made = 0
    }
    private let state = Mutex(State())

    /// Whether a directory was synced: what was in it before this process began is on the disk.
    func wasSynced(_ directory: FilePath) -> Bool {
        state.withLock { $0.synced.contains(directory) }
    }

    /// Takes note that a directory was made.
    func made(_ directory: FilePath) {
        state.withLock { state in
            state.known.remove(directory)
            state.made += 1
        }
    }

    /// Syncs directories, and each directory above one whose own entry may not be on the disk; every one once.
    ///
    /// - Parameters:
    ///   - directories: below the top, which is the empty path.
    ///   - sync: syncs one.
    /// - Returns: why a directory, or one above it, could not be synced; empty where all were.
    func sync(_ directories: Set<FilePath>, _ sync: (FilePath) throws(Errno) -> Void) -> [FilePath: Errno] {
        let before = state.withLock { $0 }
        var results: [FilePath: Errno?] = [:]
        var failures: [FilePath: Errno] = [:]
        var (synced, known): (Set<FilePath>, Set<FilePath>) = ([], [])
        for directory in directories {
            let chain = Self.chain(of: directory, known: before.known)
            for link in chain where results[link] == nil { results[link] = .some(Self.error(of: sync, link)) }
            if let failure = chain.compactMap({ results[$0] ?? nil }).first {
                failures[directory] = failure
            } else {
                known.formUnion(chain.dropLast())
                synced.insert(directory)
            }
        }
        state.withLock { state in
            state.synced.formUnion(synced)
            // One that was made meanwhile may be among them.
            if state.made == before.made { state.known.formUnion(known) }
        }
        return failures
    }

    /// A directory and those above it, up to the first that holds nothing unknown.
    private static func chain(of directory: FilePath, known: Set<FilePath>) -> [FilePath] {
        var chain = [directory]
        var entry = directory
        while !entry.isEmpty, !known.contains(entry) {
            entry = entry.removingLastComponent()
            chain.append(entry)
        }
        return chain
    }

    private static func error(of sync: (FilePath) throws(Errno) -> Void, _ directory: FilePath) -> Errno? {
        do throws(Errno) {
            try sync(directory)
            return nil
        } catch {
            return error
        }
    }
}

/// Since when a file must not have been changed to be known to be on the disk. A disk takes long to say so of each of
/// many files, and is asked once of all.
final class SyncedDisk: Sendable {
    private struct Moment {
        let now: Int64
        let uptime: Int64
    }

    /// A file system's clock may be behind by a tick, and clocks that were set show a difference above this.
    private static let margin: Int64 = 2_000_000_000

    private enum State {
        case unasked
        case unknown
        case synced(since: Moment)
    }
    private let state = Mutex(State.unasked)

    /// Waits for all that lies on the disk, once; later calls do nothing.
    func sync(_ top: OpenFile, at clock: any Clock) {
        state.withLock { state in
            guard case .unasked = state else { return }
            let moment = Moment(now: clock.now, uptime: clock.uptime)
            state = (try? Durability.syncFileSystem(of: top)) == true ? .synced(since: moment) : .unknown
        }
    }

    /// Whether a file of that disk is on it whose bytes and attributes changed last at a time, in nanoseconds since
    /// 1970-01-01T00:00:00Z. Nothing is, once the clock was set.
    func covers(_ changed: Int64, at clock: any Clock) -> Bool {
        let (now, uptime) = (clock.now, clock.uptime)
        return state.withLock { state in
            guard case .synced(let moment) = state else { return false }
            let drift = Int64(clamping: ((now &- moment.now) &- (uptime &- moment.uptime)).magnitude)
            if drift > Self.margin { state = .unknown }
            return drift <= Self.margin && changed < moment.now &- Self.margin
        }
    }
}
