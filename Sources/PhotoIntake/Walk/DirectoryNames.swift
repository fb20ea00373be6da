internal import Glibc
internal import PhotoFiles
internal import PhotoModel
package import SystemPackage

/// The names of a directory's photos and sidecars by their extensions, including hidden files but no links.
package struct DirectoryNames: Sendable {
    /// Names with the extension of a photo or video.
    package let photos: [[UInt8]]
    /// Names with the extension of a sidecar.
    package let sidecars: [[UInt8]]

    /// Returns nil if the directory cannot be read to its end.
    package init?(of directory: FilePath) {
        var options = WalkOptions()
        options.hidden = true
        let filter = EntryFilter(options)
        var listing = DirectoryListing(filter: filter, followsSymlinks: false)
        guard
            let descriptor = try? FileDescriptor.boundedOpen(
                directory.isEmpty ? "." : directory, .readOnly, options: [.directory, .closeOnExec])
        else { return nil }
        defer { try? descriptor.close() }
        let name = directory.lastComponent?.string ?? ""
        let place = filter.place(path: [], name: Array(name.utf8).span)
        guard (try? listing.read(descriptor, place: place)) != nil else { return nil }
        (photos, sidecars) = listing.files.names
    }
}
