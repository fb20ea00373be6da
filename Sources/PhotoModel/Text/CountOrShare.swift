/// A limit as users write it: a count, or a share of a whole in percent.
package enum CountOrShare: Hashable, Sendable {
    /// At most this many; at least 0.
    case count(Int)
    /// At most this percentage, 0…100.
    case percent(Double)

    /// Reads `500`, `25%` or `0.5%`.
    package init(parsing text: String) throws(TextError) {
        let text = trimmed(text)
        if text.hasSuffix("%") {
            guard let percent = decimal(trimmed(text.dropLast())), (0...100).contains(percent) else {
                throw TextError("a share is 0% to 100%, as in 25%")
            }
            self = .percent(percent)
        } else {
            guard let count = Int(text), count >= 0 else {
                throw TextError("a limit is a count or a share, as in 500 or 25%")
            }
            self = .count(count)
        }
    }

    /// The count that the limit allows of a whole, rounded down.
    package func limit(of whole: Int) -> Int {
        switch self {
        case .count(let count): count
        case .percent(let percent): Int((Double(whole) * percent / 100).rounded(.down))
        }
    }
}
