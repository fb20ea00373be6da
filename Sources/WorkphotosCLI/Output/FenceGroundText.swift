import PhotoModel
import PhotoPipeline

/// How a place was understood, in words.
struct FenceGroundText {
    let shape: FenceShape
    /// Where the place came from, such as `--at`.
    let source: String
    /// The photos inside; nil if there is no index yet.
    let ground: FenceGround?

    /// One line, and a second one if latitude and longitude may be swapped.
    var lines: [String] { [understood] + (swapped.map { [$0] } ?? []) }

    private var understood: String { "\(text) (\(source))\(contents)" }

    private var text: String {
        switch shape {
        case .circle(let center, let radius):
            return "A circle of \(lengthText(meters: radius)) around \(center.text)"
        case .polygon(let polygon):
            let (parts, holes) = (polygon.parts.count, polygon.parts.reduce(0) { $0 + $1.holes.count })
            let what = parts == 1 ? "A polygon" : "A shape of \(parts.grouped) polygons"
            let cut = holes == 0 ? "" : holes == 1 ? " with a hole" : " with \(holes.grouped) holes"
            return "\(what)\(cut), \(areaText(squareMeters: shape.area))"
        }
    }

    private var contents: String {
        guard let ground else { return "" }
        if ground.photos > 0 {
            return ground.photos == 1 ? "; 1 photo is in it" : "; \(ground.photos.grouped) photos are in it"
        }
        guard let nearest = ground.nearest else { return "; no photo in the index has a position" }
        return "; no photo is in it, and the nearest is \(lengthText(meters: nearest)) away"
    }

    /// Signs that latitude and longitude are swapped; nil if there are none.
    var swapped: String? {
        guard let ground, ground.photos == 0, ground.photosIfSwapped > 0,
            case .circle(let center, _)? = shape.swapped
        else { return nil }
        return Self.swapped(at: center, ground.photosIfSwapped)
    }

    /// That a circle would hold photos with latitude and longitude swapped.
    static func swapped(at center: Coordinate, _ photos: Int) -> String {
        "With the two swapped, at \(center.text), it would hold \(photos.counting("photo"))"
    }
}

extension FenceShape {
    /// The centre of a circle; nil for a polygon.
    var center: Coordinate? {
        guard case .circle(let center, _) = self else { return nil }
        return center
    }
}

extension Session {
    /// Reports how a place was understood. If latitude and longitude seem to be swapped, asks the user, or refuses the
    /// place unless it was confirmed in advance.
    ///
    /// - Parameters:
    ///   - source: where it came from, such as `--at`.
    ///   - showing: whether nothing is written; then the user is told and not asked.
    /// - Returns: the place, with latitude and longitude swapped if the user wants that, and the photos inside.
    func understood(
        _ shape: FenceShape, _ source: String, _ showing: ChangeOptions, _ confirmation: ConfirmationOption
    ) async throws -> (shape: FenceShape, ground: FenceGround?) {
        let ground = try ground(of: shape)
        let text = FenceGroundText(shape: shape, source: source, ground: ground)
        for line in text.lines { reporter.note(line) }
        guard let words = text.swapped, let swapped = shape.swapped, !showing.dryRun, !confirmation.yes else {
            return (shape, ground)
        }
        guard !reporter.isJSON, environment.confirmation.canAsk else {
            throw Failure(
                .usage, what: "swapped", message: "\(words). Give --yes to leave them as they are",
                next: typed.replacing("--at", with: swapped.center?.text ?? ""))
        }
        return await saysSwapped() ? (swapped, try self.ground(of: swapped)) : (shape, ground)
    }

    /// Asks whether latitude and longitude are swapped.
    func saysSwapped() async -> Bool {
        let question = "Are latitude and longitude swapped? y to swap them, Enter to leave them:"
        return ["y", "yes"].contains(trimmed(await environment.confirmation.ask(question) ?? "").lowercased())
    }

    /// The photos inside a shape; nil if there is no index yet.
    func ground(of shape: FenceShape) throws -> FenceGround? {
        try FenceGround.look(at: shape, in: try places.index(), owner: environment.owner)
    }
}

extension Fence {
    /// Where it is and how large, such as `150 m around 52.52,13.405`.
    var place: String {
        if case .circle(let center, let radius) = shape { return "\(lengthText(meters: radius)) around \(center.text)" }
        return "polygon of \(areaText(squareMeters: shape.area))"
    }
}

/// An area as text, not negative: `7 m²`, `12,345 m²`, `1.5 km²`, `320 km²`.
func areaText(squareMeters: Double) -> String {
    if squareMeters < 100_000 { return "\(Int(squareMeters.rounded()).grouped) m²" }
    let tenths = (squareMeters / 100_000).rounded() / 10
    return tenths < 100 ? "\(tenths) km²" : "\(Int(tenths.rounded()).grouped) km²"
}

/// A length as text, not negative: `7 m`, `150 m`, `1.5 km`, `6,188 km`.
func lengthText(meters: Double) -> String {
    if meters < 1_000 { return "\(Int(meters.rounded()).grouped) m" }
    let tenths = (meters / 100).rounded() / 10
    return tenths < 100 ? "\(tenths) km" : "\(Int(tenths.rounded()).grouped) km"
}
