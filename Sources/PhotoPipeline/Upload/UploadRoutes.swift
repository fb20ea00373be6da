import PhotoIndex
import PhotoModel

/// Which group goes to which destination: `--to` takes all; else a fence's own `to` its photos, and the general
/// destination the others.
struct UploadRoutes {
    /// Every destination that groups may go to, each once, the general one first; nil where there is none.
    let all: [NamedSpec?]
    private let general: NamedSpec?
    private let ofFence: [String: NamedSpec]

    /// - Throws: `PipelineError` for a name that is none; `noDestination` where no photo can go anywhere.
    init(wish: DestinationWish, settings: UploadSettings, book: DestinationBook) throws(PipelineError) {
        general = try wish.general(book)
        var ofFence: [String: NamedSpec] = [:]
        if wish.to == nil {
            for (fence, text) in settings.destinationOf.sorted(by: { $0.key < $1.key }) {
                ofFence[fence] = try book.find(text, path: wish.path)
            }
        }
        self.ofFence = ofFence
        var all: [NamedSpec?] = [general]
        for route in ofFence.values where !all.contains(route) { all.append(route) }
        self.all = all
    }

    /// Where a group goes.
    func route(of candidate: UploadCandidate) -> NamedSpec? {
        candidate.fence.flatMap { ofFence[$0] } ?? general
    }

    /// The refusal of a group that nobody said where to send.
    static func noDestination(for action: Action? = nil) -> PipelineError {
        PipelineError(
            .noDestination, "There is no destination to send photos to", path: action?.members.first?.path,
            next: "workphotos destination add NAME folder:PATH")
    }
}
