import PhotoModel
import PhotoPipeline
import SystemPackage

/// A map file that the user named: GeoJSON, KML, KMZ or GPX.
struct NamedMapFile {
    /// The file's path; nil for standard input.
    let path: FilePath?
    /// The name as typed, safe for a terminal.
    let name: String
    /// The name given to features that have none.
    let fallbackName: String
    private let bytes: [UInt8]

    /// Reads the file. If `takesInput`, `-` is standard input.
    ///
    /// - Throws: `Failure` (1) if the file cannot be read.
    init(_ text: String, takesInput: Bool = false, in session: Session) throws(Failure) {
        if takesInput, text == "-" {
            (path, name, fallbackName) = (nil, "standard input", "fence")
            do {
                bytes = try session.environment.readInput()
            } catch {
                throw Failure(error)
            }
            return
        }
        let path = session.places.absolute(text)
        bytes = try namedFile(path, in: session)
        name = terminalSafe(text)
        fallbackName = path.stem ?? "fence"
        self.path = path
    }

    /// The features that can become fences.
    ///
    /// - Throws: `Failure` (78) if the content is invalid.
    func features(_ options: MapFeatures.Options) throws(Failure) -> MapFeatures {
        try explaining(exit: .configuration) { () throws(FenceFileError) in
            try MapFile.features(of: bytes, options)
        }
    }

    /// The shape of the file's only polygon.
    ///
    /// - Throws: if the file has no polygon or more than one.
    func onlyShape() throws(Failure) -> FenceShape {
        let source = try features(MapFeatures.Options(fallbackName: fallbackName))
        let polygons = source.features.filter { if case .polygon = $0.shape { true } else { false } }
        guard let only = polygons.first, polygons.count == 1 else {
            throw Failure(
                .failed, what: "no-polygon",
                message: "The file has \(polygons.count) polygons; one is expected", path: path,
                next: polygons.isEmpty ? nil : path.map { "workphotos fence import -n \(shellQuoted($0.bytes))" })
        }
        return only.shape
    }

    /// Turns an error in the file's content into a failure with path and line.
    func explaining<Value>(
        exit: ExitStatus, _ work: () throws(FenceFileError) -> Value
    ) throws(Failure) -> Value {
        do {
            return try work()
        } catch {
            let place = path == nil ? "\(name):\(error.line): " : ""
            throw Failure(
                exit, what: "fences", message: place + error.words, path: path, line: error.line,
                next: next(after: error))
        }
    }

    /// The command that converts a file in another coordinate reference system; nil for other errors.
    private func next(after error: FenceFileError) -> String? {
        guard case .otherReferenceSystem = error.problem, let path, let stem = path.stem else { return nil }
        let converted = path.removingLastComponent().appending("\(stem)-wgs84.geojson")
        return "ogr2ogr -t_srs EPSG:4326 \(shellQuoted(converted.bytes)) \(shellQuoted(path.bytes))"
    }
}

extension FenceFileError {
    /// What is wrong, with the flag that helps, if there is one.
    var words: String {
        if case .nameTaken = problem { return message + "; --replace gives that fence this shape" }
        return message
    }
}
