/// A set of rows by their numbers, a bit each: a million take 125 KB. As a question, `holds(?, row)`.
///
/// Until it is filled, every row may be in it.
final class RowSet: RowQuestion {
    /// Rows are numbered one after the other. The bits up to this one take 16 MiB.
    private static let most: Int64 = 1 << 27
    private var words: [UInt64] = []
    private var isFilled = false
    private let holdsOthers: Bool

    /// - Parameter holdsOthers: whether it is filled with the rows that are not in it.
    init(holdsOthers: Bool = false) {
        self.holdsOthers = holdsOthers
    }

    /// Takes the rows that `give` hands to its argument; none where a number is too large for a bit of its own, of which
    /// that tells by false.
    func fill(_ give: ((Int64) -> Bool) throws -> Bool) rethrows {
        var words: [UInt64] = []
        isFilled = try give { row in
            guard row >= 0, row < Self.most else { return false }
            let place = Int(row >> 6)
            if place >= words.count { words += Array(repeating: 0, count: max(place + 1 - words.count, words.count)) }
            words[place] |= 1 << UInt64(row & 63)
            return true
        }
        self.words = words
    }

    override func answer(_ values: Values) -> Bool {
        if !isFilled { return true }
        let row = values.integer(0)
        let place = Int(row >> 6)
        let isHeld = row >= 0 && place < words.count && words[place] & (1 << UInt64(row & 63)) != 0
        return isHeld != holdsOthers
    }
}
