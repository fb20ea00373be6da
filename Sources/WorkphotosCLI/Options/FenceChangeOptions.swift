import ArgumentParser
import PhotoModel
import PhotoPipeline

/// The changes to a fence.
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
    /// - Parameters:
    ///   - fence: the current fence.
    ///   - session: resolves file names and destinations.
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
