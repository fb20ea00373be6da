import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Determines what others would see in a destination's folder: the copies for which the index has receipts, and the
/// files that the destination lists there, whoever put them there.
///
/// Copies whose content the index does not know may be of photos that were never hashed. The files of the library that
/// have their sizes are therefore hashed, each once for all looks of a run. Nothing is written.
struct FolderLook {
    let index: PhotoIndex
    let destination: OpenDestination
    /// The destination's row.
    let row: Int64
    /// The ids of the copies for whose sake the folder is shared.
    let chosen: Set<String>
    let files: LibraryFiles
    let interruption: any Interruption
    /// The hashes of files by path; nil for those that could not be read.
    private var hashed: [FilePath: FileHashes?] = [:]

    /// The content of a copy, as the destination identifies it.
    struct Content: Hashable {
        /// In bytes.
        let size: Int64
        /// Nil where the destination has none.
        let checksum: Checksum?

        init(size: Int64, _ checksum: Checksum?) {
            (self.size, self.checksum) = (size, checksum)
        }

        init(_ content: RecordedContent) {
            self.init(size: content.size, content.sha256.map { Checksum(sha256: $0) })
        }

        init(_ stored: StoredFile) {
            self.init(size: stored.size, stored.evidence.checksum.flatMap { $0.isBlank ? nil : $0 })
        }

        /// The content in all the ways that a destination may identify it.
        static func all(of hashes: FileHashes) -> Set<Content> {
            Set(
                Checksum.Kind.allCases.compactMap { kind in
                    hashes.value(of: kind).map { Content(size: hashes.size, Checksum(kind: kind, value: $0)) }
                })
        }
    }

    /// What is in the folder.
    struct Sight {
        /// What the destination and the library said.
        var findings = FolderFindings()
        /// The number of copies with valid receipts.
        var copies = 0
        /// The files that are not work now.
        var exposed: [ExposedFile] = []
        /// The contents that no file of the library is known to have.
        var unknown: Set<Content> = []
        /// The paths of chosen copies that are in another folder, since folders were renamed or copies moved, or have
        /// one name.
        var elsewhere: [FilePath] = []
        /// Whether the destination lists no chosen copy in the folder.
        var isForeign = false
        /// The paths of copies whose notes cannot be read, the names of those that may be anywhere, and photos of the
        /// library that may be copies of unknown content, are not work and cannot be read.
        var unreadable: [FilePath] = []
    }

    init(
        _ index: PhotoIndex, _ destination: OpenDestination, row: Int64, chosen: Set<String> = [],
        interruption: any Interruption
    ) throws {
        (self.index, self.destination, self.row, self.interruption) = (index, destination, row, interruption)
        self.chosen = chosen
        files = try index.libraryFiles()
    }

    /// Looks into a folder.
    ///
    /// - Parameter location: the folder, relative to the destination's root; empty for the root.
    /// - Returns: what is in it.
    /// - Throws: `PipelineError`, `interrupted` among others; `IndexError`.
    mutating func look(into location: CopyLocation) async throws -> Sight {
        let folder = location.path
        let receipts = try receipts(in: folder)
        let list = try await list(location, receipts.contents)
        var sight = Sight(
            copies: receipts.count, elsewhere: list.elsewhere, isForeign: list.isForeign, unreadable: list.unreadable)
        sight.findings.edited = try await edited(receipts.failed)
        sight.findings.contents = list.sent.union(list.stored)
        sight.findings.files = try index.possibleCopies(of: sight.findings.contents.union(receipts.here))
        // Viewers do not see what was sent where something else is stored now.
        let unseen = list.sent.subtracting(list.stored)
        sight.unknown = Set(try view(folder, &sight).subtracting(unseen).map { Content($0) }).union(list.unnamed)
        if sight.unknown.isEmpty { return sight }
        let unread = try recognize(&sight, list.unnamed)
        _ = try view(folder, &sight)
        // A photo that is not work and cannot be read may be one of the copies.
        if !sight.unknown.isEmpty, !unread.files.isEmpty {
            let possible = try index.view(ofFolder: folder, ofDestination: row, finding: unread).exposed.map(\.path)
            sight.unreadable += possible.filter(unread.files.contains)
        }
        return sight
    }

