package import PhotoModel

/// How uploads are made: the configuration's `[upload]`, and the fences' own folders.
package struct UploadSettings: Sendable {
    /// Where files go below a destination's top.
    package var template = FolderTemplate.standard
    /// Where they go instead for a fence that has a `folder` of its own, by its name.
    package var templateOf: [String: FolderTemplate] = [:]
    /// Where the photos of a fence go that has a `to` of its own, by its name.
    package var destinationOf: [String: FenceDestination] = [:]
    /// The sidecars that are sent. Those of other formats stay where they are.
    package var sidecars: Set<SidecarFormat> = [.xmp, .aae]
    /// How long ago a file must have been changed for the last time.
    package var settle = Duration.seconds(60)
    /// How many groups are sent at the same time; at least 1.
    package var parallel = 4

    /// The sidecars that are not sent.
    package var unsentSidecars: Set<SidecarFormat> { Set(SidecarFormat.allCases).subtracting(sidecars) }

    /// The settings of a configuration that says nothing.
    package init() {}
}
