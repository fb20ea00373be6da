import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Stops sharing. The destination is asked afterwards whether a share has ended, and only then the index records it.
///
/// Stopping does not wait for the lock: a photo must not stay visible for the hours that an upload takes. A run that is
/// sharing shares nothing more, whatever is stopped, since nobody can find what it has not announced yet. What it
/// shares at this moment may reappear. That counts as shared until it is stopped again: no end is recorded if somebody
/// has announced the share again since the destination was asked.
package struct StopSharing {
    private let choice: ShareChoice
    private let path: FilePath
    private let rules: @Sendable () throws -> JudgingRules
    private let places: DestinationPlaces
    private let isDryRun: Bool

    /// - Parameter rules: returns the current rules.
    package init(
        _ choice: ShareChoice, index: FilePath, rules: @escaping @Sendable () throws -> JudgingRules,
        places: DestinationPlaces, isDryRun: Bool
    ) {
        self.choice = choice
        path = index
        self.rules = rules
        self.places = places
        self.isDryRun = isDryRun
    }

    /// Stops the chosen shares.
    ///
    /// - Throws: `PipelineError` where the named destination does not exist; `IndexError`; what `show` throws.
    package func run(
        in environment: Environment, show: (ShareResult) throws -> Void
    ) async throws -> ShareSummary {
        let began = (uptime: environment.clock.uptime, now: environment.clock.now)
        let judged = try index(owner: environment.owner)
        let destinations = OpenDestinations(index: judged, places: places, environment: environment)
        var summary = ShareSummary()
        // Before the shares are read: what a run announces later it does not ask for. Whoever holds the lock may
        // be about to share, though the journal does not say so yet.
        if !isDryRun, try isLocked(beside: path, in: environment) {
            summary.endsRun = try judged.hasUnfinishedRun("share")
            try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
                .askToStop(runsOf: "share", at: began.now)
        }
        let choice = try choice.chosen(in: judged, book: try destinations.book(), at: began.now)
        let chosen = choice.shares
        summary.unshared = choice.unshared
        if isDryRun {
            for shares in Self.asked(chosen) { try summary.tell(ShareResult(shares[0], state: .planned), show) }
        } else if !chosen.isEmpty {
            let index = try PhotoIndex.open(forWritingAt: path, owner: environment.owner)
            try await stop(chosen, index, destinations, environment, &summary, show)
            let run = try index.beginRun("share", at: began.now)
            try index.endRun(
                run, at: environment.clock.now, isComplete: summary.left == 0,
                counts: ["stopped": summary.count(.removed), "failed": summary.count(.failed)])
        }
        summary.signal = environment.interruption.signal
        summary.seconds = Double(environment.clock.uptime - began.uptime) / 1e9
        return summary
    }

    /// Only a selection depends on verdicts. Everything else must be stoppable even if the fences are invalid.
    private func index(owner: String) throws -> PhotoIndex {
        if case .selection = choice.subject, !choice.subject.isEverything {
            return try PhotoIndex.current(at: path, owner: owner, rules: try rules())
        }
        return try PhotoIndex.open(forReadingAt: path, owner: owner)
    }

    private func stop(
        _ shares: [StoredShare], _ index: PhotoIndex, _ destinations: OpenDestinations, _ environment: Environment,
        _ summary: inout ShareSummary, _ show: (ShareResult) throws -> Void
    ) async throws {
        let known = try destinations.known()
        let all = try index.shares(at: environment.clock.now)
        let isSharing = try isSharing(index, environment)
        for (row, shares) in Dictionary(grouping: shares, by: \.destination.id).sorted(by: {
            ($0.key ?? 0) < ($1.key ?? 0)
        }) {
            let opened: Result<OpenDestination, PipelineError>
            if let destination = known.first(where: { $0.id == row }) {
                opened = await destinations.open(destination, isToFetch: true)
            } else {
                opened = .failure(
                    PipelineError(.destination, "the destination was removed; add it again, then stop sharing"))
            }
            for shares in Self.asked(shares) {
                if environment.interruption.signal != nil {
                    summary.left += 1
                    continue
                }
                let isShared = isSharing && shares.contains { !$0.isConfirmed }
                var result = await stop(
                    shares[0], opened, besides: Self.permissions(besides: shares[0], in: all), &summary)
                if result.state == .removed {
                    var isOver = !isShared
                    for share in shares where isOver {
                        isOver = try index.noteStopped(share, at: environment.clock.now)
                    }
                    if !isOver {
                        result = result.ended(
                            .failed, .interrupted, "another run shares it at this moment; stop it once more after that")
                    }
                }
                try summary.tell(result, show)
            }
        }
    }

    /// Whether another run shares something.
    private func isSharing(_ index: PhotoIndex, _ environment: Environment) throws -> Bool {
        try index.hasUnfinishedRun("share") && isLocked(beside: path, in: environment)
    }

    private func stop(
        _ share: StoredShare, _ opened: Result<OpenDestination, PipelineError>, besides others: Set<String>,
        _ summary: inout ShareSummary
    ) async -> ShareResult {
        let result = ShareResult(share, state: .removed)
        switch opened {
        case .failure(let error):
            if summary.endedBy == nil { summary.endedBy = error }
            return result.ended(.failed, .unavailable, error.message)
        case .success(let open):
            guard let sharing = open.service.once.sharing else {
                return result.ended(.failed, .sharingFailed, "the destination does not know what it shares")
            }
            do throws(UploadError) {
                try await open.service.call { _ throws(UploadError) in
                    try await sharing.stop(
                        share.grant.audience, permission: share.permission, of: share.shared, besides: others)
                }
                return result
            } catch {
                if error.endsRun, summary.endedBy == nil { summary.endedBy = PipelineError(error, at: open.named) }
                return result.ended(error.kind == .refused ? .refused : .failed, error.shareReason, error.detail)
            }
        }
    }

    /// The shares in the order given, those of an album and an audience together: they have one permission.
    static func asked(_ shares: [StoredShare]) -> [[StoredShare]] {
        var asked: [[StoredShare]] = []
        var albums: [AlbumAudience: Int] = [:]
        for share in shares {
            if let album = AlbumAudience(share), let known = albums[album] {
                asked[known].append(share)
                continue
            }
            if let album = AlbumAudience(share) { albums[album] = asked.count }
            asked.append([share])
        }
        return asked
    }

    /// The permissions for a share's own copy that are known to be other audiences', if its own permission is unknown.
    /// An account has the same one for all files, so those for other copies may be the same person's, under another
    /// address.
    static func permissions(besides share: StoredShare, in all: [StoredShare]) -> Set<String> {
        if share.permission != nil { return [] }
        let others = all.filter {
            $0.destination == share.destination && $0.grant.audience != share.grant.audience
                && $0.shared == share.shared
        }
        return Set(others.compactMap(\.permission))
    }
}

