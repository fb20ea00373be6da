package import SystemPackage

/// The folder of albums at a destination's top: copies that others can see. No upload comes into it, and nothing in it
/// counts as one.
package enum AlbumFolder {
    /// Its name as this program gives it.
    package static let name = "Albums"

    /// The folder of an album, below a destination's top.
    package static func path(of album: String) -> FilePath { FilePath(name).appending(bytes: Array(album.utf8)) }

    /// Whether a name may lead to the folder, by the rules of any destination. Case does not count. Invisible
    /// characters do not either, since HFS+ and ext4 leave them out where they ignore case. The wide letters of East
    /// Asian fonts are the usual ones, as NFKC makes them (UAX 15).
    package static func isNamed(_ name: String) -> Bool {
        // In ASCII nothing is wide or not seen.
        if name.utf8.count != Self.name.utf8.count, name.utf8.allSatisfy({ $0 < 0x80 }) { return false }
        let seen = name.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map(narrow)
        return String(String.UnicodeScalarView(seen)).uppercased() == "ALBUMS"
    }

    /// Whether a path below a destination's top is the folder's, or of something in it.
    package static func contains(_ target: FilePath) -> Bool {
        let first = target.bytes.split(separator: UInt8(ascii: "/"), maxSplits: 1).first
        return first.map { isNamed(SafeName.decode(Array($0))) } ?? false
    }

    /// The first name of an upload's target: a safe name, or the closest one that does not lead to the folder.
    static func avoided(_ name: String) -> String {
        isNamed(name) ? SafeName.make("_" + name) : name
    }

    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }
}

/// How far a copy in an album has come, as the index has recorded it.
package enum AlbumCopyStage: Hashable, Sendable {
    /// No more than its temporary name is ours, if the destination has such names.
    case begun
    /// It was proved under its temporary name, nothing had its own name, and it was about to get that.
    case moving
    /// It was proved under its own name.
    case proved
}
