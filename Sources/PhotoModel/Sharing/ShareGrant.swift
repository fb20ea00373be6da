/// What is granted when something at a destination is shared: to whom, with which role, and until when.
package struct ShareGrant: Hashable, Sendable {
    /// Whom it is given to.
    package var audience: ShareAudience
    /// What they may do.
    package var role: ShareRole
    /// When it ends by itself, nanoseconds since 1970-01-01T00:00:00Z; nil for never.
    package var expires: Int64?

    package init(_ audience: ShareAudience, _ role: ShareRole = .reader, expires: Int64? = nil) {
        self.audience = audience
        self.role = role
        self.expires = expires
    }
}

/// Whom something is shared with.
package enum ShareAudience: Hashable, Sendable {
    /// Whoever has the link.
    case link
    /// The person, or the group of people, with an e-mail address.
    case person(String)

    /// The address as it was given; nil for a link.
    package var address: String? { if case .person(let address) = self { address } else { nil } }

    /// Reads an e-mail address, by what every one has (RFC 5322, section 3.4.1): something before an `@`, and a domain
    /// after it. Capitals are made small: services do not tell them apart. What is not seen is in none: another person
    /// would be meant than is shown.
    ///
    /// - Parameter text: as a user typed it.
    /// - Throws: `TextError` for what is none.
    package init(parsingAddress text: String) throws(TextError) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = text.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && ![.control, .format].contains($0.properties.generalCategory)
                && !",;<>\"".contains(Character($0))
        }
        guard isPlain, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw TextError("an e-mail address is written as in anna@example.com")
        }
        self = .person(text.lowercased())
    }
}

/// What somebody may do with what is shared. The raw values are the contract's `role`.
package enum ShareRole: String, CaseIterable, Hashable, Comparable, Sendable {
    case reader, commenter, writer

    /// Whether the one allows less.
    package static func < (one: ShareRole, other: ShareRole) -> Bool {
        allCases.lastIndex(of: one) ?? 0 < allCases.lastIndex(of: other) ?? 0
    }
}