    /// Looks into a folder that is shared already, for what came into it since.
    ///
    /// - Parameter location: the folder, with its id.
    /// - Returns: what is in it that has no receipt with a path in it. Photos of the library are looked for each time,
    ///   since they may be newer than the copies, or renamed.
    /// - Throws: `PipelineError`, `interrupted` among others; `IndexError`.
    mutating func more(in location: CopyLocation) async throws -> FolderFindings {
        let receipts = try receipts(in: location.path)
        let list = try await list(location, receipts.contents, isWhole: false)
        var sight = Sight()
        sight.findings.edited = try await edited(receipts.failed)
        sight.findings.contents = list.sent.union(list.stored).subtracting(receipts.here)
        if sight.findings == FolderFindings(), list.unnamed.isEmpty { return sight.findings }
        sight.findings.files = try index.possibleCopies(of: sight.findings.contents)
        let nameless = try view(location.path, &sight).intersection(sight.findings.contents)
        sight.unknown = Set(nameless.map { Content($0) }).union(list.unnamed)
        if !sight.unknown.isEmpty { _ = try recognize(&sight, list.unnamed) }
        return sight.findings
    }

    /// Finds the files of the library that have contents of which the index knows no file.
    ///
    /// - Returns: files that may have them and cannot be read.
    private mutating func recognize(_ sight: inout Sight, _ nameless: Set<Content>) throws -> FolderFindings {
        let unnamedSizes = Set(nameless.map(\.size))
        var (unread, named) = (FolderFindings(), Set<Content>())
        for file in try index.files(ofSizes: Set(sight.unknown.map(\.size)))
        where !file.isHashed || unnamedSizes.contains(file.size) {
            if interruption.signal != nil { throw Self.stopped }
            guard let hashes = hashes(of: file.path) else {
                unread.files.insert(file.path)
                continue
            }
            let contents = Content.all(of: hashes)
            if contents.isDisjoint(with: sight.unknown) { continue }
            sight.findings.files.insert(file.path)
            named.formUnion(contents)
        }
        sight.unknown.subtract(named)
        return unread
    }

    private static var stopped: PipelineError { PipelineError(.interrupted, "Stopped; nothing was shared") }

    /// Asks the index what viewers see.
    ///
    /// - Returns: the contents of which it knows no file.
    private func view(_ folder: FilePath, _ sight: inout Sight) throws -> Set<RecordedContent> {
        let view = try index.view(ofFolder: folder, ofDestination: row, finding: sight.findings)
        sight.exposed = view.exposed
        return view.unknown
    }

    private mutating func hashes(of path: FilePath) -> FileHashes? {
        if let known = hashed[path] { return known }
        var hasher = FileHasher()
        let hashes = try? hasher.hashes(of: path, in: files, with: .md5)
        hashed[path] = .some(hashes)
        return hashes
    }

    // MARK: - Receipts

    /// The copies of a destination, as recorded in the index.
    private struct Receipts {
        /// The number of valid ones in the folder.
        var count = 0
        /// Their contents.
        var here: Set<RecordedContent> = []
        /// The locations of copies in the folder that failed verification, by the rows of their receipts.
        var failed: [Int64: CopyLocation] = [:]
        /// The contents that the destination identified by another checksum than SHA-256, wherever it had them.
        var contents: [Content: RecordedContent] = [:]
    }

    private func receipts(in folder: FilePath) throws -> Receipts {
        var (receipts, sound) = (Receipts(), Set<CopyLocation>())
        try index.receipts(destination: row) { stored in
            let receipt = stored.receipt
            let isInFolder = folder.isEmpty || receipt.target.path.starts(with: folder)
            if stored.failedAt == nil {
                sound.insert(receipt.target)
                if isInFolder {
                    receipts.count += 1
                    receipts.here.insert(RecordedContent(size: receipt.size, sha256: receipt.sha256))
                }
            } else if isInFolder {
                receipts.failed[stored.id] = receipt.target
            }
            if receipt.checksum.kind != .sha256, !receipt.checksum.isBlank {
                receipts.contents[Content(size: receipt.size, receipt.checksum)] = RecordedContent(
                    size: receipt.size, sha256: receipt.sha256)
            }
            return true
        }
        receipts.failed = receipts.failed.filter { !sound.contains($0.value) }
        return receipts
    }

