internal import PhotoModel

/// Reads files that say something of the photos beside them.
enum SidecarReader {
    /// A longer file is not read.
    static let mostBytes = PhotoSource.mostBytes

    /// What the file holds, whose name promises a sidecar of `format`.
    ///
    /// A JSON file that is not what Takeout writes for a photo is of another kind, and no problem: folders are full of
    /// them. XMP and AAE files hold nothing else, so one that is neither is damaged.
    ///
    /// - Parameters:
    ///   - source: the file.
    ///   - format: what its name promises.
    ///   - facts: what is known of the photo that the file is read for; nil where it is read for itself. An XMP file
    ///     that says nothing new of a photo is not read on.
    /// - Returns: what it says.
    /// - Throws: why nothing can be read of it.
    static func read(
        _ source: inout PhotoSource, _ format: SidecarFormat, for facts: PhotoFacts?
    ) throws(ContainerProblem) -> FileContent {
        switch format {
        case .xmp: return .sidecar(.xmp, try xmp(&source, for: facts))
        case .takeout:
            guard let facts = try takeout(&source) else { throw .other("json") }
            return .sidecar(.takeout, facts)
        case .aae:
            if let problem = AdjustmentFile.problem(&source) { throw .corrupt(problem) }
            return .sidecar(.aae)
        }
    }

    private static func xmp(
        _ source: inout PhotoSource, for facts: PhotoFacts?
    ) throws(ContainerProblem) -> SourceFacts {
        guard source.size > 0 else { throw .corrupt("is empty") }
        let read = source.withBytes(0..<source.size) { bytes in
            Result { () throws(ContainerProblem) in
                if let facts, !XMPGlance.mayAdd(bytes, to: facts) { return SourceFacts(.xmp) }
                return try XMPReader.readFile(bytes)
            }
        }
        guard let read else { throw .tooLarge("is longer than the 2 MiB that are read") }
        return try read.get()
    }

    /// Nil for a JSON file that is something else, and for one that is longer than what is read.
    private static func takeout(_ source: inout PhotoSource) throws(ContainerProblem) -> SourceFacts? {
        let read = source.withBytes(0..<source.size) { bytes in
            Result { () throws(ContainerProblem) in try TakeoutReader.read(bytes) }
        }
        return try read?.get() ?? nil
    }
}
