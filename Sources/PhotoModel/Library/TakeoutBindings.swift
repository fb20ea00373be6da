/// The Takeout files that stayed when their photos were removed, and these photos. Such a file says nothing of any
/// other photo, whatever its name and wherever it is. An edit that by its name may be one of a removed photo is kept
/// here too: it is an edit of no other.
///
/// Both are known by their digests (``FileReading/digest``): a Takeout file is short, so that its digest is of all its
/// bytes.
package struct TakeoutBindings: Sendable {
    private var photos: [UInt64: Set<UInt64>] = [:]

    package init() {}

    /// A file that stayed, and one photo that it stayed for, by their digests.
    package struct Binding: Hashable, Sendable {
        package let file: UInt64
        package let photo: UInt64

        /// A file and a photo.
        package init(file: UInt64, photo: UInt64) {
            (self.file, self.photo) = (file, photo)
        }
    }

    /// Each file with each of its photos.
    package var all: Set<Binding> {
        photos.reduce(into: []) { all, entry in
            for photo in entry.value { all.insert(Binding(file: entry.key, photo: photo)) }
        }
    }

    /// Adds a file that stayed, and one photo that it stayed for.
    package mutating func add(_ binding: Binding) {
        photos[binding.file, default: []].insert(binding.photo)
    }

    /// Whether a Takeout file may say something of a photo: it stayed for that one, or for none.
    package func permit(_ sidecar: UInt64, for photo: UInt64) -> Bool {
        photos[sidecar]?.contains(photo) ?? true
    }
}
