import PhotoModel

/// Reads of a photo's row what judging asks for, and no more. One value reads all rows, so that words which most rows
/// share are made once.
struct JudgingRow {
    /// What ``read(_:from:)`` reads, of the table `f`.
    static let columns = FileColumns.list(
        [
            "latitude", "longitude", "positionProblem", "horizontalAccuracy", "processingMethod", "gpsTime", "takenAt",
            "takenAtSource", "utcOffset", "utcOffsetSource",
        ], of: "f")

    /// The facts of the row that was read last, as those of a group of one: filled in place for each row.
    private(set) var facts = [PhotoFacts(format: .jpeg)]
    private var problems = WordMemory<PositionProblem>()
    private var methods = WordMemory<String>()
    private var timeSources = WordMemory<CaptureTimeSource>()
    private var offsetSources = WordMemory<UTCOffsetSource>()
    private var verdicts = WordMemory<Verdict>()
    private var reasons = WordMemory<Reason>()

    /// Reads ``columns`` from column `first` on into ``facts``.
    mutating func read(_ query: PreparedQuery, from first: Int32) {
        facts[0].position = position(query, from: first)
        facts[0].horizontalAccuracy = query.optionalDouble(first + 3)
        facts[0].processingMethod = methods.value(query, first + 4) { $0 }
        facts[0].gpsTime = query.optionalInteger(first + 5).map(WallTime.init(microseconds:))
        facts[0].captureTime = time(query, from: first + 6)
    }

    /// Whether the verdict in columns `first`… (verdict, reason, fence, distance) is this one.
    mutating func holds(_ judgement: Judgement, _ query: PreparedQuery, from first: Int32) -> Bool {
        verdicts.value(query, first, Verdict.init) == judgement.verdict
            && reasons.value(query, first + 1, Reason.init) == judgement.reason
            && query.optionalDouble(first + 3) == judgement.distance && query.holds(judgement.fence, in: first + 2)
    }

    /// The verdict in a column; nil where there is none.
    mutating func verdict(_ query: PreparedQuery, _ column: Int32) -> Verdict? {
        verdicts.value(query, column, Verdict.init)
    }

    private mutating func position(_ query: PreparedQuery, from first: Int32) -> Position {
        if let latitude = query.optionalDouble(first), let longitude = query.optionalDouble(first + 1),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
            return .valid(coordinate)
        }
        return problems.value(query, first + 2, PositionProblem.init).map(Position.invalid) ?? .absent
    }

    private mutating func time(_ query: PreparedQuery, from first: Int32) -> CaptureTime? {
        guard let wall = query.optionalInteger(first),
            let source = timeSources.value(query, first + 1, CaptureTimeSource.init)
        else { return nil }
        let offsetSource = offsetSources.value(query, first + 3, UTCOffsetSource.init)
        let offset = offsetSource.map { UTCOffset(seconds: Int(query.integer(first + 2)), source: $0) }
        return CaptureTime(wall: WallTime(microseconds: wall), offset: offset, source: source)
    }
}

/// What the words of a column mean: of words that come again, text is made once.
struct WordMemory<Value> {
    private typealias Key = (length: Int, head: UInt64, tail: UInt64)
    /// Words of up to 16 bytes, the last ones seen.
    private var known: [(key: Key, value: Value?)] = []
    private static var most: Int { 8 }

    /// The value of the word in a column; nil for NULL, and where `make` knows no such word.
    mutating func value(_ query: PreparedQuery, _ column: Int32, _ make: (String) -> Value?) -> Value? {
        guard let key = query.shortText(column) else { return query.text(column).flatMap(make) }
        for entry in known where entry.key == key { return entry.value }
        let value = query.text(column).flatMap(make)
        if known.count == Self.most { known.removeFirst() }
        known.append((key, value))
        return value
    }
}
