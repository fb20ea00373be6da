import Crypto
import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The root folder of a destination, with its marker.
struct DriveTop: Hashable, Sendable {
    /// The folder's id.
    let folder: String
    /// The id of the marker's file.
    let markerFile: String
    let marker: DestinationMarker
}

/// Finds or creates the root folder of a destination.
///
/// A destination made by this client is found by a property of its marker file, even after its folder was renamed or
/// moved. One made by another client is found by the names of its folders. The index does not have the folder's id,
/// since the index of a second machine would not.
struct DriveTopSearch: Sendable {
    enum Found: Sendable {
        case destination(DriveTop)
        /// The folder exists but has no marker.
        case folder(String)
        /// No such folder, or none that this client may see.
        case nothing
    }

    let spec: DriveSpec
    let client: DriveClient
    let ids: DriveIDs
    let clock: any Clock
    let note: @Sendable (String) -> Void

    /// The property of the marker file that identifies this location.
    private var place: String {
        String(hexText(Array(SHA256.hash(data: Array(spec.place.utf8)))).prefix(32))
    }

    /// - Throws: `unavailable` if there are two markers, or one that cannot be read.
    func find() async throws(UploadError) -> Found {
        if let top = try await top(of: try await allMarkers()) { return .destination(top) }
        guard let folder = try await folder() else { return .nothing }
        let name = queryText(DestinationMarker.fileName)
        let named = try await markers("\(queryText(folder)) in parents and name = \(name) and trashed = false")
        if let marker = named.first, marker.appProperties.isEmpty { note(Self.otherClient) }
        return try await top(of: named).map { .destination($0) } ?? .folder(folder)
    }

    private static let otherClient =
        "The folder was made a destination by another Google client, whose notes this client does not see: copies that "
        + "it has sent are unknown, and would be sent again"

    /// Only the user's own files outside the trash: others may share a folder that a client with the same id has
    /// marked.
    private var mine: String { spec.drive == nil ? "'me' in owners and trashed = false" : "trashed = false" }

    private func markers(_ query: String) async throws(UploadError) -> [DriveFile] {
        try await client.all(query, drive: spec.drive).filter {
            !$0.isFolder && !$0.isTrashed && !$0.parents.isEmpty && $0.driveID == spec.drive
        }
    }

    private func top(of markers: [DriveFile]) async throws(UploadError) -> DriveTop? {
        guard let file = markers.first, let folder = file.parents.first else { return nil }
        if markers.count > 1 { throw Self.several(markers.map { (id: $0.id, folder: $0.parents[0]) }) }
        if let noted = file.appProperties[DriveNote.folder], noted != folder {
            throw UploadError(
                .unavailable,
                "its \(DestinationMarker.fileName) was moved or copied out of its folder, \(terminalSafe(noted)); move it "
                    + "back, or put the copy into Drive's trash")
        }
        guard
            let marker = DestinationMarker(
                file: try await bytes(of: file.id, atMost: Int64(DestinationMarker.mostBytes)))
        else {
            throw UploadError(.unavailable, "its \(DestinationMarker.fileName) holds no marker")
        }
        return DriveTop(folder: folder, markerFile: file.id, marker: marker)
    }

    private static func several(_ markers: [(id: String, folder: String)]) -> UploadError {
        let places = markers.map { "\($0.id) in the folder \($0.folder)" }.sorted()
        return UploadError(
            .unavailable,
            "has \(markers.count) markers, files named \(DestinationMarker.fileName): "
                + "\(terminalSafe(places.joined(separator: ", "))); put all but the right one into Drive's trash")
    }

