package import SystemPackage

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

/// The address of something shared. Whoever has the link can read it, so it is in results only, and in no text made of
/// this value, no log and no error.
package struct ShareLink: Hashable, Sendable {
    /// The address itself, for results and for the index.
    package let address: String

    /// A link; nil for an empty text.
    package init?(_ address: String) {
        if address.isEmpty { return nil }
        self.address = address
    }
}

extension ShareLink {
    /// The most by which the clock of a server may differ from that of the machine that signed a link; a service of
    /// S3's kind accepts no more (`RequestTimeTooSkewed`).
    private static let skew: Int64 = 900

    /// When the link ends by itself, in nanoseconds since 1970-01-01T00:00:00Z; nil for a link that does not say so.
    /// The address of a link that was signed for S3 contains the time of the signature and a number of seconds, at most
    /// a week (Amazon S3 API reference, "Authenticating requests: using query parameters").
    package var end: Int64? {
        let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        func value(_ name: String) -> Substring? {
            query.split(separator: "&").first { $0.hasPrefix("\(name)=") }?.dropFirst(name.count + 1)
        }
        guard let date = value("X-Amz-Date"), case let digits = Array(date), digits.count == 16,
            let seconds = value("X-Amz-Expires").flatMap({ Int64($0) }), (0...604_800).contains(seconds)
        else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
        let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
        guard let signed = try? UTCInstant(parsing: "\(day)T\(time)Z") else { return nil }
        return signed.nanoseconds + (seconds + Self.skew) * 1_000_000_000
    }
}

extension ShareLink: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Does not contain the link.
    package var description: String { "(link)" }
    /// Does not contain the link.
    package var debugDescription: String { description }
    /// Nothing to look into, for `dump` and its like.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A file whose copy others can see, and that is not work now.
package struct ExposedFile: Hashable, Sendable {
    /// Where it is, or was, in the library.
    package var path: FilePath
    /// What it is: personal or unsure.
    package var verdict: Verdict

    package init(path: FilePath, verdict: Verdict) {
        self.path = path
        self.verdict = verdict
    }
}
