/// Makes names that every destination accepts: Linux, macOS and Windows, FAT and exFAT, SMB, and the clouds behind
/// rclone and Drive. The same name always becomes the same safe name, and a safe name does not change.
///
/// What is replaced by `_` or removed, and why:
/// - control characters (C0, DEL, C1) and `< > : " / \ | ? *`: Windows (Microsoft, "Naming Files, Paths, and
///   Namespaces"), FAT and exFAT (exFAT specification, 7.7.3), SMB ([MS-FSCC] 2.1.5); `/` and NUL: POSIX;
/// - bytes that are not UTF-8: APFS, NTFS and all others with Unicode names;
/// - blanks and dots at the end are removed: Windows drops them itself, so two names would become one;
/// - a dot at the start: it hides the file, and `.` and `..` are directories (POSIX, 4.13). Our own names begin so;
/// - Windows' devices `CON PRN AUX NUL COM0…COM9 LPT0…LPT9 COM¹ COM² COM³ LPT¹ LPT² LPT³ CONIN$ CONOUT$`, in any case
///   and with any extension, get a leading `_`, and so does ``receipts``;
/// - more than 200 bytes of UTF-8 are cut before the extension, between characters: file systems take 255 bytes, and
///   there must be room for a temporary name or a suffix.
package enum SafeName {
    /// The longest name that is made, in bytes of UTF-8.
    package static let maximumLength = 200
    /// The name of the list of receipts at a destination's top, which no photo takes.
    static let receipts = "receipts.ndjson"
    /// The longest ending, in bytes, that is kept when a name is cut, such as `.jpg.supplemental-metadata.json`; a
    /// longer one does not count as an ending.
    package static let longestEnding = 48
    /// The longest suffix, as in ` (2)`, that may stand before it.
    private static let longestSuffix = 24

    /// A safe name for a name; `_` for the empty one.
    package static func make(_ name: String) -> String {
        let (stem, end) = split(name)
        return make(head: stem, end: end)
    }

    /// A safe name for `head` and `end` together, of which the head is cut where they are too long.
    static func make(head: String, end: String) -> String {
        let whole = head + end
        if isPlain(whole) { return whole }
        var name = trimmedAtEnd(replacingForbidden(whole))
        if name.utf8.first == UInt8(ascii: ".") { name = "_" + name.suffix(bytes: name.utf8.count - 1) }
        if name.isEmpty { name = "_" }
        let end = trimmedAtEnd(replacingForbidden(end))
        name = cut(name, keeping: end)
        return isReserved(name) ? cut("_" + name, keeping: end) : name
    }

    /// The text of bytes, in which `_` stands for what is not UTF-8.
    static func decode(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = String.UnicodeScalarView()
        var rest = bytes[...]
        while let (length, scalar) = firstScalar(of: rest) {
            text.append(scalar ?? "_")
            rest = rest.dropFirst(length)
        }
        return String(text)
    }

    /// A name in two: the stem, and the extension with its dot where there is one. A dot at the start begins none.
    package static func split(_ name: String) -> (stem: String, end: String) {
        guard let dot = FileName.endingDot(of: Array(name.utf8)[...]) else { return (name, "") }
        return (name.prefix(bytes: dot), name.suffix(bytes: name.utf8.count - dot))
    }
}

extension SafeName {
    /// Whether a name is safe at a glance: ASCII without anything special.
    private static func isPlain(_ name: String) -> Bool {
        let bytes = name.utf8
        let point = UInt8(ascii: ".")
        guard bytes.count <= maximumLength, let first = bytes.first, first != point, let last = bytes.last,
            last != point, last != 0x20
        else { return false }
        return bytes.allSatisfy { $0 > 0x1F && $0 < 0x7F && !isForbidden($0) } && !isReserved(name)
    }

    private static func isForbidden(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "\""), UInt8(ascii: "/"),
            UInt8(ascii: "\\"), UInt8(ascii: "|"), UInt8(ascii: "?"), UInt8(ascii: "*"):
            true
        default: false
        }
    }

    private static func replacingForbidden(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            let isForbidden = scalar.isASCII && isForbidden(UInt8(truncatingIfNeeded: scalar.value))
            result.append(isControl || isForbidden ? "_" : scalar)
        }
        return String(result)
    }

    private static func trimmedAtEnd(_ text: String) -> String {
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, last == "." || last.properties.isWhitespace { scalars.removeLast() }
        return String(scalars)
    }

    /// Whether a name is a device's, which counts by what stands before the first dot, without the blanks there, or the
    /// list of receipts.
    private static func isReserved(_ name: String) -> Bool {
        let start = name.utf8.prefix(2).map { $0 | 0x20 }
        guard start.count == 2, reservedStarts.contains(where: { $0.elementsEqual(start) }) else { return false }
        let base = name.unicodeScalars.prefix { $0 != "." }
        return devices.contains(trimmedAtEnd(String(String.UnicodeScalarView(base))).uppercased())
            || name.lowercased() == receipts
    }

    private static let reservedStarts = ["co", "pr", "au", "nu", "lp", "re"].map(\.utf8)

    private static let devices: Set<String> = {
        let numbers = (0...9).map { String($0) } + ["\u{B9}", "\u{B2}", "\u{B3}"]
        return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + numbers.flatMap { ["COM\($0)", "LPT\($0)"] })
    }()

    /// Cuts a name that is too long before its end, between characters as people see them. Where these are so long that
    /// little would be left, it cuts between code points.
    private static func cut(_ name: String, keeping end: String) -> String {
        guard name.utf8.count > maximumLength else { return name }
        let end = end.utf8.count <= longestEnding + longestSuffix ? end : ""
        let room = maximumLength - end.utf8.count
        let head = name.prefix(bytes: name.utf8.count - end.utf8.count)
        var short = head
        while short.utf8.count > room { short.removeLast() }
        if short.utf8.count < room / 2 {
            var scalars = head.unicodeScalars
            while scalars.reduce(0, { $0 + UTF8.width($1) }) > room { scalars.removeLast() }
            short = String(scalars)
        }
        let whole = trimmedAtEnd(short + end)
        return whole.isEmpty ? "_" : whole
    }
}

extension String {
    /// The first bytes of UTF-8, up to a place between two code points.
    func prefix(bytes count: Int) -> String {
        String(self[..<utf8.index(startIndex, offsetBy: count)])
    }

    /// The last bytes of UTF-8, from a place between two code points on.
    func suffix(bytes count: Int) -> String {
        String(self[utf8.index(endIndex, offsetBy: -count)...])
    }
}
