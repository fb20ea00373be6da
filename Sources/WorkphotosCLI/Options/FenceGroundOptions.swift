import ArgumentParser
import PhotoModel
import PhotoPipeline

/// The options that give the area of a fence.
struct FenceGroundOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Centre of the fence: LAT,LON, a geo: URI or a map link.", valueName: "lat,lon"),
        transform: writtenPlace)
    var at: WrittenPlace?

    @Option(help: ArgumentHelp("Radius of the fence, such as 150m.", valueName: "length"), transform: length)
    var radius: Double?

    @Option(
        help: ArgumentHelp("GeoJSON, KML, KMZ or GPX file with one polygon.", valueName: "file"), completion: .file())
    var polygon: String?

    @Option(help: ArgumentHelp("Photo whose position is the centre.", valueName: "file"), completion: .file())
    var fromPhoto: String?

    /// The number of these options that give a place.
    var ways: Int { [at != nil, polygon != nil, fromPhoto != nil].count { $0 } }

    /// The polygon in the file; nil if no file was named.
    ///
    /// - Throws: `Failure` if the file has none.
    func polygonShape(in session: Session) throws(Failure) -> FenceShape? {
        guard let polygon else { return nil }
        return try NamedMapFile(polygon, in: session).onlyShape()
    }

    /// The centre; nil if neither a place nor a photo was given.
    ///
    /// - Throws: `Failure` if the photo has no position.
    func center(in session: Session) throws(Failure) -> Coordinate? {
        let photo = try fromPhoto.map { text throws(Failure) in try position(ofPhoto: text, in: session) }
        if at?.isMiddleOfMap == true {
            session.reporter.note("The link names no place: the middle of the map that it shows is taken.")
        }
        return at?.coordinate ?? photo
    }

    private func position(ofPhoto text: String, in session: Session) throws(Failure) -> Coordinate {
        let path = session.places.absolute(text)
        var inspection = Inspection(clock: session.environment.clock)
        switch inspection.read(path) {
        case .failure(let refusal):
            throw Failure(.failed, what: refusal.finding.kind.rawValue, message: refusal.finding.words, path: path)
        case .success(let photo):
            guard let position = photo.facts.position.coordinate else {
                let why = photo.facts.position.problem.map { "its position is invalid (\($0.rawValue))" }
                throw Failure(
                    .failed, what: "no-position",
                    message: "The photo has no usable position" + (why.map { ": \($0)" } ?? ""), path: path,
                    next: "workphotos inspect \(shellQuoted(argument: text))")
            }
            return position
        }
    }
}
