import PhotoModel
import SystemPackage

/// What another machine has read of a file.
struct ImportedFile: Sendable {
    /// The path, absolute, as bytes.
    let path: [UInt8]
    let reading: FileReading
    /// Whether other files are judged with it.
    let mayBeGrouped: Bool
}

/// A `photo` or `sidecar` line of `inspect --judge` or `list`. A missing member is null, as other programs write it; a
/// member that is not known is passed over.
struct FactLine {
    /// Why a line says nothing that can be used.
    struct Mistake: Error {
        let message: String

        init(_ message: String) { self.message = message }
    }

    private let members: [JSONMember]

    /// - Throws: where the line is no JSON object.
    init(_ bytes: [UInt8]) throws(Mistake) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: bytes)
        } catch {
            throw Mistake("is no JSON: column \(error.column): \(error.message)")
        }
        guard case .object(let members) = document.root.value else { throw Mistake("is no JSON object") }
        self.members = members
    }

    /// The file; nil for a line of another type.
    func file() throws(Mistake) -> ImportedFile? {
        let content: FileContent
        switch try text("type") {
        case "photo": content = .photo(try photo())
        case "sidecar":
            let format: SidecarFormat = try word("format")
            let said = try said()
            let isSilent = said.position == .absent && said.captureTime == nil
            content = .sidecar(format, isSilent ? nil : said.kept(of: format))
        case nil: throw Mistake("has no \"type\"")
        default: return nil
        }
        let reading = FileReading(fingerprint: try fingerprint(), isRacy: false, digest: 0, content: content)
        return ImportedFile(path: try path(), reading: reading, mayBeGrouped: try count("members") > 1)
    }

    private func path() throws(Mistake) -> [UInt8] {
        var bytes = Array(try text("path")?.utf8 ?? "".utf8)
        if let text = try text("pathBase64") { bytes = Base64.decode(text) ?? [] }
        guard bytes.first == UInt8(ascii: "/"), !bytes.contains(0) else { throw Mistake("has no absolute \"path\"") }
        let path = FilePath(bytes: bytes)
        return path.isLexicallyNormal ? path.bytes : path.lexicallyNormalized().bytes
    }

    /// What the other machine could not tell is 0.
    private func fingerprint() throws(Mistake) -> Fingerprint {
        guard let size = try integer("bytes", in: 0...Int64.max), let modified = try moment("modifiedAt") else {
            throw Mistake("has no \"bytes\" or \"modifiedAt\"")
        }
        return Fingerprint(
            size: size, modified: modified, changed: try moment("changedAt") ?? 0,
            inode: UInt64(bitPattern: try integer("inode", in: Int64.min...Int64.max) ?? 0))
    }
}

extension FactLine {
    private func photo() throws(Mistake) -> PhotoFacts {
        let format: PhotoFormat = try word("format")
        var facts = PhotoFacts(format: format)
        let said = try said()
        facts.position = said.position
        if said.position.coordinate != nil { facts.positionSource = said.positionSource }
        (facts.altitude, facts.horizontalAccuracy) = (said.altitude, said.horizontalAccuracy)
        (facts.processingMethod, facts.gpsTime) = (said.processingMethod, said.gpsTime)
        (facts.captureTime, facts.make, facts.model) = (said.captureTime, said.make, said.model)
        facts.orientation = said.orientation
        facts.width = try integer("width", in: 0...Int.max)
        facts.height = try integer("height", in: 0...Int.max)
        facts.thumbnailBytes = try integer("thumbnailBytes", in: 0...Int.max)
        facts.contentIdentifier = try text("contentIdentifier")
        facts.duration = try number("duration").flatMap { $0 >= 0 ? $0 : nil }
        facts.sidecars = SidecarNotes(names: try texts("sidecarNotes"))
        facts.overruled.coordinate = try coordinate("fileLatitude", "fileLongitude")
        if let unset = try wallTime("unsetTakenAt") {
            facts.unsetTime = CaptureTime(wall: unset, offset: nil, source: try word("unsetTakenAtSource"))
        }
        if facts.sidecars.contains(.corrected) {
            facts.overruled.captureTime = try wallTime("fileTakenAt").map {
                CaptureTime(wall: $0, offset: nil, source: .exif)
            }
        }
        return facts
    }

    /// Place, time and camera. An inferred place is no fact, and comes with what it was inferred by.
    private func said() throws(Mistake) -> SourceFacts {
        let source: PositionSource? = try optionalWord("positionSource")
        var said = SourceFacts(source ?? .exif)
        if source != .inferred {
            if let coordinate = try coordinate("latitude", "longitude") {
                said.position = .valid(coordinate)
            } else if let problem: PositionProblem = try optionalWord("positionProblem") {
                said.position = .invalid(problem)
            }
            said.horizontalAccuracy = try number("horizontalAccuracy").flatMap { $0 > 0 ? $0 : nil }
        }
        said.altitude = try number("altitude")
        said.processingMethod = try text("processingMethod")
        said.gpsTime = try wallTime("fixAt")
        said.captureTime = try captureTime()
        (said.make, said.model) = (try text("make"), try text("model"))
        said.orientation = try integer("orientation", in: 1...8)
        return said
    }

