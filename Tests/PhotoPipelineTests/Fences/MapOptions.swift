import PhotoModel

extension MapFeatures.Options {
    /// How the tests read a map: its places without a name are called `map`.
    static func test(radius: Double?, skipping: Bool) -> Self {
        var options = Self(fallbackName: "map")
        (options.radius, options.isSkippingInvalid) = (radius, skipping)
        return options
    }
}
