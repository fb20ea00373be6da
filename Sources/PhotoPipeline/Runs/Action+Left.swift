import PhotoModel

extension Action {
    /// The same, left as it is for a reason: refused where it is not what was chosen any more.
    func left(_ why: Reason) -> Action {
        var action = self
        action.why = why
        switch why {
        case .changedSincePlan, .membersDiffer, .destinationChanged: action.state = .refused
        case .alreadyThere: action.state = .done
        case .unreadable: action.state = .failed
        default: action.state = .skipped
        }
        return action
    }
}
