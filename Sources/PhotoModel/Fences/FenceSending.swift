/// Where the photos of a fence go, as far as the fence says so itself. Nothing is judged by it.
package struct FenceSending: Hashable, Sendable {
    /// The pattern below a destination's top; nil where the general one holds.
    package var folder: FolderTemplate?
    /// The destination as users write it, a name or a spec; nil where the general one holds.
    package var to: String?

    package init(folder: FolderTemplate? = nil, to: String? = nil) {
        self.folder = folder
        self.to = to
    }

    /// Whether it says nothing.
    package var isEmpty: Bool { folder == nil && to == nil }
}
