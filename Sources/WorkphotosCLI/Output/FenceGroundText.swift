import PhotoModel
import PhotoPipeline

/// What was understood of a place, in words.
struct FenceGroundText {
    let shape: FenceShape
    /// Who said it: `--at`.
    let source: String
    /// What of the library lies in it; nil where there is no index yet.
    let ground: FenceGround?

    /// One line, and another where latitude and longitude may be the wrong way round.
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

    /// What speaks for a mistake; nil where nothing does.
    var swapped: String? {
        guard let ground, ground.photos == 0, ground.photosIfSwapped > 0,
            case .circle(let center, _)? = shape.swapped
        else { return nil }
        return "With the two swapped, at \(center.text), it would hold \(ground.photosIfSwapped.counting("photo"))"
    }
}

extension Session {
    /// What of the library lies in a shape; nil where there is no index yet.
    ///
    /// - Throws: `Failure` or `PipelineError` where the index cannot be read.
    func ground(of shape: FenceShape) throws -> FenceGround? {
        try FenceGround.look(at: shape, in: try places.index(), owner: environment.owner)
    }
}
