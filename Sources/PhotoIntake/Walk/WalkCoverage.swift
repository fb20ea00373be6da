package import PhotoModel

/// Which directories a walk read to the end, and on which file systems. Files known in these, and not seen, are gone.
package struct WalkCoverage: Sendable {
    /// What holds for a directory and all below it down to the next entry. Where a walk met no obstacle and no mount,
    /// there is one entry, for the directory it started at.
    private var entries: [[UInt8]: FileSystemIdentity?] = [:]
    private var isComplete = false

    /// A walk that has read nothing.
    package init() {}

    /// The file system on which a directory was read to the end, or, where it does not exist any more, its nearest
    /// existing ancestor was. The directory is given by its path below the root, without slashes at the ends.
    ///
    /// Nil where it was not: it could not be read, lies on a file system that was not entered or outside the part that
    /// was walked, or the walk did not come to its end. Hidden, skipped and excluded directories count as not
    /// existing.
    package func fileSystem(of directory: some Collection<UInt8>) -> FileSystemIdentity? {
        isComplete ? lookUp(Array(directory)) : nil
    }

    /// Notes that a directory was read to the end. `above` is what was noted for the directory that holds it; where
    /// that is the same, nothing needs to be kept.
    mutating func noteRead(_ directory: [UInt8], _ fileSystem: FileSystemIdentity, above: FileSystemIdentity?) {
        if fileSystem != above { entries[directory] = fileSystem }
    }

    /// Notes that a directory was not read to the end, nor anything below it that is not noted itself.
    mutating func noteUnread(_ directory: [UInt8]) {
        entries.updateValue(nil, forKey: directory)
    }

    /// Notes that all that was to be read has been.
    mutating func complete() {
        isComplete = true
    }

    /// What was noted for a directory, or for the nearest above it.
    func lookUp(_ directory: [UInt8]) -> FileSystemIdentity? {
        if entries.count == 1, let fileSystem = entries[[]] { return fileSystem }
        if let entry = entries[directory] { return entry }
        var path = directory[...]
        while !path.isEmpty {
            path = path.lastIndex(of: slash).map { path[..<$0] } ?? []
            if let entry = entries[Array(path)] { return entry }
        }
        return nil
    }
}
