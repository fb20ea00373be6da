package import PhotoModel
package import SystemPackage

/// A request to share photos.
package struct ShareOrder: Sendable {
    package var subject: ShareSubject
    /// The grants, each for a different audience; at least one, unless photos are added to an album: then none means
    /// those who see it.
    package var grants: [ShareGrant]
    /// The album to make and share as a whole; nil to share the copies themselves.
    package var album: String?
    /// Whether the photos are added to an album that is there.
    package var isAdding: Bool
    /// Whether the copies in the album lack what tells place, device and person.
    package var isCleaning: Bool
    /// The message that the destination sends to the persons; nil for none.
    package var mail: ShareMail?
    /// Whether the user has confirmed in advance.
    package var isConfirmed: Bool
    /// The destination whose copies are shared.
    package var destination: DestinationRequest
    /// The number of copies shared in parallel; at least 1.
    package var parallel: Int

    package init(
        _ subject: ShareSubject, as album: String? = nil, isAdding: Bool = false, isCleaning: Bool = false,
        grants: [ShareGrant], mail: ShareMail? = nil, isConfirmed: Bool, destination: DestinationRequest, parallel: Int
    ) {
        self.subject = subject
        self.album = album
        self.isAdding = isAdding
        self.isCleaning = isCleaning
        self.grants = grants
        self.mail = mail
        self.isConfirmed = isConfirmed
        self.destination = destination
        self.parallel = parallel
    }

    /// Rejects what no destination supports, before contacting one.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `unshareable`.
    func check(at now: Int64) throws(PipelineError) {
        if let album { try Self.check(album: album) }
        for grant in grants {
            if let end = grant.expires, end <= now {
                throw PipelineError(
                    .unshareable, "The end of sharing is in the past; nothing was done")
            }
        }
    }

    /// Rejects a name that an album's folder cannot have everywhere.
    ///
    /// - Throws: `unshareable`.
    static func check(album: String) throws(PipelineError) {
        if !album.isEmpty, SafeName.make(album) == album { return }
        throw PipelineError(
            .unshareable,
            "An album cannot have the name '\(terminalSafe(album))'; one that can is "
                + "'\(terminalSafe(SafeName.make(album)))'")
    }

    /// Rejects what the destination cannot enforce. Nothing is shared in a weaker form instead.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `unshareable`.
    func check(_ abilities: SharingAbilities, of named: Destination, at now: Int64) throws(PipelineError) {
        func refuse(_ what: String) throws(PipelineError) {
            throw PipelineError(.unshareable, "\(named.described) \(what); nothing was shared")
        }
        for grant in grants {
            let isLink = grant.audience == .link
            let roles = isLink ? abilities.linkRoles : abilities.personRoles
            if roles.isEmpty { try refuse(isLink ? "does not support links" : "does not support persons, only links") }
            if !roles.contains(grant.role) {
                try refuse("does not support the role \(grant.role.rawValue) for that")
            }
            guard let end = grant.expires else { continue }
            guard let longest = isLink ? abilities.longestLink : abilities.longestForPerson else {
                try refuse(
                    isLink ? "does not support links that end; omit --expires" : "does not support an end")
                continue
            }
            if .nanoseconds(end) - .nanoseconds(now) > longest {
                try refuse("does not support an end later than \(longest.brief) from now")
            }
        }
        if mail != nil, !abilities.writesMails { try refuse("does not send e-mail") }
    }
}

/// The photos to share or to stop sharing.
package enum ShareSubject: Sendable {
    /// The photos of a selection.
    case selection(PhotoSelection)
    /// The groups of files, by absolute paths. For stopping, the paths as typed may also name copies, relative to a
    /// destination's root.
    case files([FilePath], typed: [FilePath])

    /// Whether it is all photos of the index.
    var isEverything: Bool { if case .selection(let selection) = self { selection.isEverything } else { false } }
}
