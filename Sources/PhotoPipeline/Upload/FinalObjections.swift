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

    /// Whether a group must not go. An objection stands; if nobody can be asked, there is one.
    func reject(_ group: Int) -> Bool {
        if self[group] != nil { return true }
        let why = Result { try look.objection(to: groups[group]) }
        switch why {
        case .success(nil): return false
        case .success(let why?): found.withLock { $0[group] = why }
        case .failure: break
        }
        return true
    }

    /// Why a group was rejected; nil if it was not, or nobody could be asked.
    subscript(group: Int) -> Action.Reason? { found.withLock { $0[group] } }
}
