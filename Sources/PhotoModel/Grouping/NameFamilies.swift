/// Determines which files of a directory may form a group with a photo, by names alone: photos with the same stem,
/// their edits, and the sidecars of all of them. Made once for a directory, for questions about single photos.
package struct NameFamilies: Sendable {
    /// The sidecars of each photo.
    package let sidecarNames: SidecarNames
    private let photos: [[UInt8]: [[UInt8]]]

    /// - Parameters:
    ///   - photos: the names of the directory's photos, stills and videos; in any order.
    ///   - sidecars: the names of its sidecars.
    package init(photos: [[UInt8]], sidecars: [[UInt8]]) {
        sidecarNames = SidecarNames(photos: photos, sidecars: sidecars)
        self.photos = Dictionary(grouping: photos, by: Self.key)
    }

    /// The photos that may make a group with one, itself among them; in the order in which they were given.
    package func photos(with name: [UInt8]) -> [[UInt8]] {
        photos[Self.key(of: name)] ?? [name]
    }

    /// Whether a name is one that a program gives to an edit.
    package static func isEdit(_ name: [UInt8]) -> Bool { EditName(FileName(name)) != nil }

    /// The stem of the original that an edit's name leads to.
    private static func key(of name: [UInt8]) -> [UInt8] {
        var file = FileName(name)
        while let edit = EditName(file) { file = FileName(edit.originalStem + file.ending) }
        return file.family
    }
}

/// Numbers by names, as they are and without the case of ASCII letters.
struct NameIndex {
    /// What has one name but for the case of letters; mostly one number, so that no array is made for it.
    private struct Entry {
        let first: Int
        let name: [UInt8]
        var others: [Int] = []
    }

    private var folded: [NameKey: Entry] = [:]
    /// Of entries with several.
    private var exact: [NameKey: [Int]] = [:]

    mutating func add(_ number: Int, _ name: [UInt8]) {
        let added = folded[Self.key(name), default: Entry(first: number, name: name)]
        guard added.first != number else {
            folded[Self.key(name)] = added
            return
        }
        if added.others.isEmpty { exact[NameKey(added.name)] = [added.first] }
        exact[NameKey(name), default: []].append(number)
        folded[Self.key(name)]?.others.append(number)
    }

    enum Comparison {
        /// Byte by byte.
        case exact
        /// ASCII letters in any case.
        case folded
    }

    func all(_ name: [UInt8], _ comparison: Comparison) -> [Int] {
        guard let entry = folded[Self.key(name)] else { return [] }
        switch comparison {
        case .exact where entry.others.isEmpty: return entry.name == name ? [entry.first] : []
        case .exact: return exact[NameKey(name)] ?? []
        case .folded: return [entry.first] + entry.others
        }
    }

    /// What has the very name, else, where cases need not agree, the only one that differs in that.
    func best(_ name: [UInt8], _ comparison: Comparison) -> [Int] {
        let same = all(name, .exact)
        if !same.isEmpty { return same }
        guard comparison == .folded, let entry = folded[Self.key(name)], entry.others.isEmpty else { return [] }
        return [entry.first]
    }

    /// The only one that ``best(_:_:)`` finds.
    func only(_ name: [UInt8], _ comparison: Comparison) -> Int? {
        let best = best(name, comparison)
        return best.count == 1 ? best.first : nil
    }

    private static func key(_ name: [UInt8]) -> NameKey { NameKey(name.map(asciiLowercased)) }
}

/// Tells cheaply whether the names of a directory may form a group of more than one: whether two share a stem, or one
/// is an edit's or a sidecar's.
///
/// The answer may be a false yes, if two stems have the same hash or an edit has no original. As far as names decide it
/// is never a false no; but a still and a clip with different names form a group if they share a content identifier.
package struct StemMemory {
    private var stems: Set<Int> = []
    /// Whether the names up to now may make a group.
    package private(set) var mayJoin = false

    /// - Parameter capacity: how many names will come.
    package init(capacity: Int) {
        stems.reserveCapacity(capacity)
    }

    /// Takes one name more.
    package mutating func add(_ name: Span<UInt8>) {
        if mayJoin { return }
        if SidecarNames.isSidecar(name) {
            mayJoin = true
            return
        }
        var end = name.count
        while end > 0, name[end - 1] != UInt8(ascii: ".") { end -= 1 }
        end = end > 1 ? end - 1 : name.count
        let isPixel = begins(name, with: FileName.pixel)
        var hasher = Hasher()
        var hasTilde = false
        for index in 0..<end {
            let letter = asciiLowercased(name[index])
            if isPixel, letter == UInt8(ascii: ".") { break }
            hasTilde = hasTilde || letter == UInt8(ascii: "~")
            hasher.combine(letter)
        }
        // What the names of others but photos of a camera, which end in a number, are worth a closer look.
        let isUsual =
            end == 0
            || isASCIIDigit(name[end - 1]) && !hasTilde && !begins(name, with: Self.apple)
                && !begins(name, with: Self.portrait)
        mayJoin = !stems.insert(hasher.finalize()).inserted || !isUsual && hasAddition(name)
    }

    private static let apple = Array("img_e".utf8)
    private static let portrait = Array("00100".utf8)

    private func hasAddition(_ name: Span<UInt8>) -> Bool {
        let file = FileName(name.indices.map { name[$0] })
        let mayShare = file.isClip || name[file.stem.count - 1] == UInt8(ascii: ")")
        return EditName(file) != nil || mayShare && file.family != file.stem
    }

    private func begins(_ name: Span<UInt8>, with letters: [UInt8]) -> Bool {
        guard name.count >= letters.count else { return false }
        for index in letters.indices where asciiLowercased(name[index]) != letters[index] { return false }
        return true
    }
}
