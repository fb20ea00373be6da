internal import Glibc
internal import PhotoFiles
package import PhotoModel
package import SystemPackage

/// The names of a directory's photos and sidecars by their extensions, including hidden files but no links and nothing
/// that a scan leaves out by its name.
package struct DirectoryNames: Sendable {
    /// Names with the extension of a photo or video.
    package let photos: [[UInt8]]
    /// Names with the extension of a sidecar, and the paths of those in the directories that programs use for them.
    package let sidecars: [[UInt8]]
    /// The directories below that were read for it, by their paths from here, with their status before that.
    package private(set) var below: [[UInt8]: Fingerprint] = [:]

    /// Returns nil if the directory cannot be read to its end.
    ///
    /// - Parameters:
    ///   - excludes: the patterns of what a scan leaves out, see ``WalkOptions/excludes``.
    ///   - root: the root that patterns of paths refer to; nil for the directory itself.
    package init?(of directory: FilePath, excluding excludes: [String] = [], below root: FilePath? = nil) {
        var options = WalkOptions()
        (options.hidden, options.excludes) = (true, excludes)
        let filter = EntryFilter(options)
        var listing = DirectoryListing(filter: filter, followsSymlinks: false)
        guard
            let descriptor = try? FileDescriptor.boundedOpen(
                directory.isEmpty ? "." : directory, .readOnly, options: [.directory, .closeOnExec])
        else { return nil }
        defer { try? descriptor.close() }
        let name = directory.lastComponent?.string ?? ""
        var path = directory
        if root.map({ path.removePrefix($0) }) != true { path = "" }
        let place = filter.place(path: path.bytes, name: Array(name.utf8).span)
        guard (try? listing.read(descriptor, place: place)) != nil else { return nil }
        let directories = listing.directories.entries.map { listing.directories.name(of: $0) }
        let names = listing.files.names
        photos = names.photos
        options.hidden = false
        let below = EntryFilter(options)
        let found = directories.compactMap { Self.companions(in: $0, of: directory, at: path.bytes, below) }
        sidecars = names.sidecars + found.flatMap(\.sidecars)
        for found in found { self.below.merge(found.below) { first, _ in first } }
    }

    /// The companions in a directory below the photos' one, and below it.
    ///
    /// - Parameters:
    ///   - path: the path from the photos' directory.
    ///   - directory: the directory above it.
    ///   - home: the photos' directory, relative to the root.
    /// - Returns: them by their paths from the photos' directory; nil for one that no program uses for them, and
    ///   for one that cannot be read.
    private static func companions(
        in path: [UInt8], of directory: FilePath, at home: [UInt8], _ filter: EntryFilter
    ) -> DirectoryNames? {
        guard CompanionNames.leads(path), let name = path.split(separator: slash).last else { return nil }
        return DirectoryNames(of: directory.appending(bytes: Array(name)), at: path, home, filter)
    }

    private init?(of directory: FilePath, at path: [UInt8], _ home: [UInt8], _ filter: EntryFilter) {
        var listing = DirectoryListing(filter: filter, followsSymlinks: false)
        guard
            let descriptor = try? FileDescriptor.boundedOpen(
                directory, .readOnly, options: [.directory, .closeOnExec, .noFollow])
        else { return nil }
        defer { try? descriptor.close() }
        let place = filter.place(path: joined(home, path.span), name: path.span)
        let stamp = try? FileStatus(of: descriptor).fingerprint
        guard let stamp, (try? listing.read(descriptor, place: place)) != nil else { return nil }
        let own = listing.files.names.sidecars.map { joined(path, $0.span) }
        let found = listing.directories.entries.compactMap { entry in
            Self.companions(
                in: joined(path, listing.directories.name(of: entry).span), of: directory, at: home, filter)
        }
        (photos, sidecars) = ([], own + found.flatMap(\.sidecars))
        below[path] = stamp
        for found in found { below.merge(found.below) { first, _ in first } }
    }
}
