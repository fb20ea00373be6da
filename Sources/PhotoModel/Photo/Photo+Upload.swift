package import SystemPackage

extension Photo {
    /// A copy of a photo's own bytes at a destination: a receipt that counts.
    package struct Upload: Hashable, Sendable {
        /// The destination's name.
        package var destination: String
        /// Where it is: a path below the destination's top, without a slash at its start.
        package var target: FilePath
        /// When the copy was verified first, nanoseconds since 1970-01-01T00:00:00Z.
        package var receivedAt: Int64
        /// When it was verified last, nanoseconds since 1970-01-01T00:00:00Z.
        package var checkedAt: Int64

        package init(destination: String, target: FilePath, receivedAt: Int64, checkedAt: Int64) {
            self.destination = destination
            self.target = target
            self.receivedAt = receivedAt
            self.checkedAt = checkedAt
        }
    }
}
