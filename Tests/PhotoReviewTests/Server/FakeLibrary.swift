import PhotoModel
import PhotoReview
import Synchronization

/// A library that answers what a test gives it, and keeps what it was asked.
final class FakeLibrary: ReviewedLibrary {
    /// What it was asked, in order.
    let asked = Mutex<[String]>([])
    /// What the photos are.
    let blocks: @Sendable (_ put: @Sendable ([UInt8]) async throws -> Void) async throws -> Void
    /// The answer to a question for a picture.
    let picture: @Sendable (Int, PictureSize) async -> ReviewPicture?
    /// What it changed when it decides.
    let changes: ReviewChanges
    /// What is done before a decision is made.
    let beforeDecision: @Sendable () async -> Void
    /// What is done before it is said what to type at the end.
    let beforeEnd: @Sendable () async -> Void
    /// Why it refuses everything; nil if it does not.
    let refusal: ReviewRefusal?
    /// What it asks before a change that is not confirmed; nil for nothing.
    let overview: ReviewOverview?
    let effect: FenceAnswer.Effect
    let suggested: [SuggestedFence]
    let actions: [StagedAction]

    init(
        blocks: @escaping @Sendable (_ put: @Sendable ([UInt8]) async throws -> Void) async throws -> Void = { _ in },
        picture: @escaping @Sendable (Int, PictureSize) async -> ReviewPicture? = { _, _ in nil },
        changes: ReviewChanges = ReviewChanges(moment: 1), beforeDecision: @escaping @Sendable () async -> Void = {},
        beforeEnd: @escaping @Sendable () async -> Void = {}, refusal: ReviewRefusal? = nil,
        overview: ReviewOverview? = nil,
        effect: FenceAnswer.Effect = FenceAnswer.Effect(words: "", changes: [], rows: [], saved: false),
        suggested: [SuggestedFence] = [], actions: [StagedAction] = []
    ) {
        (self.blocks, self.picture, self.changes, self.beforeDecision) = (blocks, picture, changes, beforeDecision)
        (self.beforeEnd, self.refusal, self.overview, self.effect) = (beforeEnd, refusal, overview, effect)
        (self.suggested, self.actions) = (suggested, actions)
    }

    /// What it was asked, in order.
    var questions: [String] { asked.withLock(\.self) }

    private func take(_ question: String) throws(ReviewRefusal) {
        asked.withLock { $0.append(question) }
        if let refusal { throw refusal }
    }

    func photos(_ put: @Sendable ([UInt8]) async throws -> Void) async throws {
        try take("photos")
        try await blocks(put)
    }

    func picture(row: Int, size: PictureSize) async -> ReviewPicture? {
        asked.withLock { $0.append("picture \(row) \(size)") }
        return await picture(row, size)
    }

    func changes(since moment: Int) async throws(ReviewRefusal) -> ReviewChanges {
        try take("changes \(moment)")
        return changes
    }

    func decide(_ request: DecisionRequest) async throws(ReviewRefusal) -> DecisionAnswer {
        await beforeDecision()
        let rows = request.rows.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
        try take("\(request.decision) \(rows) \(request.count) \(request.stamp) \(request.confirmed)")
        if let overview, !request.confirmed { return .ask(overview) }
        return .done(changes, photos: request.count, left: [.init(row: 7, why: "it is parked")], words: nil)
    }

    func undo(confirmed: Bool) async throws(ReviewRefusal) -> DecisionAnswer {
        try take("undo \(confirmed)")
        if let overview, !confirmed { return .ask(overview) }
        return .done(changes, photos: 2, left: [], words: "2 photos have no mark again")
    }

    func suggestions() async throws(ReviewRefusal) -> [SuggestedFence] {
        try take("suggestions")
        return suggested
    }

    func fence(_ edit: FenceRequest) async throws(ReviewRefusal) -> FenceAnswer {
        let parts: [Any?] = [
            edit.act, edit.name, edit.newName, edit.kind, edit.center?.latitude, edit.center?.longitude, edit.radius,
            edit.points?.count, edit.save, edit.confirmed,
        ]
        try take("fence " + parts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " "))
        if let overview, edit.save, !edit.confirmed { return .ask(overview) }
        return .effect(effect)
    }

    func staged() async throws(ReviewRefusal) -> [StagedAction] {
        try take("staged")
        return actions
    }

    func unstage(_ ids: [Int64], confirmed: Bool) async throws(ReviewRefusal) -> UnstageAnswer {
        try take("unstage \(ids) \(confirmed)")
        if let overview, !confirmed { return .ask(overview) }
        return .done(changes, actions: ids.count, words: "dropped")
    }

    func done() async -> [String] {
        asked.withLock { $0.append("done") }
        await beforeEnd()
        return ["workphotos upload --dry-run", "workphotos apply"]
    }
}
