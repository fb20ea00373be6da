package import SystemPackage

/// Where destinations are looked for besides the index.
package struct DestinationPlaces: Sendable {
    /// The configuration's `[destinations]`.
    package var configured: [ConfiguredDestination]
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(configured: [ConfiguredDestination], path: @escaping @Sendable (String) -> FilePath) {
        self.configured = configured
        self.path = path
    }
}
