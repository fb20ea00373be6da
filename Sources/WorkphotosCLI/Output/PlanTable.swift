import PhotoModel
import PhotoPipeline
import Synchronization

/// What is planned or staged, counted by fence and month: what a terminal shows in place of a line for each group.
final class PlanTable: Sendable {
    private struct Key: Hashable, Comparable {
        let kind: String
        let fence: String
        let month: String

        static func < (one: Key, other: Key) -> Bool {
            (one.kind, one.fence, one.month) < (other.kind, other.fence, other.month)
        }
    }

    private let counts = Mutex<[Key: (photos: Int, bytes: Int64)]>([:])

    /// Counts an action.
    ///
    /// - Parameter kind: what is counted apart, such as its kind or its state; empty for nothing.
    func add(_ action: Action, on ground: Action.Ground, as kind: String = "") {
        let key = Key(
            kind: kind, fence: ground.fence.map { terminalSafe($0) } ?? "no fence",
            month: ground.taken.map { String($0.text.prefix(7)) } ?? "no date")
        counts.withLock { counts in
            counts[key, default: (0, 0)].photos += action.photos
            counts[key, default: (0, 0)].bytes += action.bytes
        }
    }

    /// The counts as text. Names are safe for a terminal.
    ///
    /// - Parameter columns: the terminal's width; nil for none.
    /// - Returns: a line for each fence and month, in this order.
    func lines(fitting columns: Int?) -> [String] {
        let rows = counts.withLock(\.self).sorted { $0.key < $1.key }.map { key, count in
            (
                [key.kind, key.fence, key.month], count.photos.grouped, count.photos == 1 ? "photo " : "photos",
                count.bytes.byteSize
            )
        }
        func width(_ text: (Int) -> String) -> Int { rows.indices.map { text($0).displayWidth }.max() ?? 0 }
        let (kind, month) = (width { rows[$0].0[0] }, width { rows[$0].0[2] })
        let (photos, bytes) = (width { rows[$0].1 }, width { rows[$0].3 })
        let left = (columns ?? .max) - (kind == 0 ? 0 : kind + 2) - month - photos - bytes - 13
        let fence = min(width { rows[$0].0[1] }, max(8, left))
        return rows.map { names, count, unit, size in
            let first = kind == 0 ? "" : "\(padded(names[0], to: kind))  "
            return "\(first)\(padded(names[1].shortened(to: fence), to: fence))  \(padded(names[2], to: month))  "
                + "\(leading(count, photos)) \(unit)  \(leading(size, bytes))"
        }
    }

    private func leading(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.displayWidth)) + text
    }
}
