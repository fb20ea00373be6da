import PhotoIndex
import PhotoModel
import SystemPackage

/// A group while its files are copied.
struct GroupToExport {
    let known: KnownGroup
    /// The files that are copied, its leader first.
    private(set) var files: [File]

    struct File {
        /// It in the index.
        let member: KnownGroup.Member
        /// What has come of it so far.
        fileprivate(set) var result: ExportResult
        /// It, open; nil if it is not.
        var source: ExportSource?
        /// Where the copy goes, below the directory, and whether it is there already; nil if there is to be none.
        fileprivate(set) var place: (path: FilePath, isThere: Bool)?
        /// The SHA-256 of its bytes; nil if they were not read.
        fileprivate(set) var sha256: [UInt8]?
        /// Its copy, which has no name yet.
        fileprivate(set) var staged: StagedCopy?

        /// Whether its copy has its name, which need not be on the disk yet.
        fileprivate(set) var isNamed = false

        /// Whether it may still get a copy.
        var isOpen: Bool { result.why == nil && !isNamed }
    }

    /// - Parameter members: its files that are copied, the leader first.
    init(_ known: KnownGroup, _ members: [KnownGroup.Member], isDryRun: Bool) {
        self.known = known
        files = members.map {
            File(member: $0, result: ExportResult(path: $0.path, state: isDryRun ? .planned : .done))
        }
    }

    /// Whether a file of it gets a copy that is not there yet.
    var isToBeCopied: Bool { files.contains { $0.isOpen && $0.place?.isThere == false } }

    /// What the last look needs of it.
    ///
    /// - Parameter includesInferred: whether it goes if its verdict depends on an inferred position.
    func toLookAt(includesInferred: Bool) -> LastLook.Group {
        var action = Action(
            kind: .upload, group: known.group,
            members: files.map { file in
                var member = Action.Member(file.member)
                member.sha256 = file.sha256 ?? member.sha256
                return member
            })
        action.includesInferred = includesInferred
        let paths = Set(files.map(\.member.path))
        return LastLook.Group(
            action: action, fence: known.judgement.fence, sources: files.map { $0.source?.file },
            bystanders: known.members.filter { !paths.contains($0.path) })
    }

    /// Does something with each file that may still get a copy, as ``withOpen(_:_:)``.
    mutating func forEachOpen(_ body: (inout File) throws -> Void) throws {
        for index in files.indices { try withOpen(index, body) }
    }

    /// Does something with a file if it may still get a copy. If that fails, it gets none.
    ///
    /// - Throws: `PipelineError` and `IndexError`, which are about no single file.
    mutating func withOpen(_ index: Int, _ body: (inout File) throws -> Void) throws {
        guard files[index].isOpen else { return }
        do {
            try body(&files[index])
        } catch {
            files[index].fail(try ExportFailure(ofFiles: error))
        }
    }

    /// Says where the copies go, below the directory, in the order of the files, and whether they are there already.
    mutating func place(_ places: [(path: FilePath, isThere: Bool)]) {
        for (index, place) in zip(files.indices, places) { files[index].place = place }
    }

    /// Notes the copies that have their names, when these are on the disk.
    ///
    /// - Throws: `PipelineError` and `IndexError`, which are about no single file.
    mutating func conclude(in folder: inout ExportFolder) throws {
        for index in files.indices where files[index].isNamed {
            do {
                try files[index].conclude(in: &folder)
            } catch {
                files[index].fail(try ExportFailure(ofFiles: error))
            }
        }
    }

    /// Ends all that has no copy yet.
    mutating func end(_ failure: ExportFailure) {
        for index in files.indices where files[index].isOpen { files[index].fail(failure) }
    }
}

extension GroupToExport.File {
    fileprivate mutating func fail(_ failure: ExportFailure) {
        (result.state, result.why, staged) = (failure.state, failure.why, nil)
    }

    /// Writes the copy where there is none yet.
    ///
    /// - Parameter isLookedAt: whether the file is hashed, for the last look.
    /// - Throws: as ``ExportFolder/stage(_:at:)``.
    mutating func stage(in folder: inout ExportFolder, isLookedAt: Bool) throws {
        guard let source, let place else { return }
        if !place.isThere { staged = try folder.stage(source, at: place.path) }
        if isLookedAt { sha256 = try source.contentHash() }
    }

    mutating func takeName() throws(Errno) {
        try staged?.takeName()
        isNamed = true
    }

    fileprivate mutating func conclude(in folder: inout ExportFolder) throws(Errno) {
        guard let source, let place else { return }
        if let staged { try folder.syncNames(around: staged) }
        staged = nil
        result.target = folder.path.appending(place.path.components)
        (result.removed, result.bytes, result.isKnown) = (source.removed, source.size, place.isThere)
    }
}
