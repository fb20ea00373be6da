package import SystemPackage

/// The names that this program gives files among those of others: parked files, unfinished copies, a destination's
/// marker.
package enum OwnName {
    /// The prefix of each of these names; in a trash it follows the file's own name.
    package static let prefix = ".workphotos-"
}

/// The temporary names of an upload's files at a folder: `.workphotos-`, 32 unique hexadecimal digits, and an ending
/// for the kind.
package enum UnfinishedName {
    /// The ending of a temporary file's name.
    package static let part = ".part"
    /// The ending of the name of the empty file that exists while a copy under its own name is incomplete.
    package static let copying = ".copying"
    private static let digits = 32

    /// The name of a temporary file.
    package static func part(digits: String) -> String { OwnName.prefix + digits + part }

    /// The digits of a name.
    ///
    /// - Parameter name: a file's, without directories.
    /// - Returns: the digits; nil where no upload gives files such a name.
    package static func digits(of name: [UInt8]) -> Substring? {
        guard name.starts(with: OwnName.prefix.utf8) else { return nil }
        let rest = String(decoding: name.dropFirst(OwnName.prefix.utf8.count), as: UTF8.self)
        let digits = rest.prefix(Self.digits)
        guard digits.utf8.count == Self.digits, digits.utf8.allSatisfy(isDigit),
            [part, copying].contains(String(rest.dropFirst(Self.digits)))
        else { return nil }
        return digits
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}

/// A name that ``TrashName/parked(_:run:number:again:)`` gives: `.workphotos-RUN-NUMBER`, perhaps with another number,
/// and behind a dot the name that the file had.
package struct ParkedFileName: Hashable, Sendable {
    /// With what each begins.
    static let mark = Array(OwnName.prefix.utf8)

    /// The name that the file had; nil where this does not tell.
    package let own: FilePath?

    /// Nil for a name that is none of these.
    ///
    /// - Parameter name: the bytes of a file's name, without directories.
    package init?(_ name: Span<UInt8>) {
        let mark = Self.mark
        guard name.count > mark.count else { return nil }
        for place in mark.indices where name[place] != mark[place] { return nil }
        var place = mark.count
        var numbers = 0
        repeat {
            if numbers > 0 { place += 1 }
            let start = place
            while place < name.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= name[place] { place += 1 }
            if place == start { return nil }
            numbers += 1
        } while numbers < 3 && place < name.count && name[place] == UInt8(ascii: "-")
        guard numbers > 1, place == name.count || name[place] == UInt8(ascii: ".") else { return nil }
        var bytes: [UInt8] = []
        for index in name.indices where index > place { bytes.append(name[index]) }
        own = Self.isName(bytes) ? FilePath(bytes: bytes) : nil
    }

    /// The same of the last name of a path.
    package init?(_ path: FilePath) {
        guard let last = path.lastComponent else { return nil }
        self.init(last.bytes.span)
    }

    private static func isName(_ bytes: [UInt8]) -> Bool {
        let dot = UInt8(ascii: ".")
        return !bytes.isEmpty && bytes != [dot] && bytes != [dot, dot] && !bytes.contains(UInt8(ascii: "/"))
    }
}
