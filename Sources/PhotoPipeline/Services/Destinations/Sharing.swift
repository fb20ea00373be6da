package import PhotoModel

/// Shares copies with others. Only some destinations can.
///
/// A request is fulfilled completely or refused: if a link should expire and cannot, no link is made. The caller checks
/// ``abilities()`` first and records the request before making it.
package protocol Sharing: Sendable {
    /// What the destination can guarantee.
    ///
    /// - Throws: `unavailable`, and what ends runs.
    func abilities() async throws(UploadError) -> SharingAbilities

    /// Shares a copy. Repeating a request has no further effect: an identical permission is kept, and one
    /// with another role or expiry is changed.
    ///
    /// - Parameters:
    ///   - copy: what to share: a copy, or the folder of an album.
    ///   - mail: the mail that the destination sends to them; nil for none. Not sent if it is shared already.
    ///   - isUnwanted: whether a person has objected meanwhile. Asked right before the destination is asked to share.
    /// - Throws: `refused` where the destination does not do that, `missing` where the copy is not there, `objected`
    ///   where it is unwanted: nothing has changed then; `failed`, and what ends runs.
    func share(
        _ copy: CopyLocation, _ grant: ShareGrant, telling mail: ShareMail?, unless isUnwanted: @Sendable () -> Bool
    ) async throws(UploadError) -> NewShare

    /// Removes a permission, and checks afterwards that it is gone. It is no error if there is no permission or no such
    /// copy any more.
    ///
    /// - Parameters:
    ///   - permission: the id that ``share(_:_:telling:unless:)`` returned; nil if it is not known.
    ///   - copy: what was shared, likewise.
    ///   - others: the permissions that are known to be other audiences'. If `permission` is nil, any other one may be
    ///     the audience's, even under another address.
    /// - Throws: `refused` where it is there still, or the destination cannot say that it is not; `failed`, and what
    ///   ends runs.
    func stop(
        _ audience: ShareAudience, permission: String?, of copy: CopyLocation, besides others: Set<String>
    ) async throws(UploadError)
}

/// What a destination can guarantee when it shares copies.
package struct SharingAbilities: Hashable, Sendable {
    /// The roles that a link can have; empty if the destination makes no links.
    package var linkRoles: Set<ShareRole> = []
    /// The roles that a person, identified by an e-mail address, can have; empty if it does not share with persons.
    package var personRoles: Set<ShareRole> = []
    /// The longest time after which a link can expire by itself; nil if links cannot expire.
    package var longestLink: Duration?
    /// The longest time after which a person's permission can expire by itself; nil if it cannot.
    package var longestForPerson: Duration?
    /// Whether the destination sends mail to persons.
    package var writesMails = false

    /// No abilities.
    package init() {}
}

/// The mail that a destination sends to persons with whom something is shared.
package struct ShareMail: Hashable, Sendable {
    /// Text to add to the destination's own; may be empty.
    package var message: String

    package init(message: String) {
        self.message = message
    }
}

/// What a destination reports of something it now shares.
package struct NewShare: Hashable, Sendable {
    /// The id of the permission; nil if the destination has none.
    package var permission: String?
    /// The link to it; nil if the destination does not report one.
    package var link: ShareLink?

    package init(permission: String?, link: ShareLink?) {
        self.permission = permission
        self.link = link
    }
}
