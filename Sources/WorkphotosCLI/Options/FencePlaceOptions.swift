import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The area of a new fence.
struct FencePlaceOptions: ParsableArguments {
    @OptionGroup
    var ground: FenceGroundOptions

    func validate() throws {
        guard ground.ways == 1 else {
            throw ValidationError("Give exactly one of --at, --polygon and --from-photo.")
        }
        guard (ground.radius == nil) == (ground.polygon != nil) else {
            throw ValidationError(
                ground.polygon == nil ? "Give the radius, as in --radius 150m." : "A polygon has no --radius.")
        }
    }

    /// The flag that gives the place.
    var source: String { ground.polygon != nil ? "--polygon" : ground.fromPhoto != nil ? "--from-photo" : "--at" }

    /// The shape that the options describe.
    ///
    /// - Throws: `Failure` if a file that they name has none.
    func shape(in session: Session) throws(Failure) -> FenceShape {
        if let polygon = try ground.polygonShape(in: session) { return polygon }
        guard let center = try ground.center(in: session), let radius = ground.radius else {
            throw Failure(.usage, what: "usage", message: "There is no place")
        }
        return .circle(center: center, radius: radius)
    }
}
