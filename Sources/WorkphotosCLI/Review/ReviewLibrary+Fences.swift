import PhotoFiles
import PhotoModel
import PhotoPipeline
import PhotoReview
import Synchronization

// Fences.
extension ReviewLibrary {
    func suggestions() throws(ReviewRefusal) -> [SuggestedFence] {
        try refusing {
            let library = try session.unjudgedLibrary()
            let suggestions = try library.suggestions(
                matching: PhotoSelection(), fewest: SuggestionDialog.fewest,
                fences: try session.fenceStore().load().fences)
            return suggestions.map { suggestion in
                SuggestedFence(
                    name: terminalSafe(suggestion.name), kind: suggestion.kind, center: suggestion.center,
                    radius: suggestion.radius, photos: suggestion.photos, days: suggestion.days.days,
                    words: SuggestionReport(suggestion: suggestion, ends: nil).looks)
            }
        }
    }

    func fence(_ request: FenceRequest) throws(ReviewRefusal) -> FenceAnswer {
        // A change is tried in a copy of the index.
        defer { giveBackFreedMemory() }
        return try refusing { request.act == .undo ? try undoFences(request) : try edit(request) }
    }

    private func edit(_ request: FenceRequest) throws -> FenceAnswer {
        let edit = try session.now.fenceEdit("fence \(request.act.rawValue)")
        let loaded = try edit.store.load()
        if request.save, loaded.fences != rules.fences.fences { try readAgain() }
        // The page has names in which nothing steers a terminal.
        let fence = loaded.fences.first { terminalSafe($0.name) == request.name }
        let name = fence?.name ?? request.name
        if request.act != .add { try loaded.refuseShared(name) }
        let change = { try $0.edited(name, request) } as (FenceFile) throws -> [UInt8]
        return try answer(request, of: []) {
            try edit.effect(of: change)
        } question: {
            ChangeQuestion(
                "This \(request.act.verb) the fence \(terminalSafe(name))", $0, losesFence: request.act == .remove,
                unseen: fence.flatMap { changedMeanwhile($0, request) })
        } make: {
            try edit.make(isDryRun: !request.save, asShown: $0, listing: $1, change)
        }
    }

    /// What the page did not know of a fence when the person began to change it; nil for nothing.
    private func changedMeanwhile(_ fence: Fence, _ request: FenceRequest) -> String? {
        guard let since = request.since, let changed = fenceChangedAt[fence.name], changed > since else { return nil }
        return "was changed meanwhile, and is now: \(fence.kind.rawValue), \(fence.place)"
    }

    private func undoFences(_ request: FenceRequest) throws -> FenceAnswer {
        let edit = try session.now.fenceEdit("fence undo")
        guard let (change, sent) = try edit.lastChange() else {
            throw ReviewRefusal(.refused, "There is no change of the fences to undo")
        }
        let what = session.words(of: change)
        let sentWords = FenceChangeRecord.words(ofSent: sent)
        let start = ["\(request.save ? "Undid" : "Would undo") \(what)"] + sentWords
        return try answer(request, of: [change], start: start) {
            try edit.effect(undoing: change)
        } question: {
            // The page does not show which change was the last.
            ChangeQuestion(undoing: what, $0, sent: sentWords, isUnseen: true)
        } make: { _, listing in
            try edit.undo(change, isDryRun: !request.save, listing: listing)
        }
    }

    /// Makes a change, or tries it. Where it is to be made, a person first sees what has to be asked about it as it is
    /// now.
    ///
    /// - Parameters:
    ///   - subject: what it is about besides the request.
    ///   - start: what is told of it in any case.
    ///   - effect: finds out what it would do.
    ///   - question: what is asked; nil for nothing.
    ///   - make: makes it if what was shown is nil or still true, or tries it.
    private func answer(
        _ request: FenceRequest, of subject: [AnyHashable], start: [String] = [], effect: () throws -> FenceEffect,
        question: (FenceEffect) -> ChangeQuestion?,
        make: (_ shown: FenceEffect?, _ listing: @escaping (ChangedPhoto) throws -> Void) throws -> [VerdictChange]
    ) throws -> FenceAnswer {
        if !request.save { return try self.effect(of: request, start: start) { try make(nil, $0) } }
        var plain = request
        plain.confirmed = false
        while true {
            let now = try effect()
            if let overview = unseen(question(now), of: [plain, now] + subject, request.confirmed) {
                return .ask(overview)
            }
            do {
                return try self.effect(of: request, start: start) { try make(now, $0) }
            } catch is FenceEffect.Outdated {}
        }
    }

