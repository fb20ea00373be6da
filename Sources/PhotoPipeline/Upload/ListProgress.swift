import PhotoIndex
import Synchronization

/// How far a destination's own list of receipts is known while a run adds to it, several batches at a time: of a part
/// that grows, up to where nobody else has added a line.
final class ListProgress: Sendable {
    private struct State {
        var known: [String: Int64]
        /// What was added behind lines that are under way still, or another's.
        var later: [Int64: Int64] = [:]
        var failure: String?
    }

    private let state: Mutex<State>

    /// - Parameter known: how many bytes are known of each part.
    init(known: [String: Int64] = [:]) {
        state = Mutex(State(known: known))
    }

    /// Lines were added, and the index has their receipts.
    ///
    /// - Parameters:
    ///   - lines: where they stand.
    ///   - part: in which part.
    /// - Returns: what is known now; nil where that is no more than before.
    func add(_ lines: Range<Int64>, to part: String) -> [String: Int64]? {
        state.withLock { state in
            let before = state.known[part] ?? 0
            var known = before
            state.later[lines.lowerBound] = lines.upperBound
            while let end = state.later.removeValue(forKey: known), end > known { known = end }
            state.known[part] = known
            return known > before && state.failure == nil ? state.known : nil
        }
    }

    /// A part was written whole, and the index has its receipts.
    ///
    /// - Returns: what is known now; nil where some lines could not be added.
    func add(_ part: ReceiptListPart) -> [String: Int64]? {
        state.withLock { state in
            state.known[part.name] = part.size
            return state.failure == nil ? state.known : nil
        }
    }

    /// Lines could not be added: the list is read from its start the next time, and gets what it lacks.
    ///
    /// - Parameter why: in words, to follow the destination's name.
    func stop(_ why: String) { state.withLock { $0.failure = $0.failure ?? why } }

    /// Why lines could not be added first; nil where all were.
    var failure: String? { state.withLock(\.failure) }
}
