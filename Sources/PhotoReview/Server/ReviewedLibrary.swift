package import PhotoModel

/// The library behind a page that is served: what the page asks is answered by the same functions as the commands.
///
/// Photos are named by their rows, from 0, which stand as long as the server does. The calls come from several
/// connections at once. A task that asks is cancelled where its connection is closed; a change that has begun is
/// finished then.
package protocol ReviewedLibrary: Sendable {
    /// All that the page shows, as the blocks that ``ReviewPage/send(_:to:)`` makes.
    ///
    /// - Parameter put: sends bytes, and waits until the browser has taken most of those before. Its error ends the
    ///   call.
    /// - Throws: what `put` throws, and whatever keeps the photos from being read; the connection is closed then.
    func photos(_ put: @Sendable ([UInt8]) async throws -> Void) async throws

    /// A photo's picture.
    ///
    /// - Returns: the picture, or why there is none; nil if there is no such row.
    func picture(row: Int, size: PictureSize) async -> ReviewPicture?

    /// What is different since a moment. Asked twice a second while a page is looked at.
    ///
    /// - Parameter moment: one that the library has told, or any other number.
    /// - Throws: `failed` where the library cannot be read.
    func changes(since moment: Int) async throws(ReviewRefusal) -> ReviewChanges

    /// Decides on photos. Durable when it returns.
    ///
    /// - Returns: what was done, or what the person has to confirm.
    /// - Throws: `changed` where the photos are not what the page showed, and the other refusals.
    func decide(_ request: DecisionRequest) async throws(ReviewRefusal) -> DecisionAnswer

    /// Takes the last decision back.
    ///
    /// - Parameter confirmed: whether the person has seen the overview.
    /// - Returns: what was done, or what the person has to confirm.
    /// - Throws: `refused` where there is nothing to take back, and the other refusals.
    func undo(confirmed: Bool) async throws(ReviewRefusal) -> DecisionAnswer

    /// Places that could become fences.
    func suggestions() async throws(ReviewRefusal) -> [SuggestedFence]

    /// Says what a change of fences would do, and makes it if `edit` says so.
    ///
    /// - Returns: what follows, or what the person has to confirm.
    /// - Throws: `refused` for a name or a shape that no fence can have, and the other refusals.
    func fence(_ edit: FenceRequest) async throws(ReviewRefusal) -> FenceAnswer

    func staged() async throws(ReviewRefusal) -> [StagedAction]

    /// Drops staged actions.
    ///
    /// - Parameters:
    ///   - ids: the rows of the actions in the journal; none of them twice.
    ///   - confirmed: whether the person has seen the overview.
    /// - Returns: what was done, or what the person has to confirm.
    /// - Throws: `changed` where one is not staged any more, and the other refusals.
    func unstage(_ ids: [Int64], confirmed: Bool) async throws(ReviewRefusal) -> UnstageAnswer

    /// The lines to type now, such as `workphotos upload --dry-run`. The server ends after it.
    func done() async -> [String]
}

/// Why a question is not answered, for the person who looks at the page.
package struct ReviewRefusal: Error, Hashable, Sendable {
    /// What the page does about it. The raw values are what it is told.
    package enum Kind: String, Hashable, Sendable {
        /// The library is not what the page shows: it fetches the changes, and the person decides again.
        case changed
        /// A rule or the person's input is against it.
        case refused
        /// Something failed; the same may succeed later.
        case failed
    }

    /// What the page does about it.
    package let kind: Kind
    /// One or more sentences. Names in it are made safe for a terminal.
    package let message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// What can be done about the photos of a page that is served, as of the moment when it is loaded.
package struct ReviewState: Sendable {
    /// The moment: the first question for changes names it.
    package var moment: Int
    /// What would settle a photo that is unsure for a reason, in words.
    package var settles: [Reason: String]
    /// What would be taken back, such as `mark personal, 12 photos`; nil for nothing.
    package var undo: String?
    /// Whether the file of fences can be written.
    package var fenceEdits: Bool
    /// The number of staged actions.
    package var staged: Int

    package init(moment: Int, settles: [Reason: String], undo: String?, fenceEdits: Bool, staged: Int) {
        self.moment = moment
        self.settles = settles
        self.undo = undo
        self.fenceEdits = fenceEdits
        self.staged = staged
    }

    func write(to about: inout JSONLine) {
        about.set("review", true)
        about.set("moment", moment)
        about.set("settles") { object in
            for (reason, words) in settles.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                object.set(reason.rawValue, words)
            }
        }
        about.set("undo", undo)
        about.set("fenceEdits", fenceEdits)
        about.set("staged", staged)
    }
}
