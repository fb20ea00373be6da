/// The WGS 84 ellipsoid (NIMA TR8350.2, table 3.1).
enum Ellipsoid {
    /// The semi-major axis in metres.
    static let equatorialRadius = 6_378_137.0
    /// The flattening.
    static let flattening = 1 / 298.257_223_563
    /// The semi-minor axis in metres.
    static let polarRadius = 6_378_137.0 * (1 - 1 / 298.257_223_563)
    /// The radius in metres of the sphere with the same area (Moritz 1980, "Geodetic Reference System 1980").
    static let authalicRadius = 6_371_007.180_918
}
