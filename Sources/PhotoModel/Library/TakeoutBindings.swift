/// The Takeout files that stayed when their photos were removed, and these photos. Such a file says nothing of any
/// other photo, whatever its name and wherever it is.
///
/// Both are known by their digests (``FileReading/digest``): a Takeout file is short, so that its digest is of all its
/// bytes.
package struct TakeoutBindings: Sendable {
    private var photos: [UInt64: Set<UInt64>] = [:]

    package init() {}

    /// Adds a file that stayed, and one photo that it stayed for, by their digests.
    package mutating func add(sidecar: UInt64, photo: UInt64) {
        photos[sidecar, default: []].insert(photo)
    }

    /// Whether a Takeout file may say something of a photo: it stayed for that one, or for none.
    package func permit(_ sidecar: UInt64, for photo: UInt64) -> Bool {
        photos[sidecar]?.contains(photo) ?? true
    }
}
