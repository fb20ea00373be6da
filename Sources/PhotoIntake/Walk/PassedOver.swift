import PhotoModel

/// The files that a walk passes over by the user's own rules: hidden ones, what other programs leave, exclusions.
///
/// By names alone: a `.nomedia` that shuts a directory is not seen here.
package struct PassedOver: Sendable {
    private let filter: EntryFilter
    private let rootName: [UInt8]

    /// The rules of a walk.
    package init(root: WalkRoot, options: WalkOptions) {
        filter = EntryFilter(options)
        rootName = root.path.bytes.split(separator: slash).last.map { Array($0) } ?? []
    }

    /// Whether a file is passed over, given by its path below the root, as bytes.
    package func contains(_ path: [UInt8]) -> Bool {
        var place = filter.place(path: [], name: rootName.span)
        let names = path.split(separator: slash)
        for (number, name) in names.enumerated() {
            let name = Array(name)
            if !filter.admits(name.span, isDirectory: number + 1 < names.count, in: place) { return true }
            place = filter.place(path: joined(place.path, name.span), name: name.span)
        }
        return false
    }
}
