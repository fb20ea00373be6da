import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceChangeOptions: ParsableArguments {
    @OptionGroup
    var ground: FenceGroundOptions

    @Option(help: "Whether photos inside are work, or never work.")
    var kind: Fence.Kind?

    @OptionGroup
    var properties: FencePropertyOptions

    @OptionGroup
    var removals: FenceRemovalOptions

    func validate() throws {
        if ground.ways > 1 {
            throw ValidationError("Give only one of --at, --polygon and --from-photo.")
        }
        if ground.polygon != nil && ground.radius != nil { throw ValidationError("A polygon has no --radius.") }
        let removed = removals.names
        if let both = FenceProperty.all.first(where: { removed.contains($0.removal) && properties.gives($0) }) {
            throw ValidationError("--no-\(both.removal) cannot be combined with a flag that sets it.")
        }
    }

    /// Combines the flags.
    ///
    /// - Parameter session: resolves file names and destinations.
    /// - Returns: the change; empty if no flag was given.
    /// - Throws: `Failure` if a value is invalid.
    func change(of fence: Fence, in session: Session) throws -> FenceChange {
        try properties.checkTimeZone(in: session)
        var change = FenceChange()
        change.shape = try shape(of: fence, in: session)
        change.kind = kind
        change.terms = try properties.terms(in: session)
        change.removed = removals.names
        return change
    }

    private func shape(of fence: Fence, in session: Session) throws(Failure) -> FenceShape? {
        if let polygon = try ground.polygonShape(in: session) { return polygon }
        let (center, radius) = (try ground.center(in: session), ground.radius)
        if center == nil && radius == nil { return nil }
        guard case .circle(let oldCenter, let oldRadius) = fence.shape else {
            guard let center, let radius else {
                throw Failure(
                    .usage, what: "usage",
                    message: "The fence is a polygon: to make it a circle, give --at and --radius")
            }
            return .circle(center: center, radius: radius)
        }
        return .circle(center: center ?? oldCenter, radius: radius ?? oldRadius)
    }
}

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
    /// - Throws: if the file has none.
    func polygonShape(in session: Session) throws(Failure) -> FenceShape? {
        guard let polygon else { return nil }
        return try NamedMapFile(polygon, in: session).onlyShape()
    }

    /// The centre; nil if neither a place nor a photo was given.
    ///
    /// - Throws: if the photo has no position.
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
