package import PhotoModel
package import SystemPackage

/// What a user wants shared, and how.
package struct ShareOrder: Sendable {
    /// Which photos.
    package var subject: ShareSubject
    /// Whether it is the folder in which their copies lie, and not the copies.
    package var isFolder: Bool
    /// What is given; at least one, each to another audience.
    package var grants: [ShareGrant]
    /// What the destination writes to the persons; nil for nothing.
    package var mail: ShareMail?
    /// Whether the user has said yes beforehand.
    package var isConfirmed: Bool
    /// Whose copies.
    package var destination: DestinationRequest
    /// How many copies are shared at the same time; at least 1.
    package var parallel: Int

    package init(
        _ subject: ShareSubject, isFolder: Bool = false, grants: [ShareGrant], mail: ShareMail? = nil,
        isConfirmed: Bool, destination: DestinationRequest, parallel: Int
    ) {
        self.subject = subject
        self.isFolder = isFolder
        self.grants = grants
        self.mail = mail
        self.isConfirmed = isConfirmed
        self.destination = destination
        self.parallel = parallel
    }

    /// Refuses what no destination does, before any of them is asked.
    ///
    /// - Parameter now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `PipelineError`, `unshareable`.
    func check(at now: Int64) throws(PipelineError) {
        for grant in grants {
            if let end = grant.expires, end <= now {
                throw PipelineError(
                    .unshareable, "The end of sharing is in the past; nothing was done")
            }
        }
    }

    /// Refuses what a destination cannot hold itself to: it is not shared otherwise in its place.
    ///
    /// - Parameters:
    ///   - abilities: what the destination can.
    ///   - named: which it is.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `PipelineError`, `unshareable`.
    func check(_ abilities: SharingAbilities, of named: NamedSpec, at now: Int64) throws(PipelineError) {
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
            if .nanoseconds(end - now) > longest {
                try refuse("does not support an end later than \(longest.brief) from now")
            }
        }
        if mail != nil, !abilities.writesMails { try refuse("does not send e-mail") }
        if isFolder, !abilities.takesFolders { try refuse("does not share folders") }
    }
}

/// Which photos are shared, or are no longer.
package enum ShareSubject: Sendable {
    /// Those of a selection.
    case selection(PhotoSelection)
    /// The groups of files, by absolute paths. Where sharing is stopped, paths below a destination's top will do too,
    /// as they were typed.
    case files([FilePath], typed: [FilePath])

    /// Whether it is all that there is.
    var isEverything: Bool { if case .selection(let selection) = self { selection.isEverything } else { false } }
}
