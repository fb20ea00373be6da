extension String {
    /// The text with each letter composed that Unicode has as one character of its own (NFC, UAX 15), as far as Latin,
    /// Greek, Cyrillic, kana and hangul go: other programs write names apart, and people cannot see the difference.
    var composed: String {
        if unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return self }
        var text = ""
        for character in self {
            guard character.unicodeScalars.count > 1, let one = Self.composed[character] else {
                text.append(character)
                continue
            }
            text.unicodeScalars.append(one)
        }
        return text
    }

    /// Characters are equal where they are canonically equivalent, so a composed one is found by its parts.
    private static let composed: [Character: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3,
        ]
        let scalars = blocks.joined().compactMap { Unicode.Scalar($0) }
        // Of several that are equivalent the first is the one that texts are composed to.
        return Dictionary(scalars.map { (Character($0), $0) }) { first, _ in first }
    }()
}