    /// Makes a change, or tries it, and tells what follows from it.
    private func effect(
        of request: FenceRequest, start: [String] = [],
        _ make: (_ listing: @escaping (ChangedPhoto) throws -> Void) throws -> [VerdictChange]
    ) throws -> FenceAnswer {
        let changed = ChangedPhotos()
        let changes = try make(changed.add)
        let rows = changed.photos.compactMap { photo in
            row(of: photo.path).map { FenceAnswer.Row(row: $0, verdict: photo.to) }
        }.prefix(FenceAnswer.Effect.mostRows)
        if request.save { try readAgain() }
        let words = start + VerdictChangeReport(changes: changes, isDryRun: !request.save).lines
        return .effect(
            FenceAnswer.Effect(
                words: words.joined(separator: "; "),
                changes: changes,
                rows: Array(rows),
                saved: request.save))
    }
}

/// Photos whose verdicts a change of fences changes: more than the page shows, some of which it may not have.
private final class ChangedPhotos: Sendable {
    private static let most = 10 * FenceAnswer.Effect.mostRows
    private let found = Mutex<[ChangedPhoto]>([])

    var photos: [ChangedPhoto] { found.withLock(\.self) }

    @Sendable func add(_ photo: ChangedPhoto) {
        found.withLock { if $0.count < Self.most { $0.append(photo) } }
    }
}

extension FenceRequest.Act {
    /// What is done, in the questions of the commands.
    fileprivate var verb: String {
        switch self {
        case .add: "adds"
        case .edit: "changes"
        case .remove: "removes"
        case .undo: "undoes"
        }
    }
}

extension FenceFile {
    /// Makes a change that a page asks for.
    ///
    /// - Returns: the bytes of the file after it.
    fileprivate func edited(_ name: String, _ request: FenceRequest) throws -> [UInt8] {
        do {
            switch request.act {
            case .add:
                guard let shape = try request.shape(insteadOf: nil) else { throw request.lacksShape }
                return try adding(Fence(name: name, kind: request.kind ?? .work, shape: shape))
            case .edit:
                if let bytes = try edited(name, in: request) { return bytes }
            case .remove:
                if let bytes = removing(name: name) { return bytes }
            case .undo: return bytes
            }
        } catch let error as FenceFileError {
            throw Failure(.failed, what: "fence", message: error.message)
        }
        throw unknownFence(name, among: fences.map(\.name))
    }

    private func edited(_ name: String, in request: FenceRequest) throws -> [UInt8]? {
        guard let fence = fences.first(where: { $0.name == name }) else { return nil }
        var change = FenceChange()
        (change.shape, change.kind) = (try request.shape(insteadOf: fence.shape), request.kind)
        let edited = change.isEmpty ? bytes : try editing(name, change)
        guard let edited, let newName = request.newName, newName != terminalSafe(name) else { return edited }
        return try FenceFile(parsing: edited).renaming(name, to: newName)
    }
}

extension FenceRequest {
    fileprivate var lacksShape: Failure {
        Failure(.usage, what: "usage", message: "A fence needs a centre and a radius, or the corners of a polygon")
    }

    /// The shape that is asked for.
    ///
    /// - Parameter old: the fence's own; nil for a new one.
    /// - Returns: nil if the fence keeps its own.
    /// - Throws: `Failure` (64).
    fileprivate func shape(insteadOf old: FenceShape?) throws -> FenceShape? {
        if let points { return try Self.polygon(points) }
        if center == nil, radius == nil { return nil }
        if case .circle(let oldCenter, let oldRadius)? = old {
            return .circle(center: center ?? oldCenter, radius: radius ?? oldRadius)
        }
        guard let center, let radius else { throw lacksShape }
        return .circle(center: center, radius: radius)
    }

    private static func polygon(_ corners: [Coordinate]) throws -> FenceShape {
        let positions = corners.compactMap { RingPosition(latitude: $0.latitude, longitude: $0.longitude) }
        do throws(RingError) {
            let ring = try PolygonRing(positions + positions.prefix(1))
            if let polygon = Polygon(parts: [Polygon.Part(outer: ring)]) { return .polygon(polygon) }
        } catch {}
        throw Failure(
            .usage, what: "usage",
            message: "These corners enclose nothing, or two neighbours are more than half the earth apart")
    }
}
