internal import PhotoModel

/// Reads sidecars: files with facts about the photos beside them.
enum SidecarReader {
    /// The maximum size; longer files are not read.
    static let mostBytes = PhotoSource.mostBytes

    /// Reads a file whose name is that of a sidecar in `format`.
    ///
    /// A JSON file that is not Takeout's for a photo is not an error, since folders are full of other JSON files. XMP
    /// and AAE files have no other use, so an invalid one is damaged.
    ///
    /// - Parameter format: the format by the file's name.
    static func read(
        _ source: inout PhotoSource, _ format: SidecarFormat
    ) throws(ContainerProblem) -> FileContent {
        switch format {
        case .xmp: return .sidecar(.xmp, try xmp(&source))
        case .takeout:
            guard let facts = try takeout(&source) else { throw .other(otherJSON(&source)) }
            return .sidecar(.takeout, facts)
        case .aae:
            if let problem = AdjustmentFile.problem(&source) { throw .corrupt(problem) }
            return .sidecar(.aae)
        case .companion: return .sidecar(.companion)
        }
    }

    private static func xmp(_ source: inout PhotoSource) throws(ContainerProblem) -> SourceFacts {
        guard source.size > 0 else { throw .corrupt("is empty") }
        let read = source.withBytes(0..<source.size) { bytes in
            Result { () throws(ContainerProblem) in try XMPReader.readFile(bytes) }
        }
        guard let read else { throw .tooLarge("is longer than the 2 MiB that are read") }
        return try read.get()
    }

    /// What a JSON file that describes no photo is. One that is too long to be read is not Takeout's.
    private static func otherJSON(_ source: inout PhotoSource) -> String {
        let kind = source.withBytes(0..<source.size) { bytes in
            TakeoutReader.isOwn(bytes)
                ? FileContent.takeoutsOwn : JSONCursor.isWhole(bytes) ? FileContent.json : FileContent.brokenJSON
        }
        return kind ?? FileContent.json
    }

    /// Returns nil for another kind of JSON file, and for one that exceeds the maximum size.
    private static func takeout(_ source: inout PhotoSource) throws(ContainerProblem) -> SourceFacts? {
        let read = source.withBytes(0..<source.size) { bytes in
            Result { () throws(ContainerProblem) in try TakeoutReader.read(bytes) }
        }
        return try read?.get() ?? nil
    }
}

/// The file in which Apple's Photos stores the edits of a photo (`IMG_1234.AAE`): a property list in XML or binary
/// form. It has neither position nor time, so it is only recognized.
enum AdjustmentFile {
    private static let trailerBytes = 32

    /// The reason why the file is invalid; nil if it is valid.
    static func problem(_ source: inout PhotoSource) -> String? {
        let size = source.size
        let isBinary = source.holds("bplist00")
        let part = 0..<min(size, PhotoSource.mostBytes / 2)
        guard isBinary || source.withBytes(part, isXML) == true else { return "holds no property list" }
        // All its keys start with this word: adjustmentFormatIdentifier, adjustmentData and others.
        guard source.withBytes(part, { $0.contains("adjustment") }) == true else {
            return "is a property list without an edit"
        }
        let end = max(0, size - 4 * trailerBytes)..<size
        let isWhole = isBinary ? hasTrailer(&source) : source.withBytes(end, endsXML) == true
        return isWhole ? nil : "breaks off"
    }

    private static func isXML(_ bytes: Span<UInt8>) -> Bool {
        let start = bytes.holds("\u{FEFF}") ? 3 : 0
        let beginnings = ["<?xml", "<!DOCTYPE plist", "<plist"] as [StaticString]
        return beginnings.contains { bytes.holds($0, at: start) } && bytes.contains("<plist")
    }

    private static func endsXML(_ bytes: Span<UInt8>) -> Bool {
        var end = bytes.count
        while end > 0, bytes[end - 1] <= 0x20 { end -= 1 }
        return bytes.holds("</plist>", at: end - 8)
    }

    /// The last 32 bytes of a binary property list end with the number of its objects, the index of the first one, and
    /// the offset of the offset table, which is between the header and these bytes.
    private static func hasTrailer(_ source: inout PhotoSource) -> Bool {
        let start = source.size - trailerBytes
        guard start > 0, let objects = source.uint64(at: start + 8), let first = source.uint64(at: start + 16),
            let table = source.uint64(at: start + 24)
        else { return false }
        return first < objects && table > 8 && table < UInt64(start)
    }
}

extension SidecarFormat {
    /// The format by the extension of a file's name, ignoring ASCII case: `.xmp`, `.aae`, `.json` for Takeout, and
    /// those of companions, whose XMP files are companions too; nil for any other. `name` may be a path and may end
    /// with NUL.
    init?(promisedBy name: [UInt8]) {
        if Self.isXMP(name) {
            self = Self.isCompanion(name) ? .companion : .xmp
        } else if Self.ends(name, in: ".json") {
            self = .takeout
        } else if Self.ends(name, in: ".aae") {
            self = .aae
        } else if Self.isCompanion(name) {
            self = .companion
        } else {
            return nil
        }
    }

    /// Whether a name, as there, ends in `.xmp`.
    static func isXMP(_ name: [UInt8]) -> Bool { ends(name, in: ".xmp") }

    private static func isCompanion(_ name: [UInt8]) -> Bool {
        let bytes = name.span
        return CompanionNames.isCompanion(name.last == 0 ? bytes.extracting(droppingLast: 1) : bytes)
    }

    private static func ends(_ name: [UInt8], in ending: StaticString) -> Bool {
        let length = ending.utf8CodeUnitCount
        let start = name.count - (name.last == 0 ? 1 : 0) - length
        guard start >= 0 else { return false }
        for index in 0..<length {
            let byte = name[start + index]
            let small = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard unsafe small == ending.utf8Start[index] else { return false }
        }
        return true
    }
}
