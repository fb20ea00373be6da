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