    /// Returns the rows of those failed copies that still exist: somebody edited them.
    private func edited(_ copies: [Int64: CopyLocation]) async throws -> Set<Int64> {
        let rows = copies.keys.sorted()
        let looks = await destination.service.identify(rows.compactMap { copies[$0] })
        return try await translatingServiceErrors(destination.named) { () async throws(UploadError) in
            var edited: Set<Int64> = []
            for (row, look) in zip(rows, looks) where try look.get() != .missing { edited.insert(row) }
            return edited
        }
    }

    // MARK: - Catalogue

    /// What a destination lists in a folder.
    private struct List {
        /// What was sent, by the notes beside the copies.
        var sent: Set<RecordedContent> = []
        /// What is stored now, where the destination or a receipt says its SHA-256.
        var stored: Set<RecordedContent> = []
        /// What else is stored now.
        var unnamed: Set<Content> = []
        /// The paths of chosen copies in other folders.
        var elsewhere: [FilePath] = []
        /// Whether no chosen copy is in the folder.
        var isForeign = false
        var unreadable: [FilePath] = []

        /// Adds a file that is stored there now.
        mutating func add(_ file: StoredFile, _ receipts: [Content: RecordedContent]) {
            let content = Content(file)
            if let known = content.named ?? receipts[content] {
                stored.insert(known)
            } else {
                unnamed.insert(content)
            }
        }
    }

    /// Lists a folder at a destination with a catalogue. Folders may have been renamed and copies moved, and others may
    /// have put files there. A copy whose place is unknown may be in it.
    ///
    /// - Parameters:
    ///   - location: the folder.
    ///   - receipts: the contents that the destination identified by other checksums than SHA-256.
    ///   - isWhole: whether all copies of the destination are listed too, since some may have no known place.
    /// - Returns: the list; empty if the destination has no catalogue.
    /// - Throws: `PipelineError`.
    private func list(
        _ location: CopyLocation, _ receipts: [Content: RecordedContent], isWhole: Bool = true
    ) async throws -> List {
        var list = List()
        guard let catalogue = destination.service.catalogue else { return list }
        let folder = location.path
        func isHere(_ path: FilePath) -> Bool { folder.isEmpty || path.starts(with: folder) }
        try await translatingServiceErrors(destination.named) { () async throws(UploadError) in
            var found: [CopyLocation] = []
            if isWhole {
                try await catalogue.forEachPage { page in
                    for copy in page.copies.filter({ isHere($0.location.path) }) + page.unplaced {
                        list.sent.insert(copy.content)
                        list.add(copy.stored, receipts)
                    }
                    found += page.copies.map(\.location).filter { $0.id.map(chosen.contains) == true }
                    list.unreadable += page.unreadable.filter { !$0.isPlaced || isHere($0.path) }.map(\.path)
                    return interruption.signal == nil
                }
            }
            // The list is found by notes, which others' files lack.
            let files = try await catalogue.contents(of: location)
            for file in files {
                if let sent = file.sent { list.sent.insert(sent) }
                list.add(file.stored, receipts)
            }
            if location.id == nil || chosen.isEmpty { return }
            // Several folders may have one path.
            let ids = Set(files.compactMap(\.id))
            list.elsewhere = found.filter { $0.id.map(ids.contains) != true }.map(\.path)
            list.isForeign = ids.isDisjoint(with: chosen)
        }
        if interruption.signal != nil { throw Self.stopped }
        return list
    }
}

extension FolderLook.Content {
    /// The content by its SHA-256; nil if that is not known.
    fileprivate var named: RecordedContent? {
        guard let checksum, checksum.kind == .sha256, let sha256 = bytes(ofHexText: checksum.value) else { return nil }
        return RecordedContent(size: size, sha256: sha256)
    }
}
