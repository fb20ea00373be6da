import PhotoFiles
import PhotoModel
package import SystemPackage

/// Which names remotes store unchanged.
///
/// Rclone can encode most characters in a form that a remote accepts and decode them again; every other program then
/// sees names that nobody chose. So names are made of what all remotes accept, before anything is sent, except at
/// remotes that store all UTF-8 unchanged.
package struct RcloneNames: Hashable, Sendable {
    /// Types of remotes that store every name: with a Unix file system behind them, or with names that are any text.
    private static let keeping: Set<String> = [
        "drive", "google cloud storage", "local", "memory", "s3", "sftp", "swift",
    ]
    /// Characters that Windows, OneDrive, Box and others accept in no name.
    private static let refused: Set<Character> = ["\"", "*", ":", "<", ">", "?", "\\", "|"]

    /// For remotes that store every name.
    static let kept = RcloneNames(backends: [])

    private let keepsAll: Bool
    /// The longest name without its extension, in bytes of UTF-8; names of one group stay names of one group.
    private let longestStem: Int

    /// - Parameters:
    ///   - backends: the types of the remotes that store the files.
    ///   - wrappers: the types of those that wrap them.
    package init(backends: [String], wrappers: [String] = []) {
        keepsAll = backends.allSatisfy(Self.keeping.contains)
        // An encrypted name has 16 bytes for each 16 that are begun, and 8 letters for each 5 of these (rclone's
        // manual, "Crypt", "File name encryption": at most 143 bytes). Chunker adds up to 27 of its own.
        let isEncrypted = wrappers.contains("crypt")
        let longest = isEncrypted ? wrappers.contains("chunker") ? 111 : 143 : SafeName.maximumLength
        longestStem = isEncrypted ? longest - SafeName.longestEnding : longest
    }

    /// The closest path that is stored unchanged.
    package func storable(_ target: FilePath) -> FilePath {
        var path = FilePath()
        for component in target.components {
            path = path.appending(bytes: Array(name(component.path.bytes).utf8))
        }
        return path
    }

    private func name(_ bytes: [UInt8]) -> String {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var name = String(decoding: bytes, as: UTF8.self)
        if !isText { name = name.replacing("\u{FFFD}", with: "_") }
        name = shortened(name)
        if keepsAll { return name }
        name = String(name.map { Self.refused.contains($0) || Self.isControl($0) ? "_" : $0 })
        for edge in [name.startIndex, name.index(before: name.endIndex)] where name[edge] == " " || name[edge] == "." {
            // A leading dot only hides a file, on all systems that know this.
            if edge == name.startIndex, name[edge] == ".", name.count > 1 { continue }
            name.replaceSubrange(edge...edge, with: "_")
        }
        return name
    }

    /// A name whose stem fits. A number that distinguishes it from others stays at its end.
    private func shortened(_ name: String) -> String {
        var (stem, end) = SafeName.split(name)
        if stem.utf8.count <= longestStem { return name }
        if end.utf8.count > SafeName.longestEnding { (stem, end) = (name, "") }
        let number = stem.firstMatch(of: /\ \([0-9]+\)$/).map { String($0.output) } ?? ""
        let whole = stem.dropLast(number.count)
        let room = longestStem - number.utf8.count
        var head = whole
        while head.utf8.count > room { head.removeLast() }
        // Cut between code points if characters are so long that little or nothing would be left.
        if head.utf8.count < room / 2 {
            var scalars = whole.unicodeScalars
            while scalars.reduce(0, { $0 + UTF8.width($1) }) > room { scalars.removeLast() }
            head = Substring(scalars)
        }
        return head + number + end
    }

    private static func isControl(_ character: Character) -> Bool {
        character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }
}
