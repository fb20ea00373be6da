package import SystemPackage

/// The targets of one group's files: in one directory, each with a name of its own, and alternatives if names are
/// taken.
package struct GroupTargets: Hashable, Sendable {
    /// With a slash at its end where it is not empty.
    private let directory: String
    /// The files' names in two: what a suffix is put after, and the rest. The leader's comes first.
    private let names: [Name]

    private struct Name: Hashable {
        let head: String
        let end: String
    }

    /// - Parameter names: the bytes of the members' names, the leader's first; at least one.
    package init(template: FolderTemplate, subject: FolderTemplate.Subject, names: [[UInt8]]) {
        let names = names.map(SafeName.decode)
        let leader = names.first ?? ""
        var directories = template.directories(for: subject, leader: leader)
        if let first = directories.first { directories[0] = AlbumFolder.avoided(first) }
        directory = directories.map { $0 + "/" }.joined()
        let full = names.map { template.name(for: subject, file: $0) }
        let stem = full.first.map { SafeName.split($0).stem } ?? ""
        self.names = full.map { name in
            let own = SafeName.split(name).end.utf8.count
            let shared = Self.begins(name, with: stem) ? name.utf8.count - stem.utf8.count : own
            // What follows a suffix is never cut, so it has to be short.
            let end = [shared, own].first { $0 <= SafeName.longestEnding } ?? 0
            return Name(head: name.prefix(bytes: name.utf8.count - end), end: name.suffix(bytes: end))
        }
    }

    /// The targets of all members. No two paths are equal for a file system that ignores case or the normalisation of
    /// letters, and none is in the folder of albums (``AlbumFolder``).
    ///
    /// - Parameter number: 1 for the plain names; from 2 on ` (number)` is inserted after the leader's stem in every
    ///   name that begins with it, and before the extension of the others.
    /// - Returns: paths below the destination's top, in the members' order.
    package func targets(_ number: Int = 1) -> [FilePath] {
        if names.count == 1 { return [FilePath(directory + safe(names[0], number: number))] }
        var taken: Set<String> = []
        return names.map { name in
            var safe = safe(name, number: number)
            var next = 2
            while !taken.insert(safe.lowercased()).inserted {
                let other = SafeName.split(self.safe(name, number: number))
                safe = SafeName.make(head: other.stem, end: " (\(next))" + other.end)
                next += 1
            }
            return FilePath(directory + safe)
        }
    }

    private func safe(_ name: Name, number: Int) -> String {
        let safe = SafeName.make(head: name.head, end: number > 1 ? " (\(number))" + name.end : name.end)
        return directory.isEmpty ? AlbumFolder.avoided(safe) : safe
    }

    /// Whether a name begins with a stem, ASCII letters of either case taken for one, as in grouping.
    private static func begins(_ name: String, with stem: String) -> Bool {
        let start = name.utf8.prefix(stem.utf8.count)
        return !stem.isEmpty && start.count == stem.utf8.count
            && zip(start, stem.utf8).allSatisfy { asciiLowercased($0) == asciiLowercased($1) }
    }
}
