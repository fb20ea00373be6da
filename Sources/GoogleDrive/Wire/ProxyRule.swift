/// The proxy for a request: `HTTPS_PROXY` and `NO_PROXY`, interpreted as curl and others do.
///
/// Only `https` uses a proxy, by CONNECT, so the proxy sees only the host. Plain `http` goes only to this machine.
package struct ProxyRule: Sendable {
    struct Proxy: Hashable, Sendable {
        /// Whether the proxy uses SOCKS 5; otherwise HTTP.
        let isSocks: Bool
        let host: String
        let port: Int
        /// User and password; nil if the proxy needs none.
        let user: (name: HiddenText, password: HiddenText)?

        /// Without the user. A SOCKS proxy looks up names itself.
        var address: String {
            "\(isSocks ? "socks5h" : "http")://\(host.contains(":") ? "[\(host)]" : host):\(port)"
        }

        static func == (one: Proxy, other: Proxy) -> Bool {
            one.isSocks == other.isSocks && one.host == other.host && one.port == other.port
                && one.user?.name == other.user?.name && one.user?.password == other.user?.password
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(host)
            hasher.combine(port)
        }
    }

    /// The proxy; nil for none.
    let proxy: Proxy?
    private let exceptions: [String]

    /// Reads the variables. Upper-case names take precedence, and an empty value counts as unset.
    ///
    /// - Throws: `settings` if `HTTPS_PROXY` does not name a supported proxy. The error does not contain the value,
    ///   which may include a password.
    package init(variables: [String: String]) throws(DriveError) {
        func value(_ name: String) -> String? {
            [name, name.lowercased()].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        }
        proxy = try value("HTTPS_PROXY").map { (text) throws(DriveError) in try Self.proxy(text) }
        exceptions = (value("NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    /// The proxy for an address; nil for a direct connection.
    func proxy(for address: WebAddress) -> Proxy? {
        guard address.isSecure, let proxy else { return nil }
        return exceptions.contains { Self.matches($0, address) } ? nil : proxy
    }

    /// Whether an exception matches: `*`, a host, or a domain with or without a leading dot, each with or without a
    /// port.
    private static func matches(_ exception: String, _ address: WebAddress) -> Bool {
        if exception == "*" { return true }
        var name = exception
        if name.hasPrefix("*.") { name.removeFirst() }
        if name.filter({ $0 == ":" }).count > 1, !name.hasPrefix("[") { return name == address.host }
        let isDomain = name.hasPrefix(".")
        guard let place = HostAndPort(isDomain ? String(name.dropFirst()) : name) else { return false }
        if let port = place.port, port != address.port { return false }
        return place.host == address.host || address.host.hasSuffix(".\(place.host)")
    }

    private static func proxy(_ text: String) throws(DriveError) -> Proxy {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        let isSocks = scheme == "socks5" || scheme == "socks5h"
        guard isSocks || scheme == "http" else {
            throw DriveError(.settings, "HTTPS_PROXY must name a proxy as in http://HOST:PORT or socks5://HOST:PORT")
        }
        let authority = (parts.last ?? "").prefix { $0 != "/" }
        let at = authority.lastIndex(of: "@")
        guard let place = HostAndPort(at.map { authority[authority.index(after: $0)...] } ?? authority) else {
            throw DriveError(.settings, "HTTPS_PROXY names no host, as in http://HOST:PORT")
        }
        let user = at.map { authority[..<$0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) }
        let words = user?.map { percentDecoded(String($0)) ?? String($0) }
        if isSocks, words != nil {
            throw DriveError(.settings, "HTTPS_PROXY has a password for a SOCKS proxy, which is not supported")
        }
        return Proxy(
            isSocks: isSocks, host: place.host, port: place.port ?? (isSocks ? 1_080 : 80),
            user: words.map { (HiddenText($0[0]), HiddenText($0.count > 1 ? $0[1] : "")) })
    }
}
