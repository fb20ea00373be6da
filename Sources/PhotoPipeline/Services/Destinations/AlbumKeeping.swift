package import PhotoModel
package import SystemPackage

/// Keeps albums: folders below ``AlbumFolder`` with copies that the destination itself makes of uploads, or with clean
/// copies. Nothing of an album is found by any other call to the service.
///
/// Every call may be repeated: what an earlier attempt has done is recognised.
package protocol AlbumKeeping: Sendable {
    /// Whether what is taken out goes into a trash, and is not removed for good.
    var hasTrash: Bool { get }

    /// Issues the locations of folders and copies that are to be made, which the caller records first. Changes nothing.
    ///
    /// - Parameter targets: paths below the destination's top.
    /// - Returns: for each, in order, its location.
    /// - Throws: `taken` where a folder or a copy would have no id and something has its name; `failed`, and what ends
    ///   runs.
    func locate(_ targets: [FilePath]) async throws(UploadError) -> [CopyLocation]

    /// Makes the folder of an album where it does not exist.
    ///
    /// - Parameter isShared: whether it is shared, or may be: otherwise nobody else may see it.
    /// - Throws: `taken` where a folder that is not this one has its name; `refused` where others can see what is
    ///   not shared; `missing` where it is in the trash; `failed`, and what ends runs.
    func make(_ folder: CopyLocation, isShared: Bool) async throws(UploadError)

    /// Copies uploads into an album, or sends files there that are no uploads, and proves that each copy has the right
    /// bytes. One that has others is removed.
    ///
    /// - Parameters:
    ///   - isUnwanted: whether somebody has objected to a copy. Asked right before it is made.
    ///   - announce: records durably that a copy is about to get its name. Called with each copy that was proved under
    ///     a temporary name, when nothing has its own name. Only destinations where nothing else tells whose a file
    ///     with the name is call it.
    /// - Returns: for each, in order, nothing; or `missing` where the upload is not there, `objected`, `corrupted`,
    ///   `failed`, and what ends runs.
    func copy(
        _ copies: [CopyForAlbum], into folder: CopyLocation,
        unless isUnwanted: @escaping @Sendable (CopyLocation) -> Bool,
        announcing announce: @escaping @Sendable (CopyLocation) throws(UploadError) -> Void
    ) async -> [Result<Void, UploadError>]

    /// Examines copies in an album.
    ///
    /// - Returns: for each, in order, what is there, nil where nothing is; `failed`, and what ends runs.
    func inspect(
        _ copies: [CopyLocation], in folder: CopyLocation
    ) async -> [Result<StoredFile?, UploadError>]

    /// What else is in an album's folder.
    ///
    /// - Throws: `failed`, and what ends runs.
    func others(in folder: CopyLocation, besides copies: [CopyLocation]) async throws(UploadError) -> [String]

    /// Puts a copy into the destination's trash, or removes it. It is no error if it is not in the album any more.
    ///
    /// - Parameters:
    ///   - content: what it was made with.
    ///   - stage: how far it has come, as recorded. What has its name is another's where it cannot have got that.
    ///   - orChanged: whether it also goes if it has other bytes by now, provided that its id says that it is the copy.
    /// - Throws: `corrupted` where it is something else and stays; `failed`, and what ends runs.
    func takeOut(
        _ copy: CopyLocation, of folder: CopyLocation, having content: RecordedContent, at stage: AlbumCopyStage,
        orChanged: Bool
    ) async throws(UploadError)

    /// Where the destination may store a copy after a call has failed, below its top: under a temporary name, and under
    /// the copy's own.
    func latePlaces(of copy: CopyLocation) -> [FilePath]

    /// Removes what has come to such a place, if it is a copy with these bytes. It is no error if nothing is there.
    ///
    /// - Throws: `corrupted` where it is something else and stays; `failed`, and what ends runs.
    func discard(_ place: FilePath, having content: RecordedContent) async throws(UploadError)

    /// Puts the folder of an album into the destination's trash, or removes it, if nothing is in it.
    ///
    /// - Returns: the names of what is in it, for which it stays; nil where it is not where it was made, or never was.
    /// - Throws: `failed`, and what ends runs.
    func remove(_ folder: CopyLocation) async throws(UploadError) -> [String]?
}

extension AlbumKeeping {
    package func latePlaces(of copy: CopyLocation) -> [FilePath] { [] }

    package func discard(_ place: FilePath, having content: RecordedContent) async throws(UploadError) {
        throw UploadError(.failed, "the destination stores no copy late")
    }
}

/// A copy that is to be made in an album.
package struct CopyForAlbum: Sendable {
    /// What it is made of.
    package enum Source: Sendable {
        /// An upload, which the destination copies.
        case upload(CopyLocation)
        /// A file, which is sent.
        case file(UploadSource)
    }

    package let source: Source
    /// What it must consist of.
    package let content: RecordedContent
    /// Where it will be.
    package let target: CopyLocation
    /// Whether an earlier run has announced that it is about to get its name.
    package var isMoving = false

    /// A copy of what an upload has a receipt for.
    package init(of receipt: Receipt, at target: CopyLocation) {
        (source, content, self.target) = (.upload(receipt.target), RecordedContent(receipt), target)
    }

    /// - Parameter sha256: the SHA-256 of its bytes.
    package init(sending file: UploadSource, sha256: [UInt8], to target: CopyLocation) {
        source = .file(file)
        (content, self.target) = (RecordedContent(size: file.fingerprint.size, sha256: sha256), target)
    }
}
