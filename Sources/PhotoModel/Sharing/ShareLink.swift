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

    /// When the link ends by itself, in nanoseconds since 1970-01-01T00:00:00Z: one that was signed for S3 has the time
    /// of its signature and a number of seconds, at most a week, in its address (Amazon S3 API reference,
    /// "Authenticating requests: using query parameters"). Nil for any other link.
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
