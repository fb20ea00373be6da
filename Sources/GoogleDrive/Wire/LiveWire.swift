import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP by AsyncHTTPClient: connections are kept and shared by all requests, at most eight to a host at once.
package final class LiveWire: Wire {
    /// How requests are made.
    package struct Settings: Sendable {
        /// How long nothing may move before a request is given up.
        package var timeout: Duration
        /// Which proxy they go through.
        package var proxies: ProxyRule
        /// A file with certificates (PEM) that are trusted besides the system's; nil for none.
        package var certificates: String?
        /// Who asks: `User-Agent`.
        package var agent: String

        /// Reads what the environment says: `HTTPS_PROXY`, `NO_PROXY` and `SSL_CERT_FILE`.
        ///
        /// - Parameters:
        ///   - variables: the environment.
        ///   - timeout: how long nothing may move; above 0.
        ///   - agent: who asks.
        /// - Throws: `settings` where `HTTPS_PROXY` names no proxy.
        package init(variables: [String: String], timeout: Duration, agent: String) throws(DriveError) {
            self.timeout = timeout
            proxies = try ProxyRule(variables: variables)
            certificates = variables["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
            self.agent = agent
        }
    }

    private let settings: Settings
    private let direct: HTTPClient
    private let proxied: HTTPClient?

    /// Nothing is opened before the first request.
    package init(_ settings: Settings) {
        self.settings = settings
        let configuration = Self.configuration(settings)
        direct = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        proxied = settings.proxies.proxy.map { proxy in
            var configuration = configuration
            configuration.proxy = Self.server(proxy)
            return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        }
    }

    deinit {
        direct.shutdown { _ in }
        proxied?.shutdown { _ in }
    }

    private static func configuration(_ settings: Settings) -> HTTPClient.Configuration {
        let limit = TimeAmount.nanoseconds(Int64(clamping: Int(settings.timeout / .nanoseconds(1))))
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: min(limit, .seconds(30)), read: limit, write: limit),
            decompression: .disabled)
        configuration.connectionPool.retryConnectionEstablishment = false
        // One connection of HTTP/2 would take all uploads through one window.
        configuration.httpVersion = .http1Only
        var security = TLSConfiguration.makeClientConfiguration()
        if let file = settings.certificates { security.additionalTrustRoots = [.file(file)] }
        configuration.tlsConfiguration = security
        return configuration
    }

    private static func server(_ proxy: ProxyRule.Proxy) -> HTTPClient.Configuration.Proxy {
        if proxy.isSocks { return .socksServer(host: proxy.host, port: proxy.port) }
        let user = proxy.user.map {
            HTTPClient.Authorization.basic(username: $0.name.text, password: $0.password.text)
        }
        return .server(host: proxy.host, port: proxy.port, authorization: user)
    }

    package func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer {
        let address = request.address
        let proxy = settings.proxies.proxy(for: address)
        let client = proxy == nil ? direct : proxied ?? direct
        var sent = HTTPClientRequest(url: address.text)
        sent.method = HTTPMethod(rawValue: request.method.rawValue)
        sent.headers = HTTPHeaders(request.headers.map { ($0.name, $0.value) })
        sent.headers.replaceOrAdd(name: "User-Agent", value: settings.agent)
        var blocks: BlockSequence?
        switch request.body {
        case .none: if request.method != .get, request.method != .delete { sent.body = .bytes(ByteBuffer()) }
        case .bytes(let bytes): sent.body = .bytes(ByteBuffer(bytes: bytes))
        case .blocks(let source) where source.count <= BlockSequence.blockSize:
            // Head and body leave in one piece then, which saves half of a small file's time.
            sent.body = .bytes(try await BlockSequence(source).whole())
        case .blocks(let source):
            let sequence = BlockSequence(source)
            blocks = sequence
            sent.body = .stream(sequence, length: .known(source.count))
        }
        do {
            let answer = try await client.execute(sent, deadline: .distantFuture)
            return WireAnswer(
                status: Int(answer.status.code), headers: answer.headers.map { ($0.name, $0.value) },
                body: WireBody(answer.body, from: address.host))
        } catch {
            if blocks?.hasFailed == true { throw DriveError(.source, "what was to be sent could not be read") }
            if address.isSecure, let file = settings.certificates, isUnreadable(certificates: file) {
                throw DriveError(.certificate, "SSL_CERT_FILE names a file without certificates that can be read")
            }
            throw wireError(error, host: address.host, proxy: proxy?.host)
        }
    }

    private func isUnreadable(certificates file: String) -> Bool {
        ((try? NIOSSLCertificate.fromPEMFile(file)) ?? []).isEmpty
    }
}
