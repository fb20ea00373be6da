import PhotoIndex
import PhotoModel
import Synchronization

/// Notices objections while groups are being sent: marking a photo personal does not wait for an upload, and takes
/// effect for every file that is not sent yet.
struct Objections {
    private let index: PhotoIndex
    private let judging: CurrentJudging
    private let leavingOut: Set<SidecarFormat>
    /// The index's count of changes at the last check.
    private(set) var counted: Int64

    /// Notices objections from now on. Made before the groups are announced, which checks for objections for the last
    /// time.
    ///
    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex, judging: CurrentJudging, leavingOut: Set<SidecarFormat>) throws {
        (self.index, self.judging, self.leavingOut) = (index, judging, leavingOut)
        counted = try index.changesByOthers()
    }

    /// Ends the announced groups to which there are objections by now. All of them are checked, once for each change of
    /// the index by another connection.
    ///
    /// - Throws: `UploadError` where the index cannot be asked.
    mutating func apply(to groups: inout [UploadAct.Group]) throws(UploadError) {
        do {
            let changes = try index.changesByOthers()
            if changes == counted { return }
            let open = groups.indices.filter { groups[$0].isAnnounced && groups[$0].isOpen }
            let objections = try index.objections(
                to: open.map { groups[$0].action }, basis: try judging.basis(), leavingOut: leavingOut)
            for case (let place, let why?) in zip(open, objections) { groups[place].end(.skipped, why) }
            counted = changes
        } catch {
            throw UploadError(.failed, "the index cannot be asked whether it may go: \(error)")
        }
    }
}

/// Notices objections during the last step of some files, which takes long on a slow connection. The caller asks about
/// each file right before that step.
final class FinalObjections<File: Hashable & Sendable>: Sendable {
    private let index: PhotoIndex
    private let ask: @Sendable () throws -> Set<File>

    private struct State {
        var counted: Int64
        var unwanted: Set<File> = []
    }
    private let state: Mutex<State>

    /// - Parameters:
    ///   - index: the index in which people object.
    ///   - counted: its count of changes when it was last checked.
    ///   - ask: returns the files to which there are objections; called once for each change by another connection.
    init(_ index: PhotoIndex, countedTo counted: Int64, _ ask: @escaping @Sendable () throws -> Set<File>) {
        (self.index, self.ask) = (index, ask)
        state = Mutex(State(counted: counted))
    }

    /// Whether there is an objection to a file by now. If the index cannot be asked, there is.
    func rejects(_ file: File) -> Bool {
        state.withLock { state in
            do {
                let changes = try index.changesByOthers()
                if changes != state.counted {
                    state.unwanted.formUnion(try ask())
                    state.counted = changes
                }
                return state.unwanted.contains(file)
            } catch {
                return true
            }
        }
    }
}
