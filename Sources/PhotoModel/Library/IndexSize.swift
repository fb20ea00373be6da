/// What an index takes up on the disk, in bytes.
package struct IndexSize: Hashable, Sendable {
    /// The file with its write-ahead log.
    package let bytes: Int64
    /// What of it holds nothing, at least.
    package let unused: Int64

    package init(bytes: Int64, unused: Int64) {
        self.bytes = bytes
        self.unused = unused
    }
}
