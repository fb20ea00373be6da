package import SystemPackage

/// A name that ``TrashName/parked(_:run:number:again:)`` gives: `.workphotos-RUN-NUMBER`, perhaps with another number, and
/// behind a dot the name that the file had.
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
