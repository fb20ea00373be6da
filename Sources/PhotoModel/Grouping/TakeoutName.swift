/// What the name of a Google Takeout JSON file says of its photo's name.
///
/// Takeout calls the file by the photo's title: `NAME.ext.json`, since 2024 `NAME.ext.supplemental-metadata.json`. What
/// stands before `.json` is cut to 46 UTF-16 units. Where several photos have one title, a counter sets them apart, in
/// the photo's name before the ending and in the JSON file's behind all else, added after the cut: `IMG(1).jpg` and
/// `IMG.jpg(1).json`.
struct TakeoutName {
    /// The photo's names that would explain it, the likeliest first: as it stands; without what Takeout adds; with the
    /// counter put back.
    let photoNames: [[UInt8]]
    /// How many of ``photoNames`` have their counter where it stands.
    let uncounted: Int
    /// The photo's stems that would explain it: a photo whose title had no ending gets one, its JSON file does not.
    let photoStems: [[UInt8]]
    /// What it would be if it was cut off within the photo's name.
    let cut: CutName?

    /// - Parameter name: the name without `.json`.
    init(_ name: ArraySlice<UInt8>) {
        let counted = FileName.counter(at: name)
        let plain = Self.withoutAddition(name)
        let countedPlain = counted.flatMap { Self.withoutAddition($0.rest) }
        let moved = counted.map { counted in
            [counted.rest, countedPlain].compactMap(\.self).compactMap { Self.insert(counted.counter, into: $0) }
        }
        let unmoved = [name, plain].compactMap { $0.map(Array.init) }
        photoNames = unmoved + (moved ?? [])
        uncounted = unmoved.count
        let stemmed = counted.flatMap { counted in countedPlain.map { Array($0 + counted.counter) } }
        photoStems = [Array(name), plain.map(Array.init), stemmed].compactMap(\.self)
        cut = CutName(json: name)
    }

    private static let addition = Array(".supplemental-metadata".utf8)

    /// A name without `.supplemental-metadata` or what a cut left of that, a dot at least; nil where there is neither.
    private static func withoutAddition(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        let end = name[dot...].map(asciiLowercased)
        return addition.starts(with: end) ? name[..<dot] : nil
    }

    /// `IMG.jpg` and `(1)` are `IMG(1).jpg`; nil without an ending.
    private static func insert(_ counter: ArraySlice<UInt8>, into name: ArraySlice<UInt8>) -> [UInt8]? {
        FileName.endingDot(of: name).map { dot in Array(name[..<dot]) + counter + name[dot...] }
    }
}

/// The name that Takeout gives the JSON file of a photo with a name of over 46 UTF-16 units, before the counter, and
/// that counter.
struct CutName: Hashable {
    /// With ASCII letters in lower case.
    private let name: NameKey
    private let counter: [UInt8]

    private static let limit = 46

    /// A JSON file's name without `.json`; nil where that is not as long as cut ones are. A pair of units is not
    /// divided, so that 45 are as long as 46.
    init?(json name: ArraySlice<UInt8>) {
        let counted = FileName.counter(at: name)
        let rest = (counted?.rest ?? name).map(asciiLowercased)
        let (end, units) = Self.cut(rest)
        guard end == rest.count, units >= Self.limit - 1 else { return nil }
        self.name = NameKey(rest)
        counter = Array(counted?.counter ?? [])
    }

    /// A photo's name, with the counter in front of its ending taken for Takeout's; nil where it is not too long.
    init?(photo name: FileName) {
        let counted = FileName.counter(at: name.stem[...])
        let whole = counted.map { Array($0.rest) + name.ending } ?? name.folded
        self.init(cutting: whole, counter: Array(counted?.counter ?? []))
    }

    /// A photo's name with a counter in front of its ending that is part of the title; nil without one.
    init?(photoWithTitledCounter name: FileName) {
        guard FileName.counter(at: name.stem[...]) != nil else { return nil }
        self.init(cutting: name.folded, counter: [])
    }

    private init?(cutting name: [UInt8], counter: [UInt8]) {
        let (end, _) = Self.cut(name)
        guard end < name.count else { return nil }
        self.name = NameKey(Array(name[..<end]))
        self.counter = counter
    }

    /// How many bytes of a name are its first 46 UTF-16 units, and how many units these are. A byte that begins no
    /// character counts as one.
    private static func cut(_ name: [UInt8]) -> (end: Int, units: Int) {
        var (end, units) = (0, 0)
        while end < name.count {
            let (length, scalar) = name[end] < 0x80 ? (1, nil) : character(name[end..<min(end + 4, name.count)])
            let added = (scalar?.value ?? 0) > 0xFFFF ? 2 : 1
            guard units + added <= limit else { break }
            (end, units) = (end + length, units + added)
        }
        return (end, units)
    }

    private static func character(_ bytes: ArraySlice<UInt8>) -> (length: Int, scalar: Unicode.Scalar?) {
        guard let (length, scalar) = firstScalar(of: bytes), let scalar else { return (1, nil) }
        return (length, scalar)
    }
}
