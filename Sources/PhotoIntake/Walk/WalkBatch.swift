package import PhotoModel
package import SystemPackage

/// A file that is to be read: new, changed, or to be read again.
package struct FoundFile: Hashable, Sendable {
    /// Its name in its directory, as bytes.
    package let name: [UInt8]
    /// The row the index has for this path; nil for a path it does not know.
    package let row: Int64?
    /// Its size.
    package let bytes: Int64
    /// Whether the name is a symbolic link that is followed. Any other file is to be opened with `O_NOFOLLOW`.
    package let isLink: Bool

    package init(name: [UInt8], row: Int64?, bytes: Int64, isLink: Bool = false) {
        self.name = name
        self.row = row
        self.bytes = bytes
        self.isLink = isLink
    }
}

/// What a walk found since the batch before, in one directory at most.
package struct WalkBatch: Sendable {
    /// The most files in a batch.
    package static let mostFiles = 512

    /// The directory of the files; nil only where none could be opened and there are findings. Each directory gives a
    /// batch or more, also an empty one.
    package var directory: OpenDirectory?
    /// The files to read, at most ``mostFiles``, in the order of their inode numbers.
    package var files: [FoundFile] = []
    /// Which sidecars belong to which photo of the directory, by their names; nil where there are no sidecars.
    package var sidecars: SidecarNames?
    /// Whether the names in the directory, of files to read and others, may make groups of more than one.
    package var mayHaveCompany = true
    /// How many files are as the index knows them.
    package var unchanged = 0
    /// What went wrong on the way, in any directory.
    package var findings: [Finding] = []
    /// Files that this program has parked, known to the journal or not, in any directory.
    package var parked: [FilePath] = []

    init(directory: OpenDirectory?) {
        self.directory = directory
    }
}
