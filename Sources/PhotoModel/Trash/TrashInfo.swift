package import SystemPackage

/// What a `.trashinfo` file says of a trashed file, by the FreeDesktop trash specification 1.0.
package struct TrashInfo: Hashable, Sendable {
    /// Where the file was: absolute in the home trash, else below the directory where the file system is mounted.
    package var path: FilePath
    /// When it was trashed, on the clock of where that was done; nil where the file does not say so in any known form.
    package var deleted: WallTime?

    package init(path: FilePath, deleted: WallTime?) {
        self.path = path
        self.deleted = deleted
    }

    /// The bytes of the file.
    package var bytes: [UInt8] {
        let date = deleted.map { "DeletionDate=\($0.text)\n" } ?? ""
        return Array("[Trash Info]\nPath=\(PercentEncoding.encode(path.bytes))\n\(date)".utf8)
    }

    /// Reads a file that anybody may have written; of lines that begin alike the first counts, all others are skipped.
    ///
    /// Nil where it is none: another first line, no path, or one that leads out of its directory or holds a NUL.
    package init?(parsing bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual("[Trash Info]".utf8) else { return nil }
        guard let encoded = Self.value(of: "Path=", in: lines) else { return nil }
        let decoded = PercentEncoding.decode(encoded)
        if decoded.isEmpty || decoded.contains(0) { return nil }
        path = FilePath(bytes: decoded)
        if path.components.contains(where: { $0.kind == .parentDirectory }) { return nil }
        deleted = Self.value(of: "DeletionDate=", in: lines).flatMap(Self.date)
    }

    private static func value(of key: String, in lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
        lines.first { $0.starts(with: key.utf8) }?.dropFirst(key.utf8.count)
    }

    /// The date that a text says: `2026-05-01T10:00:00`, or the same without hyphens, as the specification's own
    /// example has it.
    package static func date(_ text: ArraySlice<UInt8>) -> WallTime? {
        let digits = text.filter { (0x30...0x39).contains($0) }.map { Int($0 - 0x30) }
        let separators = String(decoding: text.filter { !(0x30...0x39).contains($0) }, as: UTF8.self)
        guard digits.count == 14, ["--T::", "T::"].contains(separators) else { return nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        return WallTime(
            year: number(0..<4), month: number(4..<6), day: number(6..<8), hour: number(8..<10),
            minute: number(10..<12), second: number(12..<14))
    }
}

/// The names of directories that are emptied, by people, desktops and servers. What is put below one is gone some day.
package enum TrashDirectory {
    /// By whom, in lowercase.
    private static let names: Set<String> = [
        ".trash",  // `$topdir/.Trash/$uid` of the FreeDesktop specification
        ".trashes",  // macOS, on every volume
        "$recycle.bin", "recycler",  // Windows, on NTFS, FAT and exFAT
        "@recycle", "#recycle", ".recycle",  // QNAP, Synology, Samba's vfs_recycle
    ]

    /// How many of a path's names lead to a trash.
    ///
    /// - Parameter path: names, from the top down.
    /// - Returns: the number, its own name included; nil where none of them is one.
    package static func depth(in path: [[UInt8]]) -> Int? {
        for (index, name) in path.enumerated() {
            let text = String(decoding: name, as: UTF8.self).lowercased()
            if names.contains(text) || text.hasPrefix(".trash-") { return index + 1 }
            // A home trash, whoever's: what is in its two directories goes.
            let next = index + 1 < path.count ? String(decoding: path[index + 1], as: UTF8.self) : ""
            if text == "trash", ["files", "info"].contains(next) { return index + 1 }
        }
        return nil
    }
}
