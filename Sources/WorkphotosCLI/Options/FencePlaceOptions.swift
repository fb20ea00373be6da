import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Where a new fence is.
struct FencePlaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The middle of the place: LAT,LON, a geo: URI or a map's link.", valueName: "lat,lon"),
        transform: place)
    var at: Coordinate?

    @Option(help: ArgumentHelp("How far it reaches, such as 150m.", valueName: "length"), transform: length)
    var radius: Double?

    @Option(
        help: ArgumentHelp("A GeoJSON, KML, KMZ or GPX file with one polygon.", valueName: "file"), completion: .file())
    var polygon: String?

    @Option(help: ArgumentHelp("The middle is where this photo was taken.", valueName: "file"), completion: .file())
    var fromPhoto: String?

    func validate() throws {
        let places = [at != nil, polygon != nil, fromPhoto != nil].count { $0 }
        guard places == 1 else {
            throw ValidationError("Say where it is with one of --at, --polygon and --from-photo.")
        }
        guard (radius == nil) == (polygon != nil) else {
            throw ValidationError(
                polygon == nil ? "Say how far it reaches, as in --radius 150m." : "A polygon has no --radius.")
        }
    }

    /// The flag that says where it is.
    var source: String { polygon != nil ? "--polygon" : fromPhoto != nil ? "--from-photo" : "--at" }

    /// The ground that these options say.
    ///
    /// - Throws: `Failure` where a file that they name says none.
    func shape(in session: Session) throws(Failure) -> FenceShape {
        if let polygon { return try NamedMapFile(polygon, in: session).onlyShape() }
        let photo = try fromPhoto.map { text throws(Failure) in try Self.position(ofPhoto: text, in: session) }
        guard let center = at ?? photo, let radius else {
            throw Failure(.usage, what: "usage", message: "There is no place")
        }
        return .circle(center: center, radius: radius)
    }

    static func position(ofPhoto text: String, in session: Session) throws(Failure) -> Coordinate {
        let path = session.places.absolute(text)
        var inspection = Inspection(clock: session.environment.clock)
        switch inspection.read(path) {
        case .failure(let refusal):
            throw Failure(.failed, what: refusal.finding.kind.rawValue, message: refusal.finding.words, path: path)
        case .success(let photo):
            guard let position = photo.facts.position.coordinate else {
                let why = photo.facts.position.problem.map { "its position is no position (\($0.rawValue))" }
                throw Failure(
                    .failed, what: "no-position",
                    message: "The photo does not say where it was taken" + (why.map { ": \($0)" } ?? ""), path: path,
                    next: "workphotos inspect \(shellQuoted(argument: text))")
            }
            return position
        }
    }
}
