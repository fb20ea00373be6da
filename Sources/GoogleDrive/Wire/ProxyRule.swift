/// Which proxy a request goes through: what `HTTPS_PROXY` and `NO_PROXY` say, as curl and others read them.
///
/// Only `https` goes through a proxy, by CONNECT, so that the proxy sees no more than the host; plain `http` goes to
/// this machine alone.
package struct ProxyRule: Sendable {
    /// A proxy.
    struct Proxy: Hashable, Sendable {
        /// Whether it speaks SOCKS 5; else HTTP.
        let isSocks: Bool
        let host: String
        let port: Int
        /// User and password; nil where it wants none.
        let user: (name: HiddenText, password: HiddenText)?

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

    /// Reads the variables; those in capitals count before the others, and an empty one is none.
    ///
    /// - Parameter variables: the environment.
    /// - Throws: `settings` where `HTTPS_PROXY` names no proxy that can be spoken with. It is not repeated, since it
    ///   may hold a password.
    package init(variables: [String: String]) throws(DriveError) {
        func value(_ name: String) -> String? {
            [name, name.lowercased()].lazy.compactMap { variables[$0] }.first { !$0.isEmpty }
        }
        proxy = try value("HTTPS_PROXY").map { (text) throws(DriveError) in try Self.proxy(text) }
        exceptions = (value("NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    /// The proxy for an address; nil where it is asked directly.
    func proxy(for address: WebAddress) -> Proxy? {
        guard address.isSecure, let proxy else { return nil }
        return exceptions.contains { Self.matches($0, address) } ? nil : proxy
    }

    /// `*`, a host, a domain with or without its dot, each with a port or without.
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
