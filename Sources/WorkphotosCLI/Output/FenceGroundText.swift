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
        return "With the two swapped, at \(center.text), it would hold \(ground.photosIfSwapped.counting("photo"))"
    }
}

extension Session {
    /// The photos inside a shape; nil if there is no index yet.
    ///
    /// - Throws: `Failure` or `PipelineError` if the index cannot be read.
    func ground(of shape: FenceShape) throws -> FenceGround? {
        try FenceGround.look(at: shape, in: try places.index(), owner: environment.owner)
    }
}
