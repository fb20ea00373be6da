import AsyncHTTPClient
import FakeDrive
import NIOCore
import NIOHTTP1

/// Sends requests unchanged to a fake.
struct TestClient {
    let address: String
    var token: String?

    init(_ address: String, token: String? = nil) { (self.address, self.token) = (address, token) }

    struct Reply {
        let status: Int
        /// Names in small letters.
        let headers: [String: String]
        let bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        var json: JSON { JSON(text: text) ?? .null }
        /// The reason of an error.
        var reason: String? { json["error"]?["errors"]?.elements.first?["reason"]?.string }
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: the method of HTTP.
    ///   - path: path and query, or a whole address.
    ///   - headers: besides the token.
    ///   - bytes: the body; nil is none.
    /// - Returns: the whole answer.
    /// - Throws: where the connection ends before the answer does.
    @discardableResult
    func send(
        _ method: String, _ path: String, _ headers: [String: String] = [:], _ bytes: [UInt8]? = nil
    ) async throws -> Reply {
        var request = HTTPClientRequest(url: path.hasPrefix("http") ? path : address + path)
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let token { request.headers.replaceOrAdd(name: "Authorization", value: "Bearer \(token)") }
        if let bytes { request.body = .bytes(ByteBuffer(bytes: bytes)) }
        let response = try await Self.client.execute(request, timeout: .seconds(30))
        var all = try await response.body.collect(upTo: 64 << 20)
        var headers: [String: String] = [:]
        for header in response.headers { headers[header.name.lowercased()] = header.value }
        return Reply(
            status: Int(response.status.code), headers: headers, bytes: all.readBytes(length: all.readableBytes) ?? [])
    }

    /// Sends JSON.
    @discardableResult
    func send(_ method: String, _ path: String, json: JSON) async throws -> Reply {
        try await send(method, path, ["Content-Type": "application/json; charset=UTF-8"], Array(json.text.utf8))
    }

    /// Sends a form.
    @discardableResult
    func post(_ path: String, form: [String: String]) async throws -> Reply {
        let pairs = form.map { "\($0.key)=\($0.value.replacing("+", with: "%2B").replacing(":", with: "%3A"))" }
        let type = ["Content-Type": "application/x-www-form-urlencoded"]
        return try await send("POST", path, type, Array(pairs.joined(separator: "&").utf8))
    }

    /// Follows no redirect, and sends nothing twice.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()
}
