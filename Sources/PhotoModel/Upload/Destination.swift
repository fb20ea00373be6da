/// A place where uploads go that has a name and was found to be itself.
package struct Destination: Hashable, Sendable {
    /// Its row in the index.
    package let id: Int64
    /// What the user calls it; the spec's text where it has no name.
    package var name: String
    /// Where it is.
    package var spec: DestinationSpec
    /// By what it is known again.
    package var marker: DestinationMarker

    package init(id: Int64, name: String, spec: DestinationSpec, marker: DestinationMarker) {
        self.id = id
        self.name = name
        self.spec = spec
        self.marker = marker
    }
}