/// A choice among the current shares.
package struct ShareChoice: Sendable {
    /// The photos.
    package var subject: ShareSubject
    /// Only shares with these audiences; empty for all.
    package var audiences: Set<ShareAudience>
    /// Only the album with this name; nil for all shares.
    package var album: String?
    /// Only shares at this destination, by its name or location; nil for all.
    package var destination: String?
    /// Makes the path of a destination's folder absolute.
    package var path: @Sendable (String) -> FilePath

    package init(
        _ subject: ShareSubject, audiences: Set<ShareAudience>, album: String? = nil, destination: String?,
        path: @escaping @Sendable (String) -> FilePath
    ) {
        self.subject = subject
        self.audiences = audiences
        self.album = album
        self.destination = destination
        self.path = path
    }

    /// The shares to stop, of those that the index records as shared or possibly shared.
    struct Chosen {
        var shares: [StoredShare] = []
        /// The named files that mean none of them.
        var unshared: [ShareSummary.Unshared] = []
    }

    /// What is chosen.
    ///
    /// - Throws: `PipelineError` where there is no such destination, `IndexError`.
    func chosen(in index: PhotoIndex, book: DestinationBook, at now: Int64) throws -> Chosen {
        let all = try index.shares(at: now)
        let narrowed = try narrowed(all, index, book)
        switch subject {
        case .selection(let selection):
            if subject.isEverything || narrowed.isEmpty { return Chosen(shares: narrowed) }
            let meant = try Meaning(selection, index)
            return Chosen(shares: narrowed.filter { $0.album == nil && meant.means($0) })
        case .files(let files, let typed):
            let meant = try zip(files, typed).map { try Meaning(file: $0, typed: $1, index) }
            // An album is shared as a whole: one photo of it is taken out instead.
            let copies = narrowed.filter { $0.album == nil }
            var chosen = Chosen(shares: copies.filter { share in meant.contains { $0.means(share) } })
            for (file, one) in zip(files, meant) where !copies.contains(where: one.means) {
                let album = narrowed.first { $0.album != nil && one.means($0) }?.album
                let standing: ShareSummary.Unshared.Reason =
                    if let album { .inAlbum(album.name) } else if all.contains(where: one.means) {
                        .sharedOtherwise
                    } else { one.isKnown ? .notShared : .unknown }
                chosen.unshared.append(ShareSummary.Unshared(path: file, standing: standing))
            }
            return chosen
        }
    }

    /// The shares with these audiences at this destination.
    private func narrowed(
        _ shares: [StoredShare], _ index: PhotoIndex, _ book: DestinationBook
    ) throws -> [StoredShare] {
        var shares = shares
        if !audiences.isEmpty { shares.removeAll { !audiences.contains($0.grant.audience) } }
        if let album { shares.removeAll { $0.album?.name != album } }
        guard let destination else { return shares }
        let named = try book.find(destination, path: path)
        let rows = try index.destinations().filter { $0.name == named.name || $0.spec == named.spec.text }.map(\.id)
        shares.removeAll { share in !rows.contains { $0 == share.destination.id } }
        return shares
    }

    /// A subject as contents and paths.
    private struct Meaning {
        var contents: Set<[UInt8]> = []
        var paths: Set<FilePath> = []
        /// A path below a destination's top.
        var target: FilePath?
        /// Whether the index or its journal knows the file.
        var isKnown = true

        init(_ selection: PhotoSelection, _ index: PhotoIndex) throws {
            try index.photos(matching: selection) { photo in
                if let sha256 = photo.sha256 { contents.insert(sha256) }
                paths.formUnion(photo.members.map(\.path))
                return true
            }
        }

        /// A file's group, with all that was ever sent of it: it may have been moved and edited since it was shared.
        init(file: FilePath, typed: FilePath, _ index: PhotoIndex) throws {
            let path = resolvedToLastName(file)
            (paths, target) = ([file, path], typed)
            if let group = try index.group(ofFileAt: path, .sending(to: nil)) {
                contents.formUnion(group.members.compactMap(\.sha256))
                paths.formUnion(group.members.map(\.path))
            }
            let sent = try index.sentPhoto(at: path)
            isKnown = sent != nil
            contents.formUnion((sent?.copies ?? []).map(\.receipt.receipt.sha256))
        }

        /// Whether it is a share's photo or copy.
        func means(_ share: StoredShare) -> Bool {
            paths.contains(share.path) || target == share.copy.path || contents.contains(share.sha256)
        }
    }
}
