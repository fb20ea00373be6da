import PhotoIndex
import PhotoModel
package import SystemPackage

/// Takes copies out of the albums of a destination: into its trash, after which they do not belong into the album any
/// more.
struct AlbumRemoval {
    let index: PhotoIndex
    let destination: OpenDestination
    let environment: Environment

    struct Found {
        let album: Album
        let copy: Album.Copy
    }

    /// The copies in albums for which a condition holds, also those that are yet to be made.
    ///
    /// - Throws: `failed` where the index cannot be read.
    func copies(where isMeant: (Album.Copy) -> Bool) throws(UploadError) -> [Found] {
        guard let row = destination.destination?.id else { return [] }
        do throws(IndexError) {
            return try index.albums(ofDestination: row).flatMap { album in
                album.copies.filter(isMeant).map { Found(album: album, copy: $0) }
            }
        } catch {
            throw UploadError(.failed, "the index cannot be asked for albums: \(error)")
        }
    }

    /// Takes a copy out. The index forgets it when the destination has put it into its trash. With the last one the
    /// album is stopped: what is put there later would be seen at once.
    ///
    /// - Throws: `refused` where the last one cannot be stopped, `failed`, and what ends runs; then it still counts as
    ///   there.
    func remove(_ found: Found) async throws(UploadError) {
        let others = try copies { $0.location.path != found.copy.location.path }
        if !others.contains(where: { $0.album.id == found.album.id }) { _ = try await stopSharing(found.album) }
        try await takeOut(found)
    }

    /// Takes a copy out, whoever sees its album.
    ///
    /// - Parameters:
    ///   - mustBeUnchanged: whether it stays where it is not what was made any more.
    ///   - staysChosen: whether it still belongs into the album.
    /// - Throws: `corrupted` where it stays for that, `failed`, and what ends runs; then it still counts as there.
    func takeOut(
        _ found: Found, onlyIfUnchanged mustBeUnchanged: Bool = false, staysChosen: Bool = false
    ) async throws(UploadError) {
        if found.copy.mayBeThere {
            let keeping = try keeping()
            let content = try content(of: found.copy)
            try await destination.service.call { _ throws(UploadError) in
                try await keeping.takeOut(
                    found.copy.location, of: found.album.folder, having: content, at: found.copy.stage,
                    orChanged: !mustBeUnchanged)
            }
        }
        do throws(IndexError) {
            try index.noteTakenOut(
                [found.copy.location], ofAlbum: found.album.id, staysChosen: staysChosen, at: environment.clock.now)
        } catch {
            throw UploadError(.failed, "what was taken out of an album cannot be recorded: \(error)")
        }
    }

    func keeping() throws(UploadError) -> any AlbumKeeping {
        guard let keeping = destination.service.once.albums else {
            throw UploadError(.failed, "the destination keeps no albums any more")
        }
        return keeping
    }

    /// What was copied; with the destination's own checksum of the upload, for it may have no other of the copy.
    private func content(of copy: Album.Copy) throws(UploadError) -> RecordedContent {
        if let made = copy.made { return made }
        do throws(IndexError) {
            let receipt = try index.receipts(sha256: copy.sha256, destination: destination.destination?.id ?? 0).first
            return receipt.map { RecordedContent($0) } ?? RecordedContent(size: copy.size, sha256: copy.sha256)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for receipts: \(error)")
        }
    }
}

extension AlbumRemoval {
    /// Ends all shares of an album.
    ///
    /// - Returns: a share of each audience that saw it, or may have.
    /// - Throws: `refused` where it is still shared, `failed`, and what ends runs.
    func stopSharing(_ album: Album) async throws(UploadError) -> [StoredShare] {
        let all: [StoredShare]
        do throws(IndexError) {
            all = try index.shares(at: environment.clock.now)
        } catch {
            throw UploadError(.failed, "the index cannot be asked for its shares: \(error)")
        }
        let asked = StopSharing.asked(all.filter { $0.album?.id == album.id })
        guard !asked.isEmpty, let sharing = destination.service.once.sharing else { return [] }
        for shares in asked {
            let share = shares[0]
            try await destination.service.call { _ throws(UploadError) in
                try await sharing.stop(
                    share.grant.audience, permission: share.permission, of: album.folder,
                    besides: StopSharing.permissions(besides: share, in: all))
            }
            do throws(IndexError) {
                for share in shares { _ = try index.noteStopped(share, at: environment.clock.now) }
            } catch {
                throw UploadError(.failed, "the end of a share cannot be recorded: \(error)")
            }
        }
        return asked.map { $0[0] }
    }
}