    /// The bytes of one of the destination's own files, from an offset on.
    ///
    /// - Throws: `missing` if there is no such file.
    func bytes(
        of id: String, from offset: Int64 = 0, atMost count: Int64? = nil
    ) async throws(UploadError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try await unsafe client.download(id, from: offset, count: count) { block in
                unsafe bytes.append(contentsOf: block)
            }
            return bytes
        } catch {
            throw UploadError(error as? DriveError ?? DriveError(.answer, "the file cannot be read"))
        }
    }

    /// The folder at the end of the names.
    private func folder() async throws(UploadError) -> String? {
        var parent = spec.root
        for name in spec.names {
            guard
                let child = DriveFolders.folder(name, in: try await client.folders(name, in: parent, drive: spec.drive))
            else { return nil }
            parent = child.id
        }
        return parent
    }

    // MARK: - Making it

    /// Creates the folder if necessary, tests what uploads need, and writes the marker.
    ///
    /// - Throws: the error that uploads would fail with.
    func make(_ marker: DestinationMarker) async throws(UploadError) -> DriveTop {
        let notes = DriveNote.common(marker)
        let folder = try await DriveFolders(client, drive: spec.drive, ids: ids)
            .makeFolder(spec.names, below: spec.root, notes: notes)
        try await refuseNested(folder)
        try await probe(folder, notes)
        let file = try await write(
            marker.file, DestinationMarker.fileName, in: folder,
            notes: notes.merging([DriveNote.place: place, DriveNote.folder: folder]) { first, _ in first })
        for _ in 0..<Self.patience.rounds {
            guard let winner = try await winner(over: file) else {
                return DriveTop(folder: folder, markerFile: file.id, marker: marker)
            }
            if let top = try await giveWay(to: winner, file) { return top }
            // Each has given way to the other, as one of them took long.
            try await translatingDriveErrors { () async throws(DriveError) in try await client.restore(file.id) }
        }
        throw UploadError(.transient, "is being made a destination by several programs; try again")
    }

    /// How often the loser of two concurrent markers is awaited, for how long each time, and how often both may give
    /// way.
    private static let patience = (looks: 12, wait: Duration.milliseconds(250), rounds: 4)

    /// Decides between markers that machines created concurrently: all use the oldest, of equally old ones the one with
    /// the lowest id, and the others give way. A machine that looked before this marker was there does not know of it
    /// and has ended: its marker does not give way, and counts instead.
    ///
    /// - Parameter own: the marker that was just created.
    /// - Returns: the marker to use; nil for `own`.
    private func winner(over own: DriveFile) async throws(UploadError) -> DriveFile? {
        for look in 0... {
            let all = try await allMarkers()
            let others = all.filter { $0.id != own.id }
            guard let other = others.oldest else { return nil }
            if (others + [own]).oldest?.id != own.id || look == Self.patience.looks { return other }
            try? await clock.sleep(for: Self.patience.wait)
        }
        return nil
    }

    /// Moves a marker to the trash, and returns the destination of another one; nil if that is no longer there.
    private func giveWay(to winner: DriveFile, _ own: DriveFile) async throws(UploadError) -> DriveTop? {
        try await translatingDriveErrors { () async throws(DriveError) in try await client.trash(own.id) }
        guard try await allMarkers().contains(where: { $0.id == winner.id }) else { return nil }
        return try await top(of: [winner])
    }

    /// The markers that were created for this location.
    private func allMarkers() async throws(UploadError) -> [DriveFile] {
        try await markers("\(DriveNote.query(DriveNote.place, place)) and \(mine)")
    }

    /// Rejects a folder inside or around another destination: copies that are lost together count as one copy.
    ///
    /// - Parameter own: its marker; nil if it has none yet. Another one in it, such as another client's, is rejected as
    ///   well.
    /// - Throws: `overlap`, `unavailable`.
    func refuseNested(_ folder: String, besides own: String? = nil) async throws(UploadError) {
        let others = try await markers("name = \(queryText(DestinationMarker.fileName)) and \(mine)")
            .filter { $0.id != own }
        let roads = DriveFoldersBelowRoot(top: folder, client: client)
        for other in others {
            guard let place = other.parents.first else { continue }
            if place == folder {
                guard let own else { continue }
                throw Self.several([(own, folder), (other.id, folder)])
            }
            if try await roads.leadUp(from: place, throughAlbums: true) {
                throw UploadError(.overlap, "contains another destination, the folder \(terminalSafe(place))")
            }
            if try await DriveFoldersBelowRoot(top: place, client: client).leadUp(from: folder, throughAlbums: true) {
                throw UploadError(.overlap, "is inside another destination, the folder \(terminalSafe(place))")
            }
        }
    }

    /// Writes a file, reads it back and moves it to the trash: everything that uploads, proofs and failures need.
    func probe(_ folder: String, _ notes: [String: String]) async throws(UploadError) {
        let content = Array("This file tries whether files can be kept here.\n".utf8)
        let file = try await write(content, OwnName.prefix + "probe", in: folder, notes: notes)
        let back = try await bytes(of: file.id, atMost: Int64(DestinationMarker.mostBytes))
        do throws(DriveError) {
            try await client.trash(file.id)
        } catch {
            var refusal = UploadError(error)
            if error.kind == .forbidden {
                refusal.cause +=
                    "; it accepts files but lets none be removed: on a shared drive, the account must be a content manager"
            }
            throw refusal
        }
        if back != content { throw UploadError(.failed, "returned other bytes than were sent") }
    }

    /// Writes one of the destination's own files.
    func write(
        _ bytes: [UInt8], _ name: String, in folder: String, notes: [String: String]
    ) async throws(UploadError) -> DriveFile {
        let id = try await ids.one(for: name)
        let made = try await translatingDriveErrors { () async throws(DriveError) in
            var file = FileChange()
            (file.id, file.name, file.parents) = (id, name, [folder])
            (file.mimeType, file.appProperties) = ("text/plain", notes)
            let session: UploadSession
            do throws(DriveError) {
                session = try await client.startUpload(file, size: Int64(bytes.count))
            } catch  where error.kind == .conflict {
                return try await client.file(id)
            }
            let reader = unsafe bytes.reader(from: 0)
            guard case .done(let made) = try await unsafe client.send(session, from: 0, reading: reader) else {
                throw DriveError(.answer, "an upload of \(bytes.count) bytes did not end")
            }
            return made
        }
        ids.forget(name)
        return made
    }
}

extension [UInt8] {
    /// Reads the array's bytes for a request.
    ///
    /// - Parameter start: the offset of the array's first byte.
    func reader(from start: Int64) -> BlockSource.Read {
        { offset, block in
            let rest = self[Int(offset - start)...].prefix(block.count)
            unsafe block.copyBytes(from: rest)
            return rest.count
        }
    }
}
