import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// HTTP by AsyncHTTPClient. Connections are kept open and shared by all requests, at most eight to a host.
package final class LiveWire: Wire {
    /// The settings of the client.
    package struct Settings: Sendable {
        /// How long nothing may be transferred before a request fails.
        package var timeout: Duration
        /// The proxies to use.
        package var proxies: ProxyRule
        /// A PEM file of certificates to trust in addition to the system's; nil for none.
        package var certificates: String?
        /// The `User-Agent`.
        package var agent: String

        /// Reads the environment variables `HTTPS_PROXY`, `NO_PROXY` and `SSL_CERT_FILE`.
        ///
        /// - Parameters:
        ///   - variables: the environment variables.
        ///   - timeout: how long nothing may be transferred; above 0.
        ///   - agent: the `User-Agent`.
        /// - Throws: `settings` if `HTTPS_PROXY` does not name a proxy.
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

    /// Opens no connection before the first request.
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
        // With HTTP/2, all uploads would share one connection and its flow-control window.
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
            // Headers and body are then sent together, which saves half of the time for a small file.
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
