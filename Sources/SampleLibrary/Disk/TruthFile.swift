internal import SystemPackage

/// Writes `truth.ndjson` in pieces of about a megabyte.
struct TruthFile {
    private let path: FilePath
    private let file: FileDescriptor
    private var pending: [UInt8] = []

    init(in directory: OutputDirectory) throws(SampleLibraryError) {
        path = directory.path.appending(SampleLibrary.truthName)
        file = try directory.create(SampleLibrary.truthName)
    }

    mutating func append(_ photo: SamplePhoto) throws(SampleLibraryError) {
        TruthLine.append(photo, to: &pending)
        if pending.count > 1 << 20 { try flush() }
    }

    /// Writes the rest.
    mutating func finish() throws(SampleLibraryError) {
        try flush()
    }

    func close() {
        try? file.close()
    }

    private mutating func flush() throws(SampleLibraryError) {
        do {
            try file.writeAll(pending)
        } catch {
            throw .failed("write", path, Errno(thrown: error))
        }
        pending.removeAll(keepingCapacity: true)
    }
}

/// Writes the truth about a photo as a line of NDJSON. Distances are rounded to centimetres.
struct TruthLine {
    private(set) var bytes: [UInt8]

    static func append(_ photo: SamplePhoto, to bytes: inout [UInt8]) {
        var line = TruthLine(bytes: bytes)
        bytes = []
        line.append(photo)
        bytes = line.bytes
    }

    private mutating func append(_ photo: SamplePhoto) {
        bytes += "{\"path\":\"".utf8
        bytes += photo.path.utf8
        bytes += "\"".utf8
        add("bytes", photo.bytes)
        add("format", photo.format.rawValue)
        add("modified", photo.modified)
        add("latitude", photo.latitude)
        add("longitude", photo.longitude)
        add("positionProblem", photo.positionProblem)
        add("altitude", photo.altitude)
        add("horizontalAccuracy", photo.horizontalAccuracy)
        add("processingMethod", photo.processingMethod)
        add("gpsTime", photo.gpsTime)
        add("takenAt", photo.takenAt)
        add("utcOffset", photo.utcOffset)
        add("placeOffset", photo.placeOffset)
        add("make", photo.make)
        add("model", photo.model)
        add("width", photo.width)
        add("height", photo.height)
        add("orientation", photo.orientation)
        add("thumbnailBytes", photo.thumbnailBytes)
        add("place", photo.place)
        add("quirk", photo.quirk)
        add("burst", photo.burst)
        addRaw("inWorkingHours", photo.inWorkingHours ? "true" : "false")
        add("verdict", photo.verdict.rawValue)
        add("reason", photo.reason.rawValue)
        add("fence", photo.fence)
        add("distance", photo.distance.map(Self.centimetres))
        add("nearestFence", photo.nearestFence)
        add("nearestDistance", photo.nearestDistance.map(Self.centimetres))
        bytes += "}\n".utf8
    }

    private static func centimetres(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }

    /// The texts of a library need no escaping: they are ASCII without quotes and backslashes.
    private mutating func add(_ key: String, _ text: String?) {
        addRaw(key, text.map { "\"" + $0 + "\"" } ?? "null")
    }

    private mutating func add(_ key: String, _ number: Int?) {
        addRaw(key, number.map { String($0) } ?? "null")
    }

    private mutating func add(_ key: String, _ number: Double?) {
        addRaw(key, number.map { "\($0)" } ?? "null")
    }

    private mutating func addRaw(_ key: String, _ value: String) {
        bytes += ",\"".utf8
        bytes += key.utf8
        bytes += "\":".utf8
        bytes += value.utf8
    }
}
