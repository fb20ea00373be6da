import PhotoIndex
import Synchronization

/// How much of a destination's own list of receipts is known while several batches of a run add to it. A growing part
/// is known up to the first byte that another program may have written.
final class ListProgress: Sendable {
    private struct State {
        var known: [String: Int64]
        /// Ranges that were added after lines that are still under way or are another program's.
        var later: [Int64: Int64] = [:]
        var failure: String?
    }

    private let state: Mutex<State>

    /// - Parameter known: the number of bytes known of each part.
    init(known: [String: Int64] = [:]) {
        state = Mutex(State(known: known))
    }

    /// Records that lines were added and that the index has their receipts.
    ///
    /// - Parameters:
    ///   - lines: the range of the lines.
    ///   - part: the part that contains them.
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

    /// Records that a whole part was written and that the index has its receipts.
    ///
    /// - Returns: what is known now; nil where some lines could not be added.
    func add(_ part: ReceiptListPart) -> [String: Int64]? {
        state.withLock { state in
            state.known[part.name] = part.size
            return state.failure == nil ? state.known : nil
        }
    }

    /// Records that lines could not be added. The next run reads the list from its start and adds what is missing.
    ///
    /// - Parameter why: in words, to follow the destination's name.
    func stop(_ why: String) { state.withLock { $0.failure = $0.failure ?? why } }

    /// Why lines could not be added for the first time; nil if all were.
    var failure: String? { state.withLock(\.failure) }
}
