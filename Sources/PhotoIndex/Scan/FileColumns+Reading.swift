import PhotoModel

extension PreparedQuery {
    /// The fingerprint in columns `first`…: size, modified, changed, inode.
    func fingerprint(from first: Int32) -> Fingerprint {
        Fingerprint(
            size: integer(first), modified: integer(first + 1), changed: integer(first + 2),
            inode: UInt64(bitPattern: integer(first + 3)))
    }

    /// What the columns state, format, problem and detail at `first` and ``FileColumns/facts`` after them say; nil for
    /// words that this version does not know.
    func content(from first: Int32, cameras: (Int64) throws -> CameraName) rethrows -> FileContent? {
        switch text(first) {
        case "photo": return try facts(format: first + 1, from: first + 4, cameras: cameras).map(FileContent.photo)
        case "sidecar": return text(first + 1).flatMap(SidecarFormat.init).map { .sidecar($0) }
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
        return facts
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

    /// The time of capture in columns `first`…: takenAt, takenAtSource, utcOffset, utcOffsetSource.
    func captureTime(from first: Int32) -> CaptureTime? {
        guard let wall = optionalInteger(first), let source = text(first + 1).flatMap(CaptureTimeSource.init) else {
            return nil
        }
        let offsetSource = text(first + 3).flatMap(UTCOffsetSource.init)
        let offset = offsetSource.map { UTCOffset(seconds: Int(integer(first + 2)), source: $0) }
        return CaptureTime(wall: WallTime(microseconds: wall), offset: offset, source: source)
    }

    /// A verdict with what it rests on, in columns `first`…: verdict, reason, fence, distance.
    func judgement(from first: Int32) -> Judgement? {
        guard let verdict = text(first).flatMap(Verdict.init), let reason = text(first + 1).flatMap(Reason.init) else {
            return nil
        }
        return Judgement(
            verdict: verdict, reason: reason, fence: text(first + 2), distance: optionalDouble(first + 3))
    }
}
