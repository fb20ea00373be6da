import PhotoIndex
import PhotoModel
package import SystemPackage

/// Removes an album: ends its sharing, puts its copies and then its folder into the destination's trash, and forgets
/// it. What others have put there, or made of a copy, stays. A copy goes if it has the bytes and the note that it was
/// made with. The folder goes if nothing else is in it. The index forgets the album in any case, since it is not shared
/// any more. Copies that were never made are not told.
///
/// Every step may be repeated, and each copy that is out of the album is recorded: the same order finishes what a
/// killed run has begun.
package struct RemoveAlbum {
    private let name: String
    private let request: DestinationRequest
    private let path: FilePath
    private let places: DestinationPlaces
    private let wait: Duration
    private let isConfirmed: Bool
    private let isDryRun: Bool

    /// - Parameter wait: how long to wait while another run holds the lock.
    package init(
        _ name: String, at request: DestinationRequest, index: FilePath, places: DestinationPlaces, wait: Duration,
        isConfirmed: Bool, isDryRun: Bool
    ) {
        (self.name, self.request, path, self.places) = (name, request, index, places)
        (self.wait, self.isConfirmed, self.isDryRun) = (wait, isConfirmed, isDryRun)
    }

    /// Removes the album.
    ///
    /// - Throws: `PipelineError`, before anything is done (`unknown` where there is no such album, `unconfirmed`);
    ///   `IndexError`; what `show` throws.
    package func run(
        in environment: Environment, show: (ShareResult) throws -> Void, note: (ActionNote) -> Void
    ) async throws -> ShareSummary {
        let began = (uptime: environment.clock.uptime, now: environment.clock.now)
        if !isDryRun { try RemovalQuestion.requireAnswer(isConfirmed: isConfirmed, in: environment) }
        let known = try PhotoIndex.open(forReadingAt: path, owner: environment.owner)
        let lock = isDryRun ? nil : try await takeLock(beside: path, waiting: wait, in: environment)
        defer { withExtendedLifetime(lock) {} }
        let index = isDryRun ? known : try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
        let destinations = OpenDestinations(index: index, places: places, environment: environment)
        var summary = ShareSummary()
        if !isDryRun {
            summary.unsettled = try await InterruptedActions(
                index: index, destinations: destinations, environment: environment, command: "share"
            ).settle(.none, note: note)
        }
        let open = try await destinations.open(try request.only(try destinations.book())).get()
        let albums = try open.destination.map { try index.albums(ofDestination: $0.id) } ?? []
        guard let album = albums.first(where: { $0.name == name }) else {
            throw PipelineError(.unknown, "\(open.named.described) has no album '\(terminalSafe(name))'")
        }
        let removal = AlbumRemoval(index: index, destination: open, environment: environment)
        let shares = StopSharing.asked(try index.shares(at: began.now).filter { $0.album?.id == album.id })
        var waited: Int64 = 0
        if isDryRun {
            for share in shares { try summary.tell(ShareResult(share[0], state: .planned), show) }
            for copy in album.copies where copy.mayBeThere {
                try summary.tell(result(of: copy, in: album, .planned), show)
            }
        } else {
            if !isConfirmed {
                let hasTrash = open.service.once.albums?.hasTrash == true
                let question = question(album, shares.map { $0[0] }, hasTrash: hasTrash)
                waited = try await question.ask(in: environment)
            }
            try await remove(album, by: removal, &summary, show)
            try index.noteRun(
                "share", from: began.now, to: environment.clock.now,
                isComplete: summary.left == 0 && summary.count(.failed) == 0,
                counts: ["removed": summary.count(.removed), "failed": summary.count(.failed)])
        }
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began.uptime - waited) / 1e9
        return summary
    }

    private func question(_ album: Album, _ shares: [StoredShare], hasTrash: Bool) -> RemovalQuestion {
        let made = album.copies.filter(\.mayBeThere)
        let (count, bytes) = (made.count, made.reduce(0) { $0 + $1.size })
        let who = shares.map { $0.grant.audience.address.map { terminalSafe($0) } ?? "anyone who has the link" }
        let copies = "the album \(terminalSafe(name)), copies of \(count.counting("file")) (\(bytes.byteSize))"
        let lines = [
            "at: \(terminalSafe(album.destination.name))",
            "who sees it until then: \(who.isEmpty ? "nobody" : who.joined(separator: ", "))",
            "the uploads and the library stay as they are",
        ]
        if hasTrash {
            return RemovalQuestion(
                headline: "Put \(copies), into the destination's trash?", lines: lines, photos: count)
        }
        return RemovalQuestion(
            headline: "Remove \(copies), from the destination?",
            lines: lines + ["the copies are gone for good, unless the remote keeps what is removed"], photos: count)
    }

    private func remove(
        _ album: Album, by removal: AlbumRemoval, _ summary: inout ShareSummary, _ show: (ShareResult) throws -> Void
    ) async throws {
        let (service, interruption) = (removal.destination.service, removal.environment.interruption)
        var whole = ShareResult(
            path: nil, destination: removal.destination.name, copy: album.folder, state: .removed)
        whole.album = album.name
        let seen: [StoredShare]
        do throws(UploadError) {
            seen = try await removal.stopSharing(album)
        } catch {
            return try tell(error, of: whole, at: removal.destination, &summary, show)
        }
        for share in seen { try summary.tell(ShareResult(share, state: .removed), show) }
        var isSettled = true
        let made = album.copies.filter(\.mayBeThere)
        for (place, copy) in made.enumerated() {
            if interruption.signal != nil || summary.endedBy != nil {
                summary.left += made.count - place
                return
            }
            let result = result(of: copy, in: album, .removed)
            do throws(UploadError) {
                try await removal.takeOut(AlbumRemoval.Found(album: album, copy: copy), onlyIfUnchanged: true)
            } catch {
                // A copy that is another by now stays for good. One that the destination did not remove is tried again.
                if error.kind != .corrupted { isSettled = false }
                try tell(error, of: result, at: removal.destination, &summary, show)
                continue
            }
            try summary.tell(result, show)
        }
        if !isSettled { return }
        let others: [String]?
        do throws(UploadError) {
            let keeping = try removal.keeping()
            others = try await service.call { _ throws(UploadError) in try await keeping.remove(album.folder) }
        } catch {
            return try tell(error, of: whole, at: removal.destination, &summary, show)
        }
        try removal.index.forgetAlbum(album.id)
        if let others, let other = others.first {
            let words = "stays there with \(others.count.counting("file")) of others, such as \(terminalSafe(other))"
            whole = whole.ended(
                .refused, .destinationChanged, "\(words); as long as it does, no other album can have its name")
        }
        if others == nil { whole.detail = "its folder was not there" }
        try summary.tell(whole, show)
    }

    private func tell(
        _ error: UploadError, of result: ShareResult, at destination: OpenDestination, _ summary: inout ShareSummary,
        _ show: (ShareResult) throws -> Void
    ) throws {
        if error.endsRun, summary.endedBy == nil { summary.endedBy = PipelineError(error, at: destination.named) }
        let isRefusal = [.refused, .corrupted].contains(error.kind)
        try summary.tell(result.ended(isRefusal ? .refused : .failed, error.shareReason, error.detail), show)
    }

    private func result(of copy: Album.Copy, in album: Album, _ state: ShareResult.State) -> ShareResult {
        var result = ShareResult(
            path: copy.path, destination: album.destination.name, copy: copy.location, state: state)
        result.album = album.name
        return result
    }
}
