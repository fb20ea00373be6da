import PhotoIndex
import PhotoModel
import SystemPackage

/// A group with what is to be proved before it goes.
struct PlannedRemoval: Sendable {
    /// What is done: `planned`; or why the group stays. Its targets are where the copies lie at the action's destination.
    var action: Action
    /// The root that it is in.
    let root: Int64
    /// Where its copies are, the action's destination first: at any so many of these as are required they have to be.
    var copies: [Copies] = []
    /// The identifier that a clip of another name would share with it.
    let contentIdentifier: String?

    /// The copies of a group at one destination.
    struct Copies: Sendable {
        /// The destination's row.
        let destination: Int64
        /// What it confirmed, a receipt a member, in the action's order.
        let receipts: [RemovalCandidate.CopyReceipt]
    }

    /// How many stills and videos it has, which are what limits count.
    var photos: Int { action.members.count { $0.role != .sidecar } }
}
