package import PhotoModel
package import SystemPackage

/// Shows copies to others: what only some destinations can.
///
/// What it is asked for it does wholly or not at all: a link that should end and cannot is not made without an end. The
/// caller looks at ``abilities()`` first, and writes down what it is about to ask for.
package protocol Sharing: Sendable {
    /// What the destination can hold itself to.
    ///
    /// - Throws: `unavailable`, and what ends runs.
    func abilities() async throws(UploadError) -> SharingAbilities

    /// The folder at a path. Changes nothing.
    ///
    /// - Parameter path: below the destination's top; an empty path is the top.
    /// - Returns: where it is, with its id where the destination gives folders ids.
    /// - Throws: `missing` where there is no such folder, `failed`, and what ends runs.
    func folder(at path: FilePath) async throws(UploadError) -> CopyLocation

    /// Shows a copy, or a folder, to somebody. Asking twice is as asking once: what is there and is the same is taken,
    /// and what somebody has of another role or end becomes this.
    ///
    /// - Parameters:
    ///   - place: what is shown.
    ///   - grant: to whom, to do what, until when.
    ///   - mail: what the destination writes to them; nil for no mail. Not written where it is shared already.
    ///   - isUnwanted: whether somebody said meanwhile that it is not to be seen. Asked right before the destination is
    ///     asked to show it.
    /// - Returns: how it is shared now.
    /// - Throws: `refused` where the destination does not do that, `missing` where the copy is not there, `objected`
    ///   where it is unwanted, and nothing has changed then; `failed`, and what ends runs.
    func share(
        _ place: SharedPlace, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> GivenShare

    /// Takes back what somebody was given, and asks afterwards whether it is gone. That there is nothing, or no such
    /// copy any more, is fine.
    ///
    /// - Parameters:
    ///   - audience: who it was given to.
    ///   - permission: what ``share(_:_:telling:)`` gave for it; nil where that is not known.
    ///   - place: what was shown.
    /// - Throws: `refused` where it is there still, or the destination cannot say that it is not; `failed`, and what
    ///   ends runs.
    func stop(
        _ audience: ShareAudience, permission: String?, of place: SharedPlace
    ) async throws(UploadError)
}

/// What a destination can hold itself to when it shows copies to others.
package struct SharingAbilities: Hashable, Sendable {
    /// What whoever has a link can be allowed; empty where it makes no links.
    package var linkRoles: Set<ShareRole> = []
    /// What persons can be allowed, by their addresses; empty where it knows no persons.
    package var personRoles: Set<ShareRole> = []
    /// How far ahead a link can end by itself; nil where it cannot.
    package var longestLink: Duration?
    /// How far ahead what a person is given can end by itself; nil where it cannot.
    package var longestForPerson: Duration?
    /// Whether it writes mails to persons.
    package var writesMails = false
    /// Whether it shares folders.
    package var takesFolders = false

    /// It can do nothing.
    package init() {}
}

/// What a destination writes to persons something is shared with.
package struct ShareMail: Hashable, Sendable {
    /// What stands in the mail besides the destination's own words; empty for nothing.
    package var message: String

    package init(message: String) {
        self.message = message
    }
}

/// What a destination says of something that it shares now.
package struct GivenShare: Hashable, Sendable {
    /// By what it knows the permission; nil where it knows none by itself.
    package var permission: String?
    /// Where it is seen; nil where it does not say.
    package var link: ShareLink?

    package init(permission: String?, link: ShareLink?) {
        self.permission = permission
        self.link = link
    }
}
