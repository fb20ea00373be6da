import GRDB

extension PhotoIndex {
    /// How far a destination's own list of receipts was read.
    ///
    /// - Parameter destination: its row.
    /// - Returns: for each part, by its name, how many bytes, up to the end of a line; empty where the whole list is to be
    ///   read, and to get what it lacks.
    /// - Throws: what befalls a read.
    package func listed(ofDestination destination: Int64) throws(IndexError) -> [String: Int64] {
        try read { db in
            var parts: [String: Int64] = [:]
            let query = try PreparedQuery(db, "SELECT name, bytes FROM receiptListPart WHERE destination = ?")
            query.bind(destination, at: 1)
            try query.forEachRow { parts[query.text(0) ?? ""] = query.integer(1) }
            return parts
        }
    }

    /// Remembers how far a destination's own list of receipts was read, once its receipts are in the index.
    ///
    /// - Parameters:
    ///   - parts: for each part, by its name, how many bytes, up to the end of a line; empty to have all of it read anew.
    ///   - destination: the destination's row.
    /// - Throws: what befalls a write.
    package func setListed(_ parts: [String: Int64], ofDestination destination: Int64) throws(IndexError) {
        try writeWithoutWaitingForDisk(.notes) { db in
            let forget = try PreparedQuery(db, "DELETE FROM receiptListPart WHERE destination = ?")
            forget.bind(destination, at: 1)
            try forget.run()
            let insert = try PreparedQuery(
                db, "INSERT INTO receiptListPart (destination, name, bytes) VALUES (?, ?, ?)")
            for (name, bytes) in parts {
                insert.bind(destination, at: 1)
                insert.bind(name, at: 2)
                insert.bind(bytes, at: 3)
                try insert.run()
            }
        }
    }
}
