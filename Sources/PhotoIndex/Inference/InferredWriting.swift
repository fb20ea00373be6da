import GRDB
import PhotoModel

/// Writes inferred positions that differ from the stored ones.
struct InferredWriting {
    /// The columns of `inferredPosition` after the file's row.
    static let columns = [
        "latitude", "longitude", "accuracy", "method", "before", "beforeAt", "beforeLatitude", "beforeLongitude",
        "after", "afterAt", "afterLatitude", "afterLongitude",
    ]

    private let db: Database
    private let put: PreparedQuery
    /// The files that have a position.
    private var files: Set<Int64> = []

    init(_ db: Database) throws {
        self.db = db
        let names = Self.columns.joined(separator: ", ")
        let marks = Self.columns.map { _ in "?" }.joined(separator: ", ")
        let settings = Self.columns.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let new = Self.columns.map { "excluded.\($0)" }.joined(separator: ", ")
        put = try PreparedQuery(
            db,
            """
            INSERT INTO inferredPosition (file, \(names)) VALUES (?, \(marks))
            ON CONFLICT (file) DO UPDATE SET \(settings) WHERE (\(names)) IS NOT (\(new))
            """)
    }

    mutating func write(_ position: InferredPosition, of file: Int64) throws {
        files.insert(file)
        put.bind(file, at: 1)
        put.bind(position.coordinate.latitude, at: 2)
        put.bind(position.coordinate.longitude, at: 3)
        put.bind(position.accuracy, at: 4)
        put.bind(position.method, at: 5)
        bind(position.before, from: 6)
        bind(position.after, from: 10)
        try put.run()
    }

    private func bind(_ witness: InferredPosition.Witness, from first: Int32) {
        put.bind(witness.origin.row, at: first)
        put.bind(witness.time.microseconds, at: first + 1)
        put.bind(witness.coordinate.latitude, at: first + 2)
        put.bind(witness.coordinate.longitude, at: first + 3)
    }

    /// Deletes the positions of all files not written before.
    func removeOthers() throws {
        var others: [Int64] = []
        let all = try PreparedQuery(db, "SELECT file FROM inferredPosition")
        try all.forEachRow { if !files.contains(all.integer(0)) { others.append(all.integer(0)) } }
        for file in others { try InferredRows.drop(ofFile: file, in: db) }
    }
}

extension InferredPosition {
    fileprivate var method: String {
        switch before.origin {
        case .track: "track"
        case .photo: "photos"
        }
    }
}

extension PreparedQuery {
    /// Reads the ``InferredWriting/columns`` starting at `first`; nil if there is no row.
    func inferredPosition(from first: Int32) -> InferredPosition? {
        guard let coordinate = coordinate(from: first), let accuracy = optionalDouble(first + 2),
            let before = witness(text(first + 3), from: first + 4),
            let after = witness(text(first + 3), from: first + 8)
        else { return nil }
        return InferredPosition(coordinate: coordinate, accuracy: accuracy, before: before, after: after)
    }

    private func witness(_ method: String?, from first: Int32) -> InferredPosition.Witness? {
        coordinate(from: first + 2).map { coordinate in
            InferredPosition.Witness(
                origin: method == "track" ? .track(integer(first)) : .photo(integer(first)),
                time: WallTime(microseconds: integer(first + 1)), coordinate: coordinate)
        }
    }

    private func coordinate(from first: Int32) -> Coordinate? {
        guard let latitude = optionalDouble(first), let longitude = optionalDouble(first + 1) else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }
}
