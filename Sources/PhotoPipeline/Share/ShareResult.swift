import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A copy or a folder, somebody it is shared with, and what became of that.
package struct ShareResult: Sendable {
    /// How it stands. The raw values are the contract's `state`.
    package enum State: String, CaseIterable, Sendable {
        /// It would be shared, or would be no longer; in a list: it was asked for and nobody knows what came of it.
        case planned
        /// It is shared.
        case done
        /// It is not: see ``ShareResult/why``.
        case failed
        /// A safety rule is against it.
        case refused
        /// It is shared no longer; the destination was asked.
        case removed
    }

    /// The file of the library; nil for a folder.
    package var path: FilePath?
    /// What users call the destination.
    package var destination: String
    /// What is shared; nil where there is no copy.
    package var place: SharedPlace?
    /// Where others see it; nil where nobody knows.
    package var link: ShareLink?
    /// To whom, to do what, until when; nil where nothing was asked for.
    package var grant: ShareGrant?
    /// How it stands.
    package var state: State
    /// Why it failed, or was refused.
    package var why: Action.Reason?
    /// The same in words, where there is more to say.
    package var detail: String?
    /// What the photo is now; nil for a folder, and where the index knows no such photo.
    package var verdict: Verdict?
    /// The files that others see by it and that are not work now.
    package var exposed: [ExposedFile] = []

    init(
        path: FilePath? = nil, destination: String, place: SharedPlace? = nil, grant: ShareGrant? = nil, state: State,
        why: Action.Reason? = nil, detail: String? = nil, verdict: Verdict? = nil
    ) {
        self.path = path
        self.destination = destination
        self.place = place
        self.grant = grant
        self.state = state
        self.why = why
        self.detail = detail
        self.verdict = verdict
    }

    /// Something that the index knows to be shared.
    init(_ share: StoredShare, state: State) {
        self.init(
            path: share.path, destination: share.destination.name, place: share.place, grant: share.grant, state: state,
            verdict: share.verdict)
        (link, exposed) = (share.link, share.exposed)
    }

    /// The same with another end.
    func ended(_ state: State, _ why: Action.Reason? = nil, _ detail: String? = nil) -> ShareResult {
        var result = self
        (result.state, result.why, result.detail) = (state, why, detail)
        return result
    }
}

/// What sharing, or stopping it, came to. Counts are of results, unless they say otherwise.
package struct ShareSummary: Sendable {
    /// Results by state.
    package var byState: [ShareResult.State: Int] = [:]
    /// Groups of the selection that stay because they are personal.
    package var personal = 0
    /// Groups of the selection that stay because nobody can tell what they are.
    package var unsure = 0
    /// Work groups of the selection that the destination has no copies of.
    package var notUploaded = 0
    /// Results that were not come to, because the run ended before.
    package var left = 0
    /// What removals and undos of killed runs could not be settled.
    package var unsettled = 0
    /// How long it took, without the time that a person took to answer.
    package var seconds = 0.0
    /// The wish that ended it; nil where none did.
    package var signal: InterruptionSignal?
    /// What ended it before its end; nil where nothing did.
    package var endedBy: PipelineError?

    package init() {}

    /// How many results have a state.
    package func count(_ state: ShareResult.State) -> Int { byState[state] ?? 0 }

    mutating func count(_ result: ShareResult) { byState[result.state, default: 0] += 1 }
}

extension UploadError {
    /// What it means of something that is shared, or is to be no longer.
    var shareReason: Action.Reason {
        switch kind {
        case .interrupted: .interrupted
        case .objected: .notWork
        case .full, .quota: .quota
        case .unavailable, .signIn, .transient: .unavailable
        case .overlap: .destinationChanged
        case .missing, .corrupted: .notVerified
        case .sourceChanged, .sourceUnreadable, .taken, .refused, .failed: .sharingFailed
        }
    }
}
