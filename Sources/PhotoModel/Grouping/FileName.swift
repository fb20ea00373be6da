/// A file's name in parts, with ASCII letters in lower case. Other bytes stand for themselves: names are never
/// normalised.
struct FileName {
    /// The whole name.
    let folded: [UInt8]
    /// Where the ending's dot is; the name's length where there is none.
    private let dot: Int

    /// The last dot begins the ending, unless nothing but dots stands before it: `.jpg` has a stem and no ending.
    init(_ name: [UInt8]) {
        folded = name.map(asciiLowercased)
        dot = Self.endingDot(of: folded[...]) ?? folded.count
    }

    /// The name before the ending.
    var stem: [UInt8] { Array(folded[..<dot]) }

    /// The ending with its dot; empty where there is none.
    var ending: ArraySlice<UInt8> { folded[dot...] }

    /// Whether the ending is a video's.
    var isClip: Bool { Self.clipEndings.contains { ending.elementsEqual($0) } }

    private static let clipEndings = [
        ".mov", ".qt", ".mp4", ".m4v", ".3gp", ".3g2", ".insv", ".avi", ".mts", ".m2ts", ".m2t", ".mpg", ".mpeg",
        ".mpe", ".wmv", ".asf", ".mkv", ".webm",
    ].map { Array($0.utf8) }

    /// The place of the dot that begins a name's ending.
    static func endingDot(of name: ArraySlice<UInt8>) -> Int? {
        let point = UInt8(ascii: ".")
        guard let dot = name.lastIndex(of: point), name[..<dot].contains(where: { $0 != point }) else { return nil }
        return dot
    }

    /// A counter as Takeout numbers names that come twice, `(1)`, at the end of a name, and what stands before it.
    static func counter(at name: ArraySlice<UInt8>) -> (rest: ArraySlice<UInt8>, counter: ArraySlice<UInt8>)? {
        guard name.last == UInt8(ascii: ")"), let open = name.lastIndex(of: UInt8(ascii: "(")),
            open > name.startIndex
        else { return nil }
        let digits = name[open...].dropFirst().dropLast()
        guard !digits.isEmpty, digits.allSatisfy(isASCIIDigit) else { return nil }
        return (name[..<open], name[open...])
    }
}

/// A byte with ASCII's letters in lower case.
func asciiLowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// Whether a byte is a digit.
func isASCIIDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
