import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The result for one copy, or one album, and one audience.
package struct ShareResult: Sendable {
    /// The state of the share. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Sendable {
        /// It would be shared, or stopped; in a list: it was requested and the outcome is unknown.
        case planned
        /// It is shared.
        case done
        /// It is not shared: see ``ShareResult/why``.
        case failed
        /// A safety rule forbids it.
        case refused
        /// It is no longer shared, and the destination has confirmed that.
        case removed
    }

    /// The file in the library; nil for an album.
    package var path: FilePath?
    /// The album that is meant, or that the file is in; nil if there is none.
    package var album: String?
    /// The destination's name.
    package var destination: String
    /// The shared copy, or the album's folder; nil if there is none.
    package var copy: CopyLocation?
    /// The link that others open; nil if unknown.
    package var link: ShareLink?
    /// Audience, role and end; nil if nothing was requested.
    package var grant: ShareGrant?
    package var state: State
    /// The reason for `failed` or `refused`.
    package var why: Action.Reason?
    /// More about the reason, in words.
    package var detail: String?
    /// The photo's current verdict; nil for a photo that is not in the index.
    package var verdict: Verdict?
    /// Files that the share exposes and that are no longer work.
    package var exposed: [ExposedFile] = []

    init(
        path: FilePath?, destination: String, copy: CopyLocation? = nil, grant: ShareGrant? = nil, state: State,
        why: Action.Reason? = nil, detail: String? = nil, verdict: Verdict? = nil
    ) {
        self.path = path
        self.destination = destination
        self.copy = copy
        self.grant = grant
        self.state = state
        self.why = why
        self.detail = detail
        self.verdict = verdict
    }

    init(_ share: StoredShare, state: State) {
        self.init(
            path: share.album == nil ? share.path : nil, destination: share.destination.name, copy: share.shared,
            grant: share.grant, state: state, verdict: share.album == nil ? share.photo?.verdict : nil)
        album = share.album?.name
        link = share.link
        if let photo = share.photo, photo.verdict != .work { exposed = [photo] }
    }

    func ended(_ state: State, _ why: Action.Reason? = nil, _ detail: String? = nil) -> ShareResult {
        var result = self
        (result.state, result.why, result.detail) = (state, why, detail)
        return result
    }
}

/// The outcome of sharing or stopping. Counts are of results unless stated otherwise.
package struct ShareSummary: Sendable {
    /// Results by state.
    package var byState: [ShareResult.State: Int] = [:]
    /// Groups of the selection that are left out because they are personal.
    package var personal = 0
    /// Groups of the selection that are left out because their verdict is unsure.
    package var unsure = 0
    /// Work groups of the selection without copies at the destination.
    package var notUploaded = 0
    /// Of the refused ones, those of files that cannot be cleaned for sure, which an album of clean copies lacks.
    package var unclean = 0
    /// Groups of the selection that are not in the album, because it was made of others.
    package var notInAlbum = 0
    /// Files that were named to stop their sharing, and of which nothing that was chosen is shared.
    package var unshared: [Unshared] = []
    /// The refused files of an album, without which it can be shared.
    package var refusedOfAlbum: [ShareResult] = []
    /// Results that the run ended before.
    package var left = 0
    /// Whether a run that is sharing was asked to share nothing more.
    package var endsRun = false
    /// Removals and undos of killed runs that could not be settled.
    package var unsettled = 0
    /// Seconds, without the time spent waiting for an answer.
    package var seconds = 0.0
    /// The signal that interrupted the run; nil if none.
    package var signal: InterruptionSignal?
    /// The error that ended the run early; nil if none.
    package var endedBy: PipelineError?

    /// A file whose sharing was to be stopped.
    package struct Unshared: Hashable, Sendable {
        /// Why nothing is stopped.
        package enum Reason: Hashable, Sendable {
            /// It is not shared.
            case notShared
            /// It is shared, but not with the named audiences or at the named destination.
            case sharedOtherwise
            /// It is in a shared album with this name.
            case inAlbum(String)
            /// It is not in the album with this name, out of which it was to be taken.
            case notInAlbum(String)
            /// Neither the index nor a share has it.
            case unknown
        }

        /// The file, absolute.
        package let path: FilePath
        /// Why nothing is stopped, or taken out.
        package let standing: Reason
    }

    package init() {}

    /// The number of results with the given state.
    package func count(_ state: ShareResult.State) -> Int { byState[state] ?? 0 }

    mutating func tell(_ result: ShareResult, _ show: (ShareResult) throws -> Void) rethrows {
        byState[result.state, default: 0] += 1
        if result.state == .refused, result.album != nil, result.path != nil { refusedOfAlbum.append(result) }
        try show(result)
    }
}

extension UploadError {
    /// The reason to report for a share that failed with this error.
    var shareReason: Action.Reason {
        switch kind {
        case .interrupted: .interrupted
        case .objected: .notWork
        case .full, .quota: .quota
        case .unavailable, .setup, .signIn, .transient: .unavailable
        case .overlap: .destinationChanged
        case .missing, .corrupted: .notVerified
        case .sourceChanged, .sourceUnreadable, .taken, .refused, .failed: .sharingFailed
        }
    }
}
