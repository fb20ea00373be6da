package import PhotoModel

/// Why a destination did not do what it was asked to.
package struct UploadError: Error, Hashable, Sendable {
    /// What to do about it.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        // About the source.

        /// The file is another after reading than before, or than was said.
        case sourceChanged
        /// The file cannot be read, or is not there.
        case sourceUnreadable
        /// The user asked to stop.
        case interrupted
        /// Somebody said meanwhile that it is not to be sent.
        case objected

        // About this file at the destination; others may go.

        /// Another file has the name.
        case taken
        /// No regular file is there.
        case missing
        /// Other bytes came out than went in.
        case corrupted
        /// The destination does not take such a name or such a file.
        case refused
        /// It failed, and trying again would not help.
        case failed

        /// It failed, and trying again after a while may help.
        case transient

        // About the destination; the run ends.

        /// Nothing more fits, on a disk or into a quota.
        case full
        /// The quota of a day or of a rate that lasts is used up, or a disk quota is.
        case quota
        /// It is not there, does not answer, can only be read, or is not the one that was meant.
        case unavailable
        /// It wants the user to sign in.
        case signIn
        /// It is the library itself, by another road.
        case overlap
    }

    /// What to do about it.
    package var kind: Kind
    /// Why, in one sentence without a full stop, fit to follow a path and a colon. Holds no secret and no coordinates.
    package var cause: String
    /// Whether a file system that is not mounted may be behind it.
    package var mayBeUnmounted: Bool
    /// How long the destination asks to be left alone; nil where it says nothing.
    package var retryAfter: Duration?
    /// What a `transient` one is where it does not pass, however often it is tried again: a rate limit that stays is a
    /// day's quota. Nil where it stays what it is.
    package var lasting: Kind?
    /// What to do next; nil where nothing helps.
    package var remedy: Remedy?

    package init(
        _ kind: Kind, _ cause: String, mayBeUnmounted: Bool = false, retryAfter: Duration? = nil,
        lasting: Kind? = nil, remedy: Remedy? = nil
    ) {
        self.kind = kind
        self.cause = cause
        self.mayBeUnmounted = mayBeUnmounted
        self.retryAfter = retryAfter
        self.lasting = lasting
        self.remedy = remedy
    }

    /// The cause, with the question that helps where a mount may be missing.
    package var detail: String { mayBeUnmounted ? "\(cause); is it mounted?" : cause }

    /// Whether no other file can be sent either.
    package var endsRun: Bool {
        switch kind {
        case .full, .quota, .unavailable, .signIn, .overlap: true
        default: false
        }
    }
}

extension UploadError {
    /// Somebody said meanwhile that the file is not to be sent.
    package static let objected = UploadError(.objected, "is no longer to be sent")
}
