/// A directory of a root in which a destination's marker lies.
package struct MarkerSighting: Hashable, Sendable {
    /// The directory's path below the root, without slashes at the ends; empty for the root itself.
    package let directory: [UInt8]
    /// What the marker says.
    package let marker: DestinationMarker

    package init(directory: [UInt8], marker: DestinationMarker) {
        self.directory = directory
        self.marker = marker
    }
}
