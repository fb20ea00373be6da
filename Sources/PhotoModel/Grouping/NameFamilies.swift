/// Which files of a directory may make a group with a photo, by names alone: photos of one stem, their edits, and the
/// sidecars of all of them. Made once for a directory, for whoever asks about single photos of it.
package struct NameFamilies: Sendable {
    /// The sidecars of each photo.
    package let sidecarNames: SidecarNames
    private let photos: [[UInt8]: [[UInt8]]]

    /// - Parameters:
    ///   - photos: the names of the directory's photos, stills and videos; in any order.
    ///   - sidecars: the names of its sidecars.
    package init(photos: [[UInt8]], sidecars: [[UInt8]]) {
        sidecarNames = SidecarNames(photos: photos, sidecars: sidecars)
        self.photos = Dictionary(grouping: photos, by: Self.key)
    }

    /// The photos that may make a group with one, itself among them; in the order in which they were given.
    package func photos(with name: [UInt8]) -> [[UInt8]] {
        photos[Self.key(of: name)] ?? [name]
    }

    /// The stem of the original that an edit's name leads to.
    private static func key(of name: [UInt8]) -> [UInt8] {
        var file = FileName(name)
        while let edit = EditName(file) { file = FileName(edit.originalStem + file.ending) }
        return file.stem
    }
}
