import PhotoModel
import Synchronization

/// The last look at groups whose files are about to get their names, one after another.
final class FinalObjections: Sendable {
    private let look: LastLook
    private let groups: [LastLook.Group]
    private let found = Mutex<[Int: Action.Reason]>([:])

    /// - Parameters:
    ///   - look: takes the look.
    ///   - groups: the groups.
    init(_ look: LastLook, _ groups: [LastLook.Group]) {
        (self.look, self.groups) = (look, groups)
    }

    /// Whether a group must not go. An objection stands.
    func reject(_ group: Int) -> Bool {
        if self[group] != nil { return true }
        guard let why = look.whyNot(groups[group]) else { return false }
        found.withLock { $0[group] = why }
        return true
    }

    /// Why a group was rejected; nil if it was not.
    subscript(group: Int) -> Action.Reason? { found.withLock { $0[group] } }
}
