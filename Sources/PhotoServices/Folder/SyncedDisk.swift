import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Since when a file must not have been changed to be known to be on the disk. A disk takes long to say so of each of many
/// files, and is asked once of all.
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
