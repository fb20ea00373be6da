import PhotoIndex
import PhotoModel
import SystemPackage

/// Which group goes to which destination: `--to` takes all; else a fence's own `to` its photos, and the general
/// destination the others.
struct UploadRoutes {
    /// Every destination that groups may go to, each once, the general one first, the others by fence; nil where there is none.
    let all: [NamedSpec?]
    private let general: NamedSpec?
    private let ofFence: [String: NamedSpec]
    /// Why there is no general destination, which is an error for a group that has no other.
    private let missing: PipelineError

    /// - Throws: `PipelineError` for a name that is none, and where nothing says which of several is meant.
    init(request: DestinationRequest, settings: UploadSettings, book: DestinationBook) throws(PipelineError) {
        let ofFence = request.to == nil ? try Self.destinations(of: settings, in: book, path: request.path) : [:]
        var general: NamedSpec?
        var missing = book.noStandard
        do {
            general = try request.general(book)
        } catch {
            guard !ofFence.isEmpty, request.to == nil, request.standard == nil else { throw error }
            missing = error
        }
        var all = [general]
        for (_, route) in ofFence.sorted(by: { $0.key < $1.key }) where !all.contains(route) { all.append(route) }
        (self.all, self.general, self.ofFence, self.missing) = (all, general, ofFence, missing)
    }

    /// Where a group goes.
    func route(of candidate: UploadCandidate) -> NamedSpec? {
        candidate.fence.flatMap { ofFence[$0] } ?? general
    }

    /// The refusal of a group that nobody said where to send.
    func noDestination(for action: Action? = nil) -> PipelineError {
        var error = missing
        error.path = action?.members.first?.path
        return error
    }

    private static func destinations(
        of settings: UploadSettings, in book: DestinationBook, path: (String) -> FilePath
    ) throws(PipelineError) -> [String: NamedSpec] {
        var destinations: [String: NamedSpec] = [:]
        for (fence, written) in settings.destinationOf {
            do {
                destinations[fence] = try book.find(written.text, path: path)
            } catch {
                throw PipelineError(
                    .fences, "\"to\": \(error.message)", path: written.path, line: written.line, next: error.next)
            }
        }
        return destinations
    }
}
