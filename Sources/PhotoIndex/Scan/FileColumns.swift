import GRDB
import PhotoModel

/// The columns of `file` with the results of reading, in the one order in which statements name them.
enum FileColumns {
    /// The fingerprint, and how it was read.
    static let reading = [
        "size", "modified", "changed", "inode", "isRacy", "readerVersion", "fileSystem", "digest", "state", "format",
        "problem", "detail",
    ]

    /// A photo's facts, except its format.
    static let facts = [
        "latitude", "longitude", "positionSource", "positionProblem", "altitude", "horizontalAccuracy",
        "processingMethod", "gpsTime", "takenAt", "takenAtSource", "utcOffset", "utcOffsetSource", "camera", "width",
        "height", "orientation", "thumbnailBytes", "contentIdentifier",
        "duration", "sidecarNotes", "overruledLatitude", "overruledLongitude", "overruledTakenAt",
        "overruledTakenAtSource", "overruledOffset", "overruledOffsetSource",
        "nextTakenAt", "nextTakenAtSource", "nextUtcOffset", "nextUtcOffsetSource",
        "unsetTakenAt", "unsetTakenAtSource",
    ]

    /// `INSERT` of a row: id, root, path, assetGroup, role, then every column of reading and facts.
    static let insert: String = {
        let columns = ["id", "root", "path", "assetGroup", "role"] + reading + facts
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO file (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    }()

    /// `UPDATE` of an existing file's row: id, content, assetGroup, role, then every column of reading and facts.
    static let update: String = {
        let columns = ["content", "assetGroup", "role"] + reading + facts
        let settings = columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
        return "UPDATE file SET goneAt = NULL, \(settings) WHERE id = ?1"
    }()

    /// A list of columns of the table `alias`, for `SELECT`: the files' own facts.
    static func list(_ columns: [String], of alias: String) -> String {
        columns.map { "\(alias).\($0)" }.joined(separator: ", ")
    }

    /// The same, with an inferred position for a file without its own. Costs nothing if no positions are inferred.
    static func list(_ columns: [String], of alias: String, withInferredIn db: Database) throws -> String {
        guard try InferredRows.areAny(db) else { return list(columns, of: alias) }
        return columns.map { InferredRows.column($0, of: alias) }.joined(separator: ", ")
    }
}

extension PreparedQuery {
    /// Binds the columns of ``FileColumns/reading`` and ``FileColumns/facts`` to the positions from `first` on.
    func bind(
        _ reading: FileReading, fileSystem: Int64, camera: Int64?, readerVersion: Int, from first: Int32
    ) {
        bind(reading.fingerprint.size, at: first)
        bind(reading.fingerprint.modified, at: first + 1)
        bind(reading.fingerprint.changed, at: first + 2)
        bind(Int64(bitPattern: reading.fingerprint.inode), at: first + 3)
        bind(reading.isRacy, at: first + 4)
        bind(Int64(readerVersion), at: first + 5)
        bind(fileSystem, at: first + 6)
        bind(Int64(bitPattern: reading.digest), at: first + 7)
        bindContent(reading.content, camera: camera, from: first + 8)
    }

