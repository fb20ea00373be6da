package import PhotoModel

/// A destination as the index has it.
package struct KnownDestination: Hashable, Sendable {
    /// Its row.
    package let id: Int64
    /// What the user calls it; the spec's text where it has no name of its own.
    package var name: String
    /// Where it is, as users write it.
    package var spec: String
    /// By what it is known again.
    package var marker: DestinationMarker
    /// When it was removed from those that are configured, nanoseconds since 1970-01-01T00:00:00Z; nil for a configured
    /// one. A removed one is kept for the sake of its receipts, which count for nothing then.
    package var removedAt: Int64?

    package init(id: Int64, name: String, spec: String, marker: DestinationMarker, removedAt: Int64? = nil) {
        self.id = id
        self.name = name
        self.spec = spec
        self.marker = marker
        self.removedAt = removedAt
    }
}

extension PreparedQuery {
    /// The columns of the table `d` that ``destination(from:)`` reads.
    static let destinationColumns = "d.id, d.name, d.spec, d.marker, d.removedAt"

    /// The destination in columns `first`…; nil where its marker is none.
    func destination(from first: Int32) -> KnownDestination? {
        guard let marker = text(first + 3).flatMap(DestinationMarker.init) else { return nil }
        return KnownDestination(
            id: integer(first), name: text(first + 1) ?? "", spec: text(first + 2) ?? "", marker: marker,
            removedAt: optionalInteger(first + 4))
    }
}