extension UploadError {
    /// That a copy which nobody wants is still in its album, and why.
    var wordsOfStay: String {
        ["the copy must not be in the album, but stays there", detail].compactMap(\.self).joined(separator: ": ")
    }
}

/// Takes photos out of an album. Like stopping, it does not wait for the lock.
package struct TakeOutOfAlbum {
    private let album: String
    private let files: [FilePath]
    private let request: DestinationRequest
    private let path: FilePath
    private let places: DestinationPlaces
    private let isDryRun: Bool

    /// - Parameter files: the photos, by their absolute paths in the library.
    package init(
        _ files: [FilePath], of album: String, at request: DestinationRequest, index: FilePath,
        places: DestinationPlaces, isDryRun: Bool
    ) {
        (self.files, self.album, self.request, path) = (files, album, request, index)
        (self.places, self.isDryRun) = (places, isDryRun)
    }

    /// Takes them out.
    package func run(
        in environment: Environment, show: (ShareResult) throws -> Void
    ) async throws -> ShareSummary {
        let began = (uptime: environment.clock.uptime, now: environment.clock.now)
        let index =
            try isDryRun
            ? PhotoIndex.open(forReadingAt: path, owner: environment.owner)
            : PhotoIndex.open(forWritingAt: path, owner: environment.owner)
        let destinations = OpenDestinations(index: index, places: places, environment: environment)
        let open = try await destinations.open(try request.only(try destinations.book())).get()
        if try index.hasUnfinishedRun("share") && isLocked(beside: path, in: environment) {
            throw PipelineError(.locked, "Another run shares something at this moment; try again after that")
        }
        let removal = AlbumRemoval(index: index, destination: open, environment: environment)
        var summary = ShareSummary()
        for file in files {
            let path = resolvedToLastName(file)
            let contents = try index.sentPhoto(at: path).map { Set($0.copies.map(\.receipt.receipt.sha256)) } ?? []
            try await takeOut(file, by: removal, &summary, show) {
                [file, path].contains($0.path) || contents.contains($0.sha256)
            }
        }
        if !isDryRun {
            try index.noteRun(
                "share", from: began.now, to: environment.clock.now, isComplete: summary.count(.failed) == 0,
                counts: ["removed": summary.count(.removed), "failed": summary.count(.failed)])
        }
        summary.seconds = Double(environment.clock.uptime - began.uptime) / 1e9
        return summary
    }

    private func takeOut(
        _ file: FilePath, by removal: AlbumRemoval, _ summary: inout ShareSummary,
        _ show: (ShareResult) throws -> Void, where isMeant: (Album.Copy) -> Bool
    ) async throws {
        let found: [AlbumRemoval.Found]
        do throws(UploadError) {
            found = try removal.copies(where: isMeant).filter { $0.album.name == album }
        } catch {
            throw PipelineError(error, at: removal.destination.named)
        }
        if found.isEmpty { summary.unshared.append(ShareSummary.Unshared(path: file, standing: .notInAlbum(album))) }
        for one in found {
            var result = ShareResult(
                path: one.copy.path, destination: removal.destination.name, copy: one.copy.location,
                state: isDryRun ? .planned : .removed)
            result.album = one.album.name
            do throws(UploadError) {
                if !isDryRun { try await removal.remove(one) }
            } catch {
                result = result.ended(.failed, error.shareReason, error.detail)
            }
            try summary.tell(result, show)
        }
    }
}

extension DestinationRequest {
    /// The one destination of an album or of copies to share.
    ///
    /// - Throws: where there is none, or it is unclear which of several is meant.
    func only(_ book: DestinationBook) throws(PipelineError) -> Destination {
        let all = try general(book)
        guard let named = all.first else { throw book.noStandard }
        if all.count == 1 { return named }
        throw PipelineError(
            .unshareable, "Uploads go to \(all.count) destinations; choose the one to share from with --to")
    }
}
