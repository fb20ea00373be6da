package import PhotoModel

/// A picture of a photo, or why there is none.
package enum ReviewPicture: Hashable, Sendable {
    /// The kinds that browsers show. The raw values are the types that the server names.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case gif = "image/gif"
        case webp = "image/webp"
        case avif = "image/avif"
    }

    /// A picture.
    case image([UInt8], Kind)
    /// What the placeholder says, such as `video`.
    case placeholder(String)
}

/// What is different since a moment.
package struct ReviewChanges: Hashable, Sendable {
    /// A row as it is now.
    package struct Row: Hashable, Sendable {
        package var row: Int
        /// As in the column of flags.
        package var flags: UInt16
        /// The reason of the verdict; empty for none.
        package var reason: String
        /// The fence of the verdict; nil for none.
        package var fence: String?
        /// The destinations; empty for none.
        package var uploads: String
        /// What becomes of it; empty for nothing.
        package var fate: String
        /// What the photo is; never 0.
        package var stamp: UInt32
    }

    /// The moment up to which this is told: the next question names it.
    package var moment: Int
    /// Whether so much is different, or so new, that the page has to be loaded again. All else is empty then.
    package var reload = false
    /// The rows that are different.
    package var rows: [Row] = []
    /// The rows whose photos are not in the library any more.
    package var gone: [Int] = []
    /// All fences; nil if none is different.
    package var fences: [Fence]?
    /// The number of staged actions.
    package var staged = 0
    /// What would be taken back, such as `mark personal, 12 photos`; nil for nothing.
    package var undo: String?

    package init(moment: Int) {
        self.moment = moment
    }
}

/// What a person sees before a change of many photos, or one that reverses what was said before.
package struct ReviewOverview: Hashable, Sendable {
    /// What would be done, in one line.
    package var headline: String
    /// What follows from it, a sentence each.
    package var lines: [String]
    package var photos: Int

    package init(headline: String, lines: [String], photos: Int) {
        self.headline = headline
        self.lines = lines
        self.photos = photos
    }
}

/// The answer to a decision, and to taking one back.
package enum DecisionAnswer: Hashable, Sendable {
    /// A photo that was left as it was.
    package struct Left: Hashable, Sendable {
        package var row: Int
        /// Why, in words.
        package var why: String

        package init(row: Int, why: String) {
            self.row = row
            self.why = why
        }
    }

    /// It is done: what is different now, the number of photos, those that were left alone, and what was done in words;
    /// nil unless something was taken back.
    case done(ReviewChanges, photos: Int, left: [Left], words: String?)
    /// Nothing is done yet: the person has to confirm.
    case ask(ReviewOverview)
}

/// A place that could become a fence.
package struct SuggestedFence: Hashable, Sendable {
    package var name: String
    /// Whether photos there are probably work, or never are; nil if nothing speaks for either.
    package var kind: Fence.Kind?
    package var center: Coordinate
    /// The radius in metres.
    package var radius: Double
    /// The number of photos there.
    package var photos: Int
    /// The number of days on which they were taken.
    package var days: Int
    /// What speaks for it.
    package var words: String

    package init(
        name: String, kind: Fence.Kind?, center: Coordinate, radius: Double, photos: Int, days: Int, words: String
    ) {
        self.name = name
        self.kind = kind
        self.center = center
        self.radius = radius
        self.photos = photos
        self.days = days
        self.words = words
    }
}

/// The answer to a change of fences.
package enum FenceAnswer: Hashable, Sendable {
    /// The verdict that a row gets.
    package struct Row: Hashable, Sendable {
        package var row: Int
        package var verdict: Verdict

        package init(row: Int, verdict: Verdict) {
            self.row = row
            self.verdict = verdict
        }
    }

    /// What follows, in words and numbers.
    package struct Effect: Hashable, Sendable {
        package var words: String
        /// In numbers.
        package var changes: [VerdictChange]
        /// The rows whose verdicts change, at most ``mostRows``.
        package var rows: [Row]
        /// Whether the fences are saved.
        package var saved: Bool

        /// So many rows are told at most.
        package static let mostRows = 2_000

        package init(words: String, changes: [VerdictChange], rows: [Row], saved: Bool) {
            self.words = words
            self.changes = changes
            self.rows = rows
            self.saved = saved
        }
    }

    /// What follows, or has followed.
    case effect(Effect)
    /// Nothing is saved yet: the person has to confirm.
    case ask(ReviewOverview)
}

/// An action that was staged.
package struct StagedAction: Hashable, Sendable {
    /// Its row in the journal.
    package var id: Int64
    package var kind: Action.Kind
    /// What it would do.
    package var words: String
    /// The rows of its photos, as far as the page shows them.
    package var rows: [Int]
    package var bytes: Int64

    package init(id: Int64, kind: Action.Kind, words: String, rows: [Int], bytes: Int64) {
        self.id = id
        self.kind = kind
        self.words = words
        self.rows = rows
        self.bytes = bytes
    }
}

/// The answer to dropping staged actions.
package enum UnstageAnswer: Hashable, Sendable {
    /// They are dropped: what is different by it, the number of actions, and what was done in words.
    case done(ReviewChanges, actions: Int, words: String)
    /// Nothing is dropped yet: the person has to confirm.
    case ask(ReviewOverview)
}
