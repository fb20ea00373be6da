extension String {
    /// The text with combining sequences replaced by single characters (NFC, UAX 15), for Latin, Greek, Cyrillic, kana
    /// and hangul. Other programs write names decomposed, and people cannot see the difference.
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

    /// Equality of characters is canonical equivalence, so a decomposed character finds its composed form.
    private static let composed: [Character: Unicode.Scalar] = {
        let blocks: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x370...0x4FF, 0x1E00...0x1FFF, 0x3041...0x30FF, 0xAC00...0xD7A3,
        ]
        let scalars = blocks.joined().compactMap { Unicode.Scalar($0) }
        // Of several equivalent scalars, the first is the composed form.
        return Dictionary(scalars.map { (Character($0), $0) }) { first, _ in first }
    }()
}
