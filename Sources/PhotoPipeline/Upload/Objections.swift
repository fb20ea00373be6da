import PhotoIndex
import PhotoModel
import Synchronization

/// Hears what people say while some groups are on their way: whoever marks a photo personal does not wait for the
/// upload of others, and counts for every file that is not sent yet.
struct Objections {
    private let index: PhotoIndex
    private let basis: JudgingBasis
    private let leavingOut: Set<SidecarFormat>
    /// How far the index has been heard.
    private(set) var heard: Int64

    /// Hears from now on. To be made before the groups are announced, which is the last time that anybody else asks.
    ///
    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex, basis: JudgingBasis, leavingOut: Set<SidecarFormat>) throws {
        (self.index, self.basis, self.leavingOut) = (index, basis, leavingOut)
        heard = try index.changesByOthers()
    }

    /// Ends the announced groups against which something speaks by now. Asks for all of them, once for each change of
    /// the index by somebody else.
    ///
    /// - Throws: `UploadError` where the index cannot be asked.
    mutating func apply(to groups: inout [UploadAct.Group]) throws(UploadError) {
        do {
            let changes = try index.changesByOthers()
            if changes == heard { return }
            let open = groups.indices.filter { groups[$0].isAnnounced && groups[$0].isOpen }
            let objections = try index.objections(
                to: open.map { groups[$0].action }, basis: basis, leavingOut: leavingOut)
            for case (let place, let why?) in zip(open, objections) { groups[place].end(.skipped, why) }
            heard = changes
        } catch {
            throw UploadError(.failed, "the index cannot be asked whether it may go: \(error)")
        }
    }
}

/// Hears what people say while the last step of some files is taken, which takes long where the line is slow. Whoever
/// takes it for a file asks for that alone.
final class LastHearing<File: Hashable & Sendable>: Sendable {
    private let index: PhotoIndex
    private let ask: @Sendable () throws -> Set<File>

    private struct State {
        var heard: Int64
        var unwanted: Set<File> = []
    }
    private let state: Mutex<State>

    /// - Parameters:
    ///   - index: what is heard.
    ///   - heard: how far it has been heard already.
    ///   - ask: gives the files against which something speaks by now; called once for each change of the index by
    ///     somebody else.
    init(_ index: PhotoIndex, heard: Int64, _ ask: @escaping @Sendable () throws -> Set<File>) {
        (self.index, self.ask) = (index, ask)
        state = Mutex(State(heard: heard))
    }

    /// Whether something speaks against a file by now. Where nobody can be asked something does.
    func speaksAgainst(_ file: File) -> Bool {
        state.withLock { state in
            do {
                let changes = try index.changesByOthers()
                if changes != state.heard {
                    state.unwanted.formUnion(try ask())
                    state.heard = changes
                }
                return state.unwanted.contains(file)
            } catch {
                return true
            }
        }
    }
}
