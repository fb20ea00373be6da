package import SystemPackage

/// Where destinations are looked for besides the index, and how many of them a removal takes.
package struct DestinationPlaces: Sendable {
    /// The configuration's `[destinations]`.
    package var configured: [ConfiguredDestination]
    /// At how many destinations every file has to be that is removed: the configuration's `[purge] require`; at least 1.
    package var require: Int
    /// Makes the path of a folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        configured: [ConfiguredDestination], require: Int, path: @escaping @Sendable (String) -> FilePath
    ) {
        self.configured = configured
        self.require = require
        self.path = path
    }
}
