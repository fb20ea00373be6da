package import PhotoModel
package import SystemPackage

/// Why a destination did not do what it was asked to do.
package struct UploadError: Error, Hashable, Sendable {
    /// The kinds of errors, which differ in what to do.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        // Errors of the source.

        /// The file differs from what it was before reading, or from what was expected.
        case sourceChanged
        /// The file cannot be read, or does not exist.
        case sourceUnreadable
        /// The user asked to stop.
        case interrupted
        /// Somebody has meanwhile objected to sending it.
        case objected

        // Errors of this file at the destination; others may still be sent.

        /// Another file has the name.
        case taken
        /// There is no regular file.
        case missing
        /// The bytes read back differ from those sent.
        case corrupted
        /// The destination does not accept such a name or such a file.
        case refused
        /// It failed, and a retry would not help.
        case failed

        /// It failed, and a retry may help after a while.
        case transient

        // Errors of the destination, which end the run.

        /// The disk or the quota is full.
        case full
        /// A daily quota, a lasting rate limit or a disk quota is used up.
        case quota
        /// The destination does not exist, does not answer, is read-only, or is not the expected one.
        case unavailable
        /// This machine lacks what is needed to reach it, such as a library.
        case setup
        /// The destination requires the user to sign in.
        case signIn
        /// The destination is the library itself, reached by another path.
        case overlap
    }

    package var kind: Kind
    /// Why, in one sentence without a full stop that can follow a path and a colon. Contains no secret and no
    /// coordinates.
    package var cause: String
    /// Whether an unmounted file system may be the cause.
    package var mayBeUnmounted: Bool
    /// How long the destination asks to wait; nil if it does not ask.
    package var retryAfter: Duration?
    /// The kind that a `transient` error becomes once retries have been given up: a lasting rate limit is a daily
    /// quota. Nil if it stays the same.
    package var lasting: Kind?
    /// What to do next; nil if nothing helps.
    package var remedy: Remedy?
    /// Where the file that it is about is by now, below the destination's top; nil where the upload tells.
    package var place: FilePath?

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

    /// The cause, with a question if a missing mount may be the reason.
    package var detail: String { mayBeUnmounted ? "\(cause); is it mounted?" : cause }

    /// Whether no other file can be sent either.
    package var endsRun: Bool {
        switch kind {
        case .full, .quota, .unavailable, .setup, .signIn, .overlap: true
        default: false
        }
    }

    /// Whether what was sent may still be stored: what stands before a server may answer anything for it, also that it
    /// is busy. Only a refusal says that it is not.
    var leavesDoubt: Bool { [.transient, .interrupted, .unavailable, .failed].contains(kind) }
}

extension UploadError {
    /// Somebody has meanwhile objected to sending the file.
    package static let objected = UploadError(.objected, "is no longer to be sent")
}
