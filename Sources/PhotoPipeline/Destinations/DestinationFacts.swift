package import PhotoModel

/// What is known of a destination without asking it.
package struct DestinationFacts: Hashable, Sendable {
    /// Where a destination stands. The raw values are the contract's `origin`.
    package enum Origin: String, Hashable, Sendable {
        case configuration, index
    }

    /// Its name and where it is.
    package let named: NamedSpec
    /// Where it stands.
    package let origin: Origin
    /// Its marker; nil where nothing was ever sent there.
    package let marker: DestinationMarker?
    /// Receipts for copies that did not fail their last check.
    package let receipts: Int
    /// The bytes of these.
    package let bytes: Int64
    /// When one of them was verified last, nanoseconds since 1970-01-01T00:00:00Z.
    package let lastVerified: Int64?
    /// How many bytes still fit, for programs without privileges; nil where that was not asked or nobody knows.
    package var free: Int64?
    /// What uploads have left there unfinished; empty where nobody looked.
    package var unfinished: [UnfinishedCopy] = []
    /// Whether all of it was looked through for that.
    package var isSearched = true
    /// How many unfinished copies were taken away.
    package var removed = 0
}
