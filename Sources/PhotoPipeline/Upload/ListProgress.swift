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
        var isIncomplete = false
        var areLinesKept = false

        /// What is known; nil where the list lacks lines.
        var whole: [String: Int64]? { failure == nil && !isIncomplete ? known : nil }
    }

    private let state: Mutex<State>

    /// - Parameter known: the number of bytes known of each part.
    init(known: [String: Int64] = [:]) {
        state = Mutex(State(known: known))
    }

    /// Goes on from what the index knows of a list. One that lacks what has ended stays unknown until it is completed,
    /// whatever is added to it.
    init(ofDestination destination: Int64, in index: PhotoIndex) throws(IndexError) {
        let isIncomplete = try index.unlistedEnds().contains { $0.destination.id == destination }
        state = Mutex(State(known: try index.listed(ofDestination: destination), isIncomplete: isIncomplete))
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
            return known > before ? state.whole : nil
        }
    }

    /// Records that a whole part was written and that the index has its receipts.
    ///
    /// - Returns: what is known now; nil where some lines could not be added.
    func add(_ part: ReceiptListPart) -> [String: Int64]? {
        state.withLock { state in
            state.known[part.name] = part.size
            return state.whole
        }
    }

    /// Records that the service keeps lines in memory until the list is closed.
    func keepLines() { state.withLock { $0.areLinesKept = true } }

    /// Whether it does.
    var areLinesKept: Bool { state.withLock(\.areLinesKept) }

    /// Records that lines could not be added. The next run reads the list from its start and adds what is missing.
    ///
    /// - Parameter why: in words, to follow the destination's name.
    func stop(_ why: String) { state.withLock { $0.failure = $0.failure ?? why } }

    /// Why lines could not be added for the first time; nil if all were.
    var failure: String? { state.withLock(\.failure) }
}
