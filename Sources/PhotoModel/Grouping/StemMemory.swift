/// Tells cheaply whether names of a directory may make a group of more than one: whether two share a stem, or one is
/// an edit's or a sidecar's.
///
/// It says yes too often, where two stems share a hash and where an edit has no original, and never no too often as far
/// as names go: a still and a clip whose names differ are one group where they share a content identifier.
package struct StemMemory {
    private static let edited = Array("-edited".utf8)
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
        var hasher = Hasher()
        var matched = 0
        for place in 0..<end {
            let letter = asciiLowercased(name[place])
            hasher.combine(letter)
            matched = letter == Self.edited[matched] ? matched + 1 : letter == Self.edited[0] ? 1 : 0
            if matched == Self.edited.count || place == 4 && letter == UInt8(ascii: "e") && isAppleStart(name) {
                mayJoin = true
                return
            }
        }
        mayJoin = !stems.insert(hasher.finalize()).inserted
    }

    private func isAppleStart(_ name: Span<UInt8>) -> Bool {
        for (place, letter) in "img_".utf8.enumerated() where asciiLowercased(name[place]) != letter { return false }
        return true
    }
}