    /// The time as the file says it. An offset that the other machine took from its fences or settings is no fact. One
    /// that follows from the fix is none either, if the fix is known. Where a film or a Takeout file needed such an
    /// offset, it says the time in UTC.
    private func captureTime() throws(Mistake) -> CaptureTime? {
        guard let wall = try wallTime("takenAt") else { return nil }
        let source: CaptureTimeSource = try word("takenAtSource")
        let word = try text("utcOffsetSource")
        guard let word, let utc = try wallTime("takenAtUTC"), let offsetSource = UTCOffsetSource(rawValue: word) else {
            return CaptureTime(
                wall: wall, offset: nil, source: source, hasUnreadableOffset: word == CaptureTime.unreadableOffset)
        }
        let fix = try text("fixAt")
        if offsetSource == .fence || offsetSource == .configuration || offsetSource == .gps && fix != nil {
            let isUTC = offsetSource != .gps && (source == .quicktime || source == .takeout)
            return CaptureTime(
                wall: isUTC ? utc : wall, offset: isUTC ? UTCOffset(seconds: 0, source: .utc) : nil, source: source)
        }
        let seconds = Int((wall.microseconds - utc.microseconds) / 1_000_000)
        guard abs(seconds) <= 86_400 else { throw Mistake("has times that are more than a day apart") }
        return CaptureTime(wall: wall, offset: UTCOffset(seconds: seconds, source: offsetSource), source: source)
    }

    private func coordinate(_ latitude: String, _ longitude: String) throws(Mistake) -> Coordinate? {
        guard let north = try number(latitude), let east = try number(longitude) else { return nil }
        guard let coordinate = Coordinate(latitude: north, longitude: east) else {
            throw Mistake("has no place on earth in \"\(latitude)\" and \"\(longitude)\"")
        }
        return coordinate
    }
}

extension FactLine {
    /// The value of a member; nil where it is null or missing.
    private func value(_ name: String) -> JSONNode? {
        guard let node = members.first(where: { $0.name == name })?.value else { return nil }
        if case .null = node.value { return nil }
        return node
    }

    private func text(_ name: String) throws(Mistake) -> String? {
        guard let node = value(name) else { return nil }
        guard case .string(let text) = node.value else { throw wrong(name, node) }
        return text
    }

    private func number(_ name: String) throws(Mistake) -> Double? {
        guard let node = value(name) else { return nil }
        guard case .number(let number, _) = node.value, number.isFinite else { throw wrong(name, node) }
        return number
    }

    private func integer<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(Mistake) -> Number? {
        guard let node = value(name) else { return nil }
        guard case .number(_, let text) = node.value, let number = Number(text), range.contains(number) else {
            throw wrong(name, node)
        }
        return number
    }

    private func texts(_ name: String) throws(Mistake) -> [String] {
        guard let node = value(name) else { return [] }
        guard case .array(let elements) = node.value else { throw wrong(name, node) }
        return elements.compactMap { if case .string(let text) = $0.value { text } else { nil } }
    }

    private func count(_ name: String) throws(Mistake) -> Int {
        guard let node = value(name) else { return 0 }
        guard case .array(let elements) = node.value else { throw wrong(name, node) }
        return elements.count
    }

    private func moment(_ name: String) throws(Mistake) -> Int64? {
        guard let node = value(name) else { return nil }
        guard let text = try text(name), let moment = try? UTCInstant(parsing: text) else { throw wrong(name, node) }
        return moment.nanoseconds
    }

    /// With or without `Z`: the contract's `takenAt` has none.
    private func wallTime(_ name: String) throws(Mistake) -> WallTime? {
        guard let node = value(name) else { return nil }
        guard let text = try text(name), let moment = try? UTCInstant(parsing: text.hasSuffix("Z") ? text : text + "Z")
        else { throw wrong(name, node) }
        return WallTime(microseconds: moment.nanoseconds / 1_000)
    }

    private func optionalWord<Word: RawRepresentable<String>>(_ name: String) throws(Mistake) -> Word? {
        guard let node = value(name) else { return nil }
        guard let word = try text(name).flatMap(Word.init(rawValue:)) else { throw wrong(name, node) }
        return word
    }

    private func word<Word: RawRepresentable<String>>(_ fact: String) throws(Mistake) -> Word {
        guard let word: Word = try optionalWord(fact) else { throw Mistake("has no \"\(fact)\"") }
        return word
    }

    private func wrong(_ fact: String, _ node: JSONNode) -> Mistake {
        Mistake("has \(node.kind) as \"\(fact)\", which does not belong there")
    }
}
