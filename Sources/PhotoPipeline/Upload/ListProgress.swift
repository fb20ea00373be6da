import Synchronization

/// How far a destination's own list of receipts is known while a run adds to it, several batches at a time: up to where
/// nobody else has added a line.
final class ListProgress: Sendable {
    private struct State {
        var end: Int64
        /// What was added behind lines that are under way still, or another's.
        var later: [Int64: Int64] = [:]
        var failure: String?
    }

    private let state: Mutex<State>

    /// - Parameter end: how many bytes of the list are known.
    init(end: Int64) {
        state = Mutex(State(end: end))
    }

    /// Lines were added, and the index has their receipts.
    ///
    /// - Parameter lines: where they stand.
    /// - Returns: how many bytes of the list are known now; nil where these are no more than before.
    func add(_ lines: Range<Int64>) -> Int64? {
        state.withLock { state in
            let before = state.end
            state.later[lines.lowerBound] = lines.upperBound
            while let end = state.later.removeValue(forKey: state.end), end > state.end { state.end = end }
            return state.end > before && state.failure == nil ? state.end : nil
        }
    }

    /// Lines could not be added: the list is read from its start the next time, and gets what it lacks.
    ///
    /// - Parameter why: in words, to follow the destination's name.
    func stop(_ why: String) { state.withLock { $0.failure = $0.failure ?? why } }

    /// Why lines could not be added first; nil where all were.
    var failure: String? { state.withLock(\.failure) }
}
