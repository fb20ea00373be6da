internal import Glibc
internal import PhotoFiles
internal import PhotoModel
package import SystemPackage

/// The names of a directory's photos and sidecars by their extensions, including hidden files but no links.
package struct DirectoryNames: Sendable {
    /// Names with the extension of a photo or video.
    package let photos: [[UInt8]]
    /// Names with the extension of a sidecar, and the paths of those in the directories that programs use for them.
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
        let directories = listing.directories.entries.map { listing.directories.name(of: $0) }
        let names = listing.files.names
        photos = names.photos
        sidecars = names.sidecars + directories.flatMap { Self.companions(in: $0, of: directory) }
    }

    /// The paths of companions in a directory below the photos' one, and below it.
    private static func companions(in path: [UInt8], of directory: FilePath) -> [[UInt8]] {
        guard CompanionNames.leads(path), let names = DirectoryNames(of: directory.appending(bytes: path), at: path)
        else { return [] }
        return names.sidecars
    }

    /// The companions of a directory by their paths from the photos' one, and those below it.
    private init?(of directory: FilePath, at path: [UInt8]) {
        var listing = DirectoryListing(filter: EntryFilter(WalkOptions()), followsSymlinks: false)
        let place = EntryFilter(WalkOptions()).place(path: [], name: path.span)
        guard
            let descriptor = try? FileDescriptor.boundedOpen(
                directory, .readOnly, options: [.directory, .closeOnExec, .noFollow])
        else { return nil }
        defer { try? descriptor.close() }
        guard (try? listing.read(descriptor, place: place)) != nil else { return nil }
        let own = listing.files.names.sidecars.map { path + [slash] + $0 }
        let below = listing.directories.entries.flatMap { entry -> [[UInt8]] in
            let name = listing.directories.name(of: entry)
            guard CompanionNames.leads(path + [slash] + name) else { return [] }
            return DirectoryNames(of: directory.appending(bytes: name), at: path + [slash] + name)?.sidecars ?? []
        }
        (photos, sidecars) = ([], own + below)
    }
}
