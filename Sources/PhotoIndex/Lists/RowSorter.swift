import GRDB
import Glibc
import PhotoModel

/// Sorts the rows of some files in a selection's order: by time or size, then by the bytes of their whole paths.
struct RowSorter {
    private struct Key {
        let row: Int64
        /// The time or size; nil for a photo without a time, which comes last in either direction.
        let value: Int64?
        /// The rank of its root among all roots.
        let root: Int
        let path: [UInt8]
    }

    private let query: PreparedQuery
    /// Ranks of roots by the bytes of their paths: no root is inside another, so they decide before the paths below
    /// them.
    private let rootPlaces: [Int64: Int]
    private let isReversed: Bool

    init(_ selection: PhotoSelection, taken: TakenColumn, roots: [Int64], _ db: Database) throws {
        let value = OrderedRows.column(of: selection.order, taken) ?? "NULL"
        query = try PreparedQuery(
            db, "SELECT root, path, \(value) FROM file f WHERE id = ? AND state = 'photo' AND goneAt IS NULL")
        rootPlaces = Dictionary(uniqueKeysWithValues: roots.enumerated().map { ($1, $0) })
        isReversed = selection.isReversed
    }

    /// The rows in order, without those that are not photos or are gone.
    func sorted(_ rows: [Int64]) throws -> [Int64] {
        var keys: [Key] = []
        keys.reserveCapacity(rows.count)
        for row in rows {
            query.bind(row, at: 1)
            let key = try query.first {
                Key(
                    row: row, value: query.optionalInteger(2), root: rootPlaces[query.integer(0)] ?? 0,
                    path: query.bytes(1))
            }
            if let key { keys.append(key) }
        }
        keys.sort(by: comesBefore)
        return keys.map(\.row)
    }

    private func comesBefore(_ one: Key, _ other: Key) -> Bool {
        if (one.value == nil) != (other.value == nil) { return other.value == nil }
        let (first, second) = isReversed ? (other, one) : (one, other)
        if let value = first.value, let otherValue = second.value, value != otherValue { return value < otherValue }
        if first.root != second.root { return first.root < second.root }
        return first.path.precedes(second.path)
    }
}

extension [UInt8] {
    /// Whether these bytes precede others, as `lexicographicallyPrecedes`, by memcmp.
    fileprivate func precedes(_ other: [UInt8]) -> Bool {
        unsafe withUnsafeBytes { one in
            unsafe other.withUnsafeBytes { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else {
                    return one.count < other.count
                }
                let result = unsafe memcmp(start, otherStart, Swift.min(one.count, other.count))
                return result == 0 ? one.count < other.count : result < 0
            }
        }
    }
}
