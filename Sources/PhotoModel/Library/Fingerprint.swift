/// What a file system says of a file without opening it; equal fingerprints mean an unchanged file.
package struct Fingerprint: Hashable, Sendable {
    /// Bytes.
    package var size: Int64
    /// Time of the last change of the content, nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// Time of the last change of content or attributes, nanoseconds since 1970-01-01T00:00:00Z.
    package var changed: Int64
    /// The inode number, as the file system counts.
    package var inode: UInt64

    package init(size: Int64, modified: Int64, changed: Int64, inode: UInt64) {
        self.size = size
        self.modified = modified
        self.changed = changed
        self.inode = inode
    }

    /// Whether the file was touched so close to `moment` that a later change may carry the same times.
    ///
    /// Coarse clocks give a file written twice within a tick the same mtime; git calls such a file racy.
    /// `moment` is in nanoseconds since 1970-01-01T00:00:00Z; the margin is 2 s either way.
    package func isRacy(readAt moment: Int64) -> Bool {
        [modified, changed].contains { time in
            // A time so far off that the difference does not fit is not close.
            let (difference, isTooLarge) = moment.subtractingReportingOverflow(time)
            return !isTooLarge && difference.magnitude < 2_000_000_000
        }
    }
}
