import PhotoIndex
import PhotoModel
import Synchronization

/// Hears what people say while some groups are on their way: whoever marks a photo personal does not wait for the
/// upload of others, and counts for every file that is not sent yet.
struct Objections {
    private let index: PhotoIndex
    private let basis: JudgingBasis
    private let leavingOut: Set<SidecarFormat>
    /// How far the index has been counted.
    private var counted: Int64

    /// Hears from now on. To be made before the groups are announced, which is the last time that anybody else asks.
    ///
    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex, basis: JudgingBasis, leavingOut: Set<SidecarFormat>) throws {
        (self.index, self.basis, self.leavingOut) = (index, basis, leavingOut)
        counted = try index.changesByOthers()
    }

    /// Ends the announced groups against which something speaks by now. Asks for all of them, once for each change of
    /// the index by somebody else.
    ///
    /// - Throws: `UploadError` where the index cannot be asked.
    mutating func apply(to groups: inout [UploadAct.Group]) throws(UploadError) {
        do {
            let changes = try index.changesByOthers()
            if changes == counted { return }
            let open = groups.indices.filter { groups[$0].isAnnounced && groups[$0].isOpen }
            let objections = try index.objections(
                to: open.map { groups[$0].action }, basis: basis, leavingOut: leavingOut)
            for case (let place, let why?) in zip(open, objections) { groups[place].end(.skipped, why) }
            counted = changes
        } catch {
            throw UploadError(.failed, "the index cannot be asked whether it may go: \(error)")
        }
    }
}

/// Hears what people say while the last bytes of some groups go, which takes long where the line is slow. Whoever
/// finishes a file asks for it alone.
final class FinalObjections: Sendable {
    private let index: PhotoIndex
    private let basis: JudgingBasis
    private let leavingOut: Set<SidecarFormat>
    private let actions: [Action]

    private struct State {
        var counted: Int64
        var unwanted: Set<String> = []
    }
    private let state: Mutex<State>

    /// Hears from now on.
    ///
    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex, basis: JudgingBasis, leavingOut: Set<SidecarFormat>, _ actions: [Action]) throws {
        (self.index, self.basis, self.leavingOut, self.actions) = (index, basis, leavingOut, actions)
        state = Mutex(State(counted: try index.changesByOthers()))
    }

    /// Whether something speaks against a file by now. Where nobody can be asked something does.
    func rejects(_ sent: SentUpload) -> Bool {
        state.withLock { state in
            do {
                let changes = try index.changesByOthers()
                if changes != state.counted {
                    let objections = try index.objections(to: actions, basis: basis, leavingOut: leavingOut)
                    for case (let action, _?) in zip(actions, objections) {
                        state.unwanted.formUnion(action.members.compactMap(\.ticket))
                    }
                    state.counted = changes
                }
                return state.unwanted.contains(sent.upload.ticket)
            } catch {
                return true
            }
        }
    }
}
