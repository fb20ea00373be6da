import Crypto
import GoogleDrive
import PhotoModel
import PhotoPipeline

/// The top folder of a destination, with its marker.
struct DriveTop: Hashable, Sendable {
    /// The folder's id.
    let folder: String
    /// The marker's file.
    let markerFile: String
    /// What the marker says.
    let marker: DestinationMarker
}

/// Finds the top folder of a destination, and makes it.
///
/// A destination that was made by this client is found by a note beside its marker, so it is found again where people
/// have renamed or moved its folder. One that another client has made is found by the names of folders.
struct DriveTopSearch: Sendable {
    /// What is there.
    enum Found: Sendable {
        /// The destination.
        case destination(DriveTop)
        /// The folder, which has no marker.
        case folder(String)
        /// No such folder, or none that this client may see.
        case nothing
    }

    let spec: DriveSpec
    let client: DriveClient
    let ids: DriveIDs

    /// The value of the note beside a marker that makes this place a destination.
    private var place: String {
        String(hexText(Array(SHA256.hash(data: Array(spec.place.utf8)))).prefix(32))
    }

    /// - Throws: `unavailable` where there are two markers, or one that says nothing.
    func find() async throws(UploadError) -> Found {
        let noted = try await markers("\(DriveNote.query(DriveNote.place, place)) and trashed = false")
        if let top = try await top(of: noted) { return .destination(top) }
        guard let folder = try await folder() else { return .nothing }
        let name = queryText(DestinationMarker.fileName)
        let named = try await markers("\(queryText(folder)) in parents and name = \(name) and trashed = false")
        return try await top(of: named).map { .destination($0) } ?? .folder(folder)
    }

    private func markers(_ query: String) async throws(UploadError) -> [DriveFile] {
        try await client.all(query, drive: spec.drive).filter { !$0.isFolder && !$0.isTrashed && !$0.parents.isEmpty }
    }

    private func top(of markers: [DriveFile]) async throws(UploadError) -> DriveTop? {
        guard let file = markers.first, let folder = file.parents.first else { return nil }
        if markers.count > 1 {
            let places = markers.map { "\($0.id) in the folder \($0.parents[0])" }.sorted()
            throw UploadError(
                .unavailable,
                "has \(markers.count) markers, files named \(DestinationMarker.fileName): "
                    + "\(terminalSafe(places.joined(separator: ", "))); put all but the right one into Drive's trash")
        }
        guard let marker = DestinationMarker(file: try await bytes(of: file.id)) else {
            throw UploadError(.unavailable, "its \(DestinationMarker.fileName) holds no marker")
        }
        return DriveTop(folder: folder, markerFile: file.id, marker: marker)
    }

    private func bytes(of id: String) async throws(UploadError) -> [UInt8] {
        var bytes: [UInt8] = []
        do {
            try await unsafe client.download(id, count: Int64(DestinationMarker.mostBytes)) { block in
                unsafe bytes.append(contentsOf: block)
            }
            return bytes
        } catch {
            throw UploadError(error as? DriveError ?? DriveError(.answer, "the marker cannot be read"))
        }
    }

    /// The folder that the names lead to.
    private func folder() async throws(UploadError) -> String? {
        var parent = spec.root
        for name in spec.names {
            guard let child = DriveFolders.folder(name, in: try await folders(name, in: parent)) else { return nil }
            parent = child.id
        }
        return parent
    }

    private func folders(_ name: String, in parent: String) async throws(UploadError) -> [DriveFile] {
        try await client.all(
            "\(queryText(parent)) in parents and name = \(queryText(name)) and mimeType = "
                + "\(queryText(DriveFile.folderType)) and trashed = false", drive: spec.drive)
    }

    // MARK: - Making it

    /// Makes the folder where it is not there, tries what uploads need, and writes the marker.
    ///
    /// - Parameter marker: what it says.
    /// - Returns: the destination.
    /// - Throws: what uploads would fail with.
    func make(_ marker: DestinationMarker) async throws(UploadError) -> DriveTop {
        let notes = DriveNote.common(marker)
        let folder = try await DriveFolders(client, drive: spec.drive, ids: ids)
            .makeFolder(spec.names, below: spec.root, notes: notes)
        try await probe(folder, notes)
        let file = try await write(
            marker.file, DestinationMarker.fileName, in: folder,
            notes: notes.merging([DriveNote.place: place]) { first, _ in first })
        return DriveTop(folder: folder, markerFile: file.id, marker: marker)
    }

    /// Writes a file, reads it back and puts it into the trash: what uploads, proofs and failures need.
    private func probe(_ folder: String, _ notes: [String: String]) async throws(UploadError) {
        let content = Array("This file tries whether files can be kept here.\n".utf8)
        let file = try await write(content, OwnName.prefix + "probe", in: folder, notes: notes)
        let back = try await bytes(of: file.id)
        do throws(DriveError) {
            var change = FileChange()
            change.trashed = true
            _ = try await client.update(file.id, change)
        } catch {
            var refusal = UploadError(error)
            if error.kind == .forbidden {
                refusal.cause += "; it takes files and lets none be removed: of a shared drive be a content manager"
            }
            throw refusal
        }
        if back != content { throw UploadError(.failed, "gives other bytes back than it was sent") }
    }

    private func write(
        _ bytes: [UInt8], _ name: String, in folder: String, notes: [String: String]
    ) async throws(UploadError) -> DriveFile {
        let id = try await ids.take()[0]
        return try await translatingDriveErrors { () async throws(DriveError) in
            var file = FileChange()
            (file.id, file.name, file.parents) = (id, name, [folder])
            (file.mimeType, file.appProperties) = ("text/plain", notes)
            let session = try await client.startUpload(file, size: Int64(bytes.count))
            let reader = unsafe bytes.reader(from: 0)
            guard case .done(let made) = try await unsafe client.send(session, from: 0, reading: reader) else {
                throw DriveError(.answer, "an upload of \(bytes.count) bytes did not end")
            }
            return made
        }
    }
}

extension [UInt8] {
    /// Reads them where they are sent.
    ///
    /// - Parameter start: the offset of the first.
    /// - Returns: what reads them.
    func reader(from start: Int64) -> BlockSource.Read {
        { offset, block in
            let rest = self[Int(offset - start)...].prefix(block.count)
            unsafe block.copyBytes(from: rest)
            return rest.count
        }
    }
}
