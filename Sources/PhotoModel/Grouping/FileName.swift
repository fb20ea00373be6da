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

    var stem: [UInt8] { Array(folded[..<dot]) }

    /// The name that the files of one shot share: the stem, but for what makers add to it.
    ///
    /// A Pixel's `PXL_20230604_172812686.MP.jpg` and its clip `….MP`, and `….RAW-01.COVER.jpg` and
    /// `….RAW-02.ORIGINAL.dng`, share what stands before the first dot, and the number that Takeout gives to names that
    /// come twice: `….MP(1).jpg` and `…(1).MP`. icloudpd calls the clip of `IMG_1234.HEIC`
    /// `IMG_1234_HEVC.MOV`.
    var family: [UInt8] {
        let stem = stem
        let numbered = Self.counter(at: stem[...])
        if let end = Self.pixelEnd(of: numbered?.rest ?? stem[...]) {
            return Array(stem[..<end]) + (numbered?.counter ?? [])
        }
        let isHEVC = isClip && stem.count > Self.hevc.count && stem.suffix(Self.hevc.count).elementsEqual(Self.hevc)
        return isHEVC ? stem.dropLast(Self.hevc.count) : stem
    }

    private static let hevc = Array("_hevc".utf8)
    static let pixel = Array("pxl_".utf8)

    /// Where the words begin that a Pixel puts behind a shot's name, each of letters and at most a number:
    /// `.MP`, `.RAW-01.COVER`. Nil for other names.
    private static func pixelEnd(of stem: ArraySlice<UInt8>) -> Int? {
        guard stem.starts(with: pixel), let dot = stem.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let words = stem[dot...].dropFirst().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let areWords = words.allSatisfy { word in
            let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard let letters = parts.first, parts.count <= 2, !letters.isEmpty else { return false }
            return letters.allSatisfy { isASCIILetter($0) || $0 == UInt8(ascii: "_") }
                && parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy(isASCIIDigit) }
        }
        return areWords ? dot : nil
    }

    /// The ending with its dot; empty where there is none.
    var ending: ArraySlice<UInt8> { folded[dot...] }

    /// Whether the ending is a video's.
    var isClip: Bool { Self.clipEndings.contains { ending.elementsEqual($0) } }

    private static let clipEndings = [
        ".mov", ".qt", ".mp4", ".m4v", ".3gp", ".3g2", ".insv", ".360", ".avi", ".mts", ".m2ts", ".m2t", ".mpg",
        ".mpeg", ".mpe", ".mod", ".tod", ".wmv", ".asf", ".mkv", ".webm", ".mp",
    ].map { Array($0.utf8) }

    /// Whether the ending is a RAW format's.
    var isRaw: Bool { Self.rawEndings.contains { ending.elementsEqual($0) } }

    /// Those of the formats, and others that their makers use.
    private static let rawEndings =
        (PhotoFormat.allCases.filter { $0.kind == .raw }.map(\.rawValue) + ["ori", "srf", "ptx", "fff", "k25", "raw"])
        .map { Array(".\($0)".utf8) }

    /// The place of the dot that begins a name's ending. What numbers a copy is none: the clip of Google's
    /// `PXL_1.MP~2.jpg` is `PXL_1.MP~2`.
    static func endingDot(of name: ArraySlice<UInt8>) -> Int? {
        let point = UInt8(ascii: ".")
        guard let dot = name.lastIndex(of: point), name[..<dot].contains(where: { $0 != point }),
            !name[dot...].contains(UInt8(ascii: "~"))
        else { return nil }
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
package func asciiLowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

func isASCIIDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// Whether a byte is one of ASCII's letters in lower case.
private func isASCIILetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
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
