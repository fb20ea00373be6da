import PhotoFiles
import PhotoPipeline
import Synchronization
import SystemPackage

/// Tracks which directories are durably in their parents, because this process has synced the parents.
///
/// An existing directory may have been made by a program that was killed before it could sync. So each is synced once
/// in a service's life, and again when the service has made it again.
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

    func made(_ directory: FilePath) {
        state.withLock { state in
            state.known.remove(directory)
            state.made += 1
        }
    }

    /// Syncs directories, and each directory above one whose own entry may not be on the disk; each once.
    ///
    /// - Parameter directories: below the top, which is the empty path.
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
            // A directory made meanwhile may be among them.
            if state.made == before.made { state.known.formUnion(known) }
        }
        return failures
    }

    /// A directory and those above it, up to the first that is known with all its parents.
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

/// The time since which a file must not have changed to be known to be on the disk. Waiting for each of many files
/// takes long, so the whole disk is synced once.
final class SyncedDisk: Sendable {
    private struct Moment {
        let now: Int64
        let uptime: Int64
    }

    /// The tolerance: a file system's clock may be behind by a tick; larger differences mean that a clock was set.
    private static let margin: Int64 = 2_000_000_000

    private enum State {
        case unasked
        case unknown
        case synced(since: Moment)
    }
    private let state = Mutex(State.unasked)

    /// Waits for everything on the disk, once; later calls do nothing.
    func sync(_ top: OpenFile, at clock: any Clock) {
        state.withLock { state in
            guard case .unasked = state else { return }
            let moment = Moment(now: clock.now, uptime: clock.uptime)
            state = (try? Durability.syncFileSystem(of: top)) == true ? .synced(since: moment) : .unknown
        }
    }

    /// Whether a file on that disk is durable whose bytes and attributes last changed at a time, in nanoseconds since
    /// 1970-01-01T00:00:00Z. Always false once the clock was set.
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
