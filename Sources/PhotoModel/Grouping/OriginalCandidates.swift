/// What edits may be edits of: photos by stem, by being a clip or not, and by ending.
struct OriginalCandidates {
    private struct Key: Hashable {
        let stem: NameKey
        /// Nil for either.
        let isClip: Bool?
        /// Nil for any.
        let ending: NameKey?
    }

    /// A photo of each kind, and the set it is in; a nil set where the photos are in several.
    private var found: [Key: (photo: Int, root: Int?)] = [:]

    /// Puts in a photo.
    mutating func add(_ photo: Int, root: Int, isClip: Bool, _ name: FileName) {
        let (stem, ending) = (NameKey(name.stem), NameKey(Array(name.ending)))
        add(photo, root, Key(stem: stem, isClip: isClip, ending: nil))
        add(photo, root, Key(stem: stem, isClip: nil, ending: nil))
        add(photo, root, Key(stem: stem, isClip: isClip, ending: ending))
        add(photo, root, Key(stem: stem, isClip: nil, ending: ending))
    }

    private mutating func add(_ photo: Int, _ root: Int, _ key: Key) {
        guard let known = found[key] else {
            found[key] = (photo, root)
            return
        }
        if known.root != root { found[key] = (known.photo, nil) }
    }

    /// A photo of the one set that an edit can be of: of clips for a clip and of stills for a still where there are
    /// such, and where Google named it of those with its ending where there are such. Nil where there are none or
    /// several.
    func original(of edit: EditName, isClip: Bool, _ name: FileName) -> Int? {
        let stem = NameKey(edit.originalStem)
        let isAlike = found[Key(stem: stem, isClip: isClip, ending: nil)] != nil
        let kind = isAlike ? isClip : nil
        let same = edit.isTakeout ? found[Key(stem: stem, isClip: kind, ending: NameKey(Array(name.ending)))] : nil
        guard let original = same ?? found[Key(stem: stem, isClip: kind, ending: nil)], original.root != nil else {
            return nil
        }
        return original.photo
    }
}
