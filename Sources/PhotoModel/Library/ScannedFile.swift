/// A file that a scan read, on its way into the index.
package struct ScannedFile: Sendable {
    /// The row the index has for this path; nil for a path it does not know.
    package var row: Int64?
    /// The path below the root, as bytes, without a slash at either end.
    package var path: [UInt8]
    /// The file system of the file's directory.
    package var fileSystem: FileSystemIdentity
    /// Whether the names in its directory may make groups of more than one.
    package var mayHaveCompany = true
    /// What came of reading it.
    package var reading: FileReading
    /// The SHA-256 of its bytes, 32 of them, where it was hashed: only a file as large as one that a person marked or
    /// holds is.
    package var sha256: [UInt8]?

    package init(row: Int64?, path: [UInt8], fileSystem: FileSystemIdentity, reading: FileReading) {
        self.row = row
        self.path = path
        self.fileSystem = fileSystem
        self.reading = reading
    }
}
