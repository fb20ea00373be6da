import GRDB
import PhotoModel

/// The rows of groups that are to be judged, as ascending ranges.
struct GroupRows: Sendable {
    /// The most rows of a chunk.
    static let most: Int64 = 8_192
    /// So many rows between two are judged as well, which takes less time than another search.
    private static let gap: Int64 = 4

    private(set) var ranges: [Range<Int64>] = []

    static func all(_ db: Database) throws -> GroupRows {
        GroupRows(ranges: [0..<(try ScanWriter.lastRow("assetGroup", in: db) + 1)])
    }

    /// The rows of the groups whose verdicts can change, and some more.
    ///
    /// - Returns: nil where the rows cannot be found: before the first scan has made the indexes, and where positions
    ///   were inferred.
    static func near(_ ground: ChangedGround, _ db: Database) throws -> GroupRows? {
        guard try SecondaryIndexes.areComplete(db), try !InferredRows.areAny(db) else { return nil }
        var found: [Int64] = []
        for part in ground.parts {
            let query = try PreparedQuery(db, sql(part))
            query.bind(ground.usualAccuracy, at: 1)
            try query.forEachRow { found.append(query.integer(0)) }
        }
        let overruled = try PreparedQuery(db, Self.overruled)
        try overruled.forEachRow { found.append(overruled.integer(0)) }
        found.sort()
        var rows = GroupRows()
        for row in found { rows.append(row) }
        return rows
    }

    /// The few groups with a file that says another place than the XMP file beside it: a `never` fence may be there.
    private static let overruled = """
        SELECT assetGroup FROM file INDEXED BY fileOverruled WHERE overruledLatitude IS NOT NULL AND assetGroup IS NOT NULL
        """

    /// Answered by the index `fileNear` alone.
    static func sql(_ part: ChangedGround.Part) -> String {
        """
        SELECT f.assetGroup FROM file f INDEXED BY fileNear WHERE \(SearchBox(part.far).indexedConditions)
        AND (f.horizontalAccuracy > ?1 OR \(SearchBox(part.near).conditions("f")))
        """
    }

    /// The same in chunks.
    var chunks: [GroupRows] {
        var chunks: [GroupRows] = []
        var room: Int64 = 0
        for range in ranges {
            var start = range.lowerBound
            while start < range.upperBound {
                if room == 0 {
                    chunks.append(GroupRows())
                    room = Self.most
                }
                let end = min(start + room, range.upperBound)
                chunks[chunks.count - 1].ranges.append(start..<end)
                room -= end - start
                start = end
            }
        }
        return chunks
    }

    /// Adds a row; they come in ascending order, and a row may come again.
    private mutating func append(_ row: Int64) {
        if let last = ranges.last, row <= last.upperBound + Self.gap {
            ranges[ranges.count - 1] = last.lowerBound..<max(row + 1, last.upperBound)
        } else {
            ranges.append(row..<row + 1)
        }
    }
}
