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

/// Bytes as URLs write them (RFC 2396, section 2): letters, digits and `-_.~/` stand for themselves, every other byte
/// is a percent sign and two hexadecimal digits.
package enum PercentEncoding {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Writes bytes so.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - kept: the characters besides the usual ones that stand for themselves.
    /// - Returns: the text.
    package static func encode(_ bytes: some Sequence<UInt8>, keeping kept: Set<UInt8> = []) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            if isPlain(byte) || kept.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads bytes that were written so by whomever. A percent sign without two digits behind it stands for itself.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8] {
        let text = Array(text)
        var bytes: [UInt8] = []
        var index = 0
        while index < text.count {
            if text[index] == UInt8(ascii: "%"), index + 2 < text.count, let high = value(text[index + 1]),
                let low = value(text[index + 2])
            {
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(text[index])
                index += 1
            }
        }
        return bytes
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"): true
        default: false
        }
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: nil
        }
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
