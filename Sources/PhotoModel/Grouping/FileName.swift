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

    /// Whether the ending is a RAW format's.
    var isRaw: Bool { Self.rawEndings.contains { ending.elementsEqual($0) } }

    /// Those of the formats, and others that their makers use.
    private static let rawEndings =
        (PhotoFormat.allCases.filter { $0.kind == .raw }.map(\.rawValue) + ["srf", "ptx", "fff", "k25", "raw"])
        .map { Array(".\($0)".utf8) }

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

/// A name, or a part of one, as a dictionary's key: bytes that are hashed at once, not one by one.
struct NameKey: Hashable {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// What the name of an edited photo says of its original.
struct EditName {
    /// The stem of the original, with ASCII letters in lower case.
    let originalStem: [UInt8]
    /// Whether Google Photos named it, which keeps the ending; Apple's edits of a HEIC are JPEGs.
    let isTakeout: Bool
    /// What the name has and the original's has not.
    private let addition: Range<Int>

    private static let apple = Array("img_e".utf8)
    private static let takeout = Array("-edited".utf8)

    /// Apple's `IMG_E1234` for `IMG_1234`; Google's `NAME-edited` for `NAME` and `NAME-edited(1)` for `NAME(1)`. Google
    /// writes the word in the language of the account; only the English one is known here. Nil for other names.
    init?(_ name: FileName) {
        let stem = name.stem
        let rest = FileName.counter(at: stem[...])?.rest ?? stem[...]
        if rest.count > Self.takeout.count, rest.suffix(Self.takeout.count).elementsEqual(Self.takeout) {
            isTakeout = true
            addition = rest.endIndex - Self.takeout.count..<rest.endIndex
        } else if stem.starts(with: Self.apple), let next = stem.dropFirst(Self.apple.count).first, isASCIIDigit(next) {
            isTakeout = false
            addition = Self.apple.count - 1..<Self.apple.count
        } else {
            return nil
        }
        originalStem = Array(stem[..<addition.lowerBound]) + stem[addition.upperBound...]
    }

    /// The original's name with the edit's ending, if the edit has this name, in its own case.
    func original(of name: [UInt8]) -> [UInt8] {
        Array(name[..<addition.lowerBound]) + name[addition.upperBound...]
    }
}
