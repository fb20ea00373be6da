import GRDB

extension PhotoIndex {
    /// How the database means to find what removals and undos ask for, for whoever asks why that takes long: SQLite's
    /// EXPLAIN QUERY PLAN, a line for each step.
    package func queryPlansOfRemovals() throws(IndexError) -> [String] {
        try read { db in
            try [
                Self.removedPhotos, Self.removingRuns, Self.removedOfRun, ReturnedFiles.purgeOfFile,
                RemovalRow.receiptsOfContent, GroupHolds.sql(ofGroup: "?1"),
            ].flatMap { sql in
                let query = try PreparedQuery(db, "EXPLAIN QUERY PLAN \(sql)")
                var lines: [String] = []
                try query.forEachRow { lines.append(query.text(3) ?? "") }
                return lines
            }
        }
    }
}
