package import SystemPackage

/// The names that removed files have until, and after, they are removed.
package enum TrashName {
    /// The name of a file in the trash. It begins and ends like the file's own name, so that a person finds it there;
    /// the run and the number in between make it unique.
    ///
    /// - Parameters:
    ///   - name: the file's name, without directories.
    ///   - run: the run's number.
    ///   - number: the file's number in the run.
    ///   - again: the number of such names that are already taken.
    /// - Returns: a name of at most 124 bytes, so that file systems with short names accept what ``setAside(_:)`` makes
    ///   of it, with `.trashinfo` appended.
    package static func inTrash(_ name: FilePath, run: Int64, number: Int, again: Int = 0) -> FilePath {
        let bytes = name.bytes
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.endIndex
        // A name that begins with its only dot has no ending, and a long one is none.
        let isEnding = dot > 0 && bytes.count - dot <= 16
        let stem = isEnding ? bytes[..<dot] : bytes[...]
        let ending = isEnding ? bytes[dot...] : []
        let mark = Array((OwnName.prefix + serial(run: run, number: number, again: again)).utf8)
        return FilePath(bytes: beginning(of: stem, atMost: 124 - mark.count - ending.count) + mark + ending)
    }

    /// The run of a name that ``inTrash(_:run:number:again:)`` gives; nil for any other name.
    package static func run(of name: FilePath) -> Int64? {
        let bytes = name.bytes
        let mark = Array(OwnName.prefix.utf8)
        // The mark is the last that stands there: a file's own name may have one.
        guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else { return nil }
        let serial = bytes[(start + mark.count)...].prefix { $0 != UInt8(ascii: ".") }
        let numbers = serial.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard [2, 3].contains(numbers.count),
            numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return Int64(String(decoding: numbers[0], as: UTF8.self))
    }

    /// The name that a file had before ``setAside(_:)``; the same where it was not set aside.
    package static func beforeSettingAside(_ name: FilePath) -> FilePath {
        let prefix = Array("emptying-".utf8)
        return name.bytes.starts(with: prefix) ? FilePath(bytes: Array(name.bytes.dropFirst(prefix.count))) : name
    }

    /// The first bytes of a name, without half a character at their end where the name is UTF-8: there are file systems
    /// that take nothing else.
    private static func beginning(of stem: ArraySlice<UInt8>, atMost limit: Int) -> ArraySlice<UInt8> {
        if stem.count <= limit { return stem }
        for left in 0...3 {
            let end = stem.startIndex + limit - left
            if stem[end] & 0xC0 != 0x80 { return stem[..<end] }
        }
        return stem.prefix(limit)
    }

    /// The name of a file in the trash while its copies are checked once more, before it is permanently removed. It
    /// follows from the previous one, so that the file is found again after a crash; it is nine bytes longer, says what
    /// is going on, and differs from all names that ``inTrash(_:run:number:again:)`` makes for the same run.
    package static func setAside(_ name: FilePath) -> FilePath {
        FilePath(bytes: Array("emptying-".utf8) + name.bytes)
    }

    /// The name of a file that is parked beside its own name: to be permanently removed, or to get its name once it has
    /// been fetched completely. Scans skip such names.
    ///
    /// - Parameters:
    ///   - own: the file's own name, which is appended so that it can be restored even if nothing else records it; nil
    ///     for an incomplete file. It is left out where file systems with short names (143 bytes) could not store it.
    ///   - run: the run's number.
    ///   - number: the file's number in the run.
    ///   - again: the number of such names that are already taken.
    /// - Returns: the name, which ``ParkedFileName`` parses.
    package static func parked(_ own: FilePath?, run: Int64, number: Int, again: Int = 0) -> FilePath {
        let mark = ParkedFileName.mark + Array(serial(run: run, number: number, again: again).utf8)
        let whole = mark + [UInt8(ascii: ".")] + (own?.bytes ?? [])
        return FilePath(bytes: own == nil || whole.count > 143 ? mark : whole)
    }

    private static func serial(run: Int64, number: Int, again: Int) -> String {
        again == 0 ? "\(run)-\(number)" : "\(run)-\(number)-\(again + 1)"
    }
}
