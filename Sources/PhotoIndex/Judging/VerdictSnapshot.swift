import GRDB
package import PhotoModel
import SystemPackage

/// The verdicts of all groups at one moment, a byte each, for later comparison.
package struct VerdictSnapshot: Sendable {
    /// By the groups' rows: 0 for none, otherwise the index among all verdicts plus one.
    fileprivate let numbers: [UInt8]
}

extension PhotoIndex {
    /// The current verdicts.
    package func verdictSnapshot() throws(IndexError) -> VerdictSnapshot {
        try read { db in
            let last = try ScanWriter.lastRow("assetGroup", in: db)
            var numbers = [UInt8](repeating: 0, count: Int(last) + 1)
            var verdicts = WordMemory<Verdict>()
            let query = try PreparedQuery(db, "SELECT assetGroup, verdict FROM verdict")
            try query.forEachRow {
                let verdict = verdicts.value(query, 1, Verdict.init)
                numbers[Int(query.integer(0))] = UInt8(verdict.flatMap(Verdict.allCases.firstIndex).map { $0 + 1 } ?? 0)
            }
            return VerdictSnapshot(numbers: numbers)
        }
    }

    /// Passes each photo that is not gone and whose verdict has changed to `body`, in the order of the paths, until
    /// `body` returns false.
    ///
    /// - Parameter body: returns whether to go on.
    package func photosJudgedOtherwise(
        than snapshot: VerdictSnapshot, _ body: (ChangedPhoto) throws -> Bool
    ) throws {
        try stream(to: body) { db, give in
            let roots = try RootPaths.prefixes(db)
            var verdicts = WordMemory<Verdict>()
            let query = try PreparedQuery(
                db,
                """
                SELECT f.root, f.path, f.assetGroup, v.verdict
                FROM root r CROSS JOIN file f ON f.root = r.id JOIN verdict v ON v.assetGroup = f.assetGroup
                WHERE f.state = 'photo' AND f.goneAt IS NULL ORDER BY r.path || x'2f', f.path
                """)
            defer { query.reset() }
            while try query.step() {
                let group = Int(query.integer(2))
                let number = snapshot.numbers.indices.contains(group) ? Int(snapshot.numbers[group]) : 0
                let old = number == 0 ? nil : Verdict.allCases[number - 1]
                guard let new = verdicts.value(query, 3, Verdict.init), new != old else { continue }
                let path = FilePath(bytes: (roots[query.integer(0)] ?? []) + query.bytes(1))
                if !give(ChangedPhoto(path: path, from: old, to: new)) { return }
            }
        }
    }

    /// Passes the position of each photo in a box that is not gone to `body`: recorded positions, not inferred ones.
    package func positions(in box: BoundingBox, _ body: (Coordinate) -> Void) throws(IndexError) {
        try read { db in
            let search = SearchBox(box)
            let from =
                try SecondaryIndexes.areComplete(db)
                ? "file f INDEXED BY fileNear WHERE \(search.indexedConditions)"
                : "file f WHERE \(search.conditions("f"))"
            let query = try PreparedQuery(
                db, "SELECT f.latitude, f.longitude FROM \(from) AND f.state = 'photo' AND f.goneAt IS NULL")
            try query.forEachRow {
                if let latitude = query.optionalDouble(0), let longitude = query.optionalDouble(1),
                    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
                {
                    body(coordinate)
                }
            }
        }
    }
}