    private func bindContent(_ content: FileContent, camera: Int64?, from first: Int32) {
        switch content {
        case .photo(let facts):
            bindState("photo", format: facts.format.rawValue, from: first)
            bindPlace(facts, from: first + 4)
            bindTime(facts, from: first + 11)
            bindPicture(facts, camera: camera, from: first + 16)
            bindCorrection(facts, from: first + 23)
            bind(facts.nextCaptureTime, from: first + 30)
            bind(facts.unsetTime?.wall.microseconds, at: first + 34)
            bind(facts.unsetTime?.source.rawValue, at: first + 35)
        case .sidecar(let format, let said):
            bindState("sidecar", format: format.rawValue, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
            guard let kept = said?.kept(of: format) else { return }
            let facts = PhotoFacts(kept, by: format)
            bindPlace(facts, from: first + 4)
            bindTime(facts, from: first + 11)
            bindCorrection(facts, from: first + 23)
        case .other(let format):
            bindState("other", format: format, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
        case .broken(let problem, let detail):
            bindState("broken", problem: problem.rawValue, detail: detail, from: first)
            for column in 4..<Int32(4 + FileColumns.facts.count) { bindNull(at: first + column) }
        }
    }

    private func bindState(
        _ state: String, format: String? = nil, problem: String? = nil, detail: String? = nil, from first: Int32
    ) {
        bind(state, at: first)
        bind(format, at: first + 1)
        bind(problem, at: first + 2)
        bind(detail, at: first + 3)
    }

    private func bindPlace(_ facts: PhotoFacts, from first: Int32) {
        let coordinate = facts.position.coordinate
        bind(coordinate?.latitude, at: first)
        bind(coordinate?.longitude, at: first + 1)
        bind(facts.positionSource?.rawValue, at: first + 2)
        bind(facts.position.problem?.rawValue, at: first + 3)
        bind(facts.altitude, at: first + 4)
        bind(facts.horizontalAccuracy, at: first + 5)
        bind(facts.processingMethod, at: first + 6)
    }

    private func bindTime(_ facts: PhotoFacts, from first: Int32) {
        bind(facts.gpsTime?.microseconds, at: first)
        bind(facts.captureTime, from: first + 1)
    }

    private func bind(_ time: CaptureTime?, from first: Int32) {
        bind(time?.wall.microseconds, at: first)
        bind(time?.source.rawValue, at: first + 1)
        bind(time?.offset.map { Int64($0.seconds) }, at: first + 2)
        bind(time?.offsetSource, at: first + 3)
    }

    private func bindPicture(_ facts: PhotoFacts, camera: Int64?, from first: Int32) {
        bind(camera, at: first)
        bind(facts.width.map(Int64.init), at: first + 1)
        bind(facts.height.map(Int64.init), at: first + 2)
        bind(facts.orientation.map(Int64.init), at: first + 3)
        bind(facts.thumbnailBytes.map(Int64.init), at: first + 4)
        bind(facts.contentIdentifier, at: first + 5)
        bind(facts.duration, at: first + 6)
    }

    private func bindCorrection(_ facts: PhotoFacts, from first: Int32) {
        let time = facts.overruled.captureTime
        bind(facts.sidecars.isEmpty ? nil : facts.sidecars.rawValue, at: first)
        bind(facts.overruled.coordinate?.latitude, at: first + 1)
        bind(facts.overruled.coordinate?.longitude, at: first + 2)
        bind(time?.wall.microseconds, at: first + 3)
        bind(time?.source.rawValue, at: first + 4)
        bind(time?.offset.map { Int64($0.seconds) }, at: first + 5)
        bind(time?.offset?.source.rawValue, at: first + 6)
    }
}

extension PreparedQuery {
    /// The fingerprint in columns `first`…: size, modified, changed, inode.
    func fingerprint(from first: Int32) -> Fingerprint {
        Fingerprint(
            size: integer(first), modified: integer(first + 1), changed: integer(first + 2),
            inode: UInt64(bitPattern: integer(first + 3)))
    }

    /// The content in the columns state, format, problem and detail at `first`, followed by ``FileColumns/facts``; nil
    /// for words that this version does not know.
    func content(from first: Int32, cameras: (Int64) throws -> CameraName) rethrows -> FileContent? {
        switch text(first) {
        case "photo": return try facts(format: first + 1, from: first + 4, cameras: cameras).map(FileContent.photo)
        case "sidecar":
            return text(first + 1).flatMap(SidecarFormat.init).map { format in
                .sidecar(format, said(by: format, from: first + 4).flatMap { SourceFacts(of: $0) })
            }
        case "other": return .other(text(first + 1) ?? "")
        default:
            return text(first + 2).flatMap(Finding.Kind.init).map { .broken($0, detail: text(first + 3) ?? "") }
        }
    }

    /// The facts of a photo: its format in one column, ``FileColumns/facts`` from `first` on. Nil for a format that
    /// this version does not know.
    func facts(
        format: Int32, from first: Int32, cameras: (Int64) throws -> CameraName
    ) rethrows -> PhotoFacts? {
        guard let format = text(format).flatMap(PhotoFormat.init) else { return nil }
        var facts = PhotoFacts(format: format)
        readPlace(into: &facts, from: first)
        readTime(into: &facts, from: first + 7)
        if let row = optionalInteger(first + 12) {
            let camera = try cameras(row)
            facts.make = camera.make
            facts.model = camera.model
        }
        facts.width = optionalInteger(first + 13).map { Int($0) }
        facts.height = optionalInteger(first + 14).map { Int($0) }
        facts.orientation = optionalInteger(first + 15).map { Int($0) }
        facts.thumbnailBytes = optionalInteger(first + 16).map { Int($0) }
        facts.contentIdentifier = text(first + 17)
        facts.duration = optionalDouble(first + 18)
        readCorrection(into: &facts, from: first + 19)
        facts.nextCaptureTime = captureTime(from: first + 26)
        if let wall = optionalInteger(first + 30), let source = text(first + 31).flatMap(CaptureTimeSource.init) {
            facts.unsetTime = CaptureTime(wall: WallTime(microseconds: wall), offset: nil, source: source)
        }
        return facts
    }

    /// What a file beside a photo says, in ``FileColumns/facts`` from `first` on; nil where it says nothing.
    func said(by format: SidecarFormat, from first: Int32) -> PhotoFacts? {
        var facts = PhotoFacts(format: .jpeg)
        facts.saidBy = format
        readPlace(into: &facts, from: first)
        readTime(into: &facts, from: first + 7)
        readCorrection(into: &facts, from: first + 19)
        return facts.position == .absent && facts.captureTime == nil ? nil : facts
    }

    /// The same; its format is in one column. Nil also for a format that this version does not know.
    func said(from first: Int32, format: Int32) -> PhotoFacts? {
        text(format).flatMap(SidecarFormat.init).flatMap { said(by: $0, from: first) }
    }

    private func readPlace(into facts: inout PhotoFacts, from first: Int32) {
        if let latitude = optionalDouble(first), let longitude = optionalDouble(first + 1),
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
        {
            facts.position = .valid(coordinate)
        } else if let problem = text(first + 3).flatMap(PositionProblem.init) {
            facts.position = .invalid(problem)
        }
        facts.positionSource = text(first + 2).flatMap(PositionSource.init)
        facts.altitude = optionalDouble(first + 4)
        facts.horizontalAccuracy = optionalDouble(first + 5)
        facts.processingMethod = text(first + 6)
    }

    private func readTime(into facts: inout PhotoFacts, from first: Int32) {
        facts.gpsTime = optionalInteger(first).map(WallTime.init(microseconds:))
        facts.captureTime = captureTime(from: first + 1)
    }

    /// What gave way to the place and time, in columns `first`…: sidecarNotes, then the overruled place and time.
    func readCorrection(into facts: inout PhotoFacts, from first: Int32) {
        facts.sidecars = SidecarNotes(rawValue: optionalInteger(first) ?? 0)
        facts.overruled = OverruledFacts()
        if let latitude = optionalDouble(first + 1), let longitude = optionalDouble(first + 2) {
            facts.overruled.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        }
        // Only a correction overrules a time.
        if facts.sidecars.contains(.corrected) { facts.overruled.captureTime = captureTime(from: first + 3) }
    }

    /// The time of capture in columns `first`…: takenAt, takenAtSource, utcOffset, utcOffsetSource.
    func captureTime(from first: Int32) -> CaptureTime? {
        guard let wall = optionalInteger(first), let source = text(first + 1).flatMap(CaptureTimeSource.init) else {
            return nil
        }
        let offsetSource = text(first + 3).flatMap(UTCOffsetSource.init)
        let offset = offsetSource.map { UTCOffset(seconds: Int(integer(first + 2)), source: $0) }
        return CaptureTime(
            wall: WallTime(microseconds: wall), offset: offset, source: source,
            hasUnreadableOffset: text(first + 3) == CaptureTime.unreadableOffset)
    }

    /// A verdict with its reasons, in columns `first`…: verdict, reason, fence, distance.
    func judgement(from first: Int32) -> Judgement? {
        guard let verdict = text(first).flatMap(Verdict.init), let reason = text(first + 1).flatMap(Reason.init) else {
            return nil
        }
        return Judgement(
            verdict: verdict, reason: reason, fence: text(first + 2), distance: optionalDouble(first + 3))
    }
}
