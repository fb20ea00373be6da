/// An HTTP address: the part of RFC 3986 that such addresses need.
package struct WebAddress: Hashable, Sendable {
    /// Whether the scheme is `https`; otherwise it is `http`.
    package let isSecure: Bool
    /// The host name or IP address in lower case; IPv6 without brackets.
    package let host: String
    /// The port; the scheme's default if none is given.
    package let port: Int
    /// Path and query, starting with a slash.
    package let target: String

    /// Parses an address.
    ///
    /// - Throws: `settings` if the text is not an address, contains a user or password, or is neither `https` nor
    ///   `http` to this machine: without TLS, others on the network could read the traffic. The error does not contain
    ///   the text.
    package init(_ text: String) throws(DriveError) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw DriveError(.settings, "an address is not a web address")
        }
        let scheme = parts[0].lowercased()
        let authority = parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard scheme == "https" || scheme == "http", let place = HostAndPort(authority) else {
            throw DriveError(.settings, "an address is not an https address")
        }
        isSecure = scheme == "https"
        host = place.host
        port = place.port ?? (isSecure ? 443 : 80)
        let rest = parts[1].dropFirst(authority.count).prefix { $0 != "#" }
        target = rest.hasPrefix("/") ? String(rest) : "/\(rest)"
        if !isSecure, !isLoopback {
            throw DriveError(
                .settings, "\(host) needs https; http is allowed only for this machine")
        }
    }

    private init(isSecure: Bool, host: String, port: Int, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// Whether the host is this machine: a loopback address, or `localhost` (RFC 6761, section 6.3).
    package var isLoopback: Bool { host == "localhost" || host == "::1" || Self.isLoopbackNumber(host) }

    private static func isLoopbackNumber(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The whole address.
    package var text: String { "\(origin)\(target)" }

    /// Scheme, host and port: what a token is bound to.
    package var origin: String {
        let name = host.contains(":") ? "[\(host)]" : host
        let isStandard = port == (isSecure ? 443 : 80)
        return "\(isSecure ? "https" : "http")://\(name)\(isStandard ? "" : ":\(port)")"
    }

    /// Whether a token for one address may be sent to the other.
    package func hasOrigin(of other: WebAddress) -> Bool {
        isSecure == other.isSecure && host == other.host && port == other.port
    }

    /// Whether data for the other address may also be sent to this one: the same server, or one whose name differs only
    /// in its first label, as `upload.example.com` and `www.example.com` do.
    package func isBeside(_ other: WebAddress) -> Bool {
        if hasOrigin(of: other) { return true }
        let (domain, others) = (host.drop { $0 != "." }, other.host.drop { $0 != "." })
        let isName = host.contains { $0.isLetter } && !host.contains(":")
        guard isSecure, other.isSecure, isName, port == other.port else { return false }
        return domain == others && domain.dropFirst().contains(".")
    }

    /// The path, without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// An address below this one.
    ///
    /// - Parameters:
    ///   - path: appended to this address's path; without a leading slash.
    ///   - query: names and values, not encoded.
    package func appending(_ path: String, query: [(name: String, value: String)] = []) -> WebAddress {
        let base = self.path.hasSuffix("/") ? self.path : "\(self.path)/"
        return replacing(target: base + path, query: query)
    }

    /// The address of a sibling: `https://host/a/b` becomes `https://host/a/NAME`.
    package func beside(_ name: String) -> WebAddress {
        let path = self.path
        let parent = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
        return replacing(target: parent + name, query: [])
    }

    /// The same address with an extended query.
    package func asking(_ query: [(name: String, value: String)]) -> WebAddress {
        replacing(target: target, query: query)
    }

    private func replacing(target: String, query: [(name: String, value: String)]) -> WebAddress {
        let mark = query.isEmpty ? "" : target.contains("?") ? "&" : "?"
        return WebAddress(isSecure: isSecure, host: host, port: port, target: target + mark + formEncoded(query))
    }

    /// The target of a redirection from this address.
    func following(_ location: String) throws(DriveError) -> WebAddress {
        if location.contains("://") { return try WebAddress(location) }
        if location.hasPrefix("//") { return try WebAddress("\(isSecure ? "https" : "http"):\(location)") }
        return location.hasPrefix("/") ? replacing(target: location, query: []) : beside(location)
    }
}

/// `host`, `host:port` or `[IPv6]:port`.
struct HostAndPort {
    let host: String
    let port: Int?

    /// Returns nil if the text is invalid or contains a user.
    init?(_ text: some StringProtocol) {
        guard !text.isEmpty, !text.contains("@") else { return nil }
        let end: String.Index
        if text.hasPrefix("[") {
            guard let bracket = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<bracket].lowercased()
            end = text.index(after: bracket)
        } else {
            end = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<end].lowercased()
        }
        let rest = text[end...]
        if rest.isEmpty {
            port = nil
        } else {
            guard rest.hasPrefix(":"), let number = Int(rest.dropFirst()), (1...65_535).contains(number) else {
                return nil
            }
            port = number
        }
        if host.isEmpty { return nil }
    }
}
