import PhotoModel
import PhotoPipeline
import SystemPackage

/// A GeoJSON file that a user named.
struct GeoJSONFile {
    /// Where it is.
    let path: FilePath
    /// As a person typed it, safe for a terminal.
    let name: String

    init(_ text: String, in session: Session) {
        path = session.places.absolute(text)
        name = terminalSafe(text)
    }

    /// What of it can become fences.
    ///
    /// - Throws: `Failure`: 1 where it cannot be read, 78 where it says something that means nothing.
    func features(nameProperty: String? = nil) throws(Failure) -> FeatureSource {
        let bytes = try namedFile(path)
        return try explaining(exit: .configuration) { () throws(FenceFileError) in
            try FeatureSource(parsing: bytes, nameProperty: nameProperty, fallbackName: path.stem ?? "fence")
        }
    }

    /// The shape of its only feature.
    ///
    /// - Throws: `Failure` where it has none or several.
    func onlyShape() throws(Failure) -> FenceShape {
        let source = try features()
        let polygons = source.features.filter { if case .polygon = $0.shape { true } else { false } }
        guard let only = polygons.first, polygons.count == 1 else {
            throw Failure(
                .failed, what: "no-polygon",
                message: "The file has \(polygons.count) polygons; one is expected", path: path,
                next: polygons.isEmpty ? nil : "workphotos fence import -n \(shellQuoted(path.bytes))")
        }
        return only.shape
    }

    /// An error of the file's content becomes a failure with path and line.
    func explaining<Value>(
        exit: ExitStatus, _ work: () throws(FenceFileError) -> Value
    ) throws(Failure) -> Value {
        do {
            return try work()
        } catch {
            throw Failure(exit, what: "fences", message: error.words, path: path, line: error.line)
        }
    }
}

extension FenceFileError {
    /// What is wrong, and the flag that helps where there is one.
    var words: String {
        if case .nameTaken = problem { return message + "; --replace gives it this shape" }
        return message
    }
}
