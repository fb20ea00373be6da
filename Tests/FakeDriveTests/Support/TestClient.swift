import FakeDrive
import GoogleDrive
import Testing

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
        var request = WireRequest(
            try #require(WireRequest.Method(rawValue: method)),
            try WebAddress(path.hasPrefix("http") ? path : address + path), headers: headers.map { ($0.key, $0.value) })
        if let token { request.headers.append(("Authorization", "Bearer \(token)")) }
        if let bytes { request.body = .bytes(bytes) }
        // With a connection of its own, nothing is ever sent twice.
        let wire = try LiveWire(LiveWire.Settings(variables: [:], timeout: .seconds(30), agent: "workphotos/test"))
        let answer = try await wire.send(request)
        var fields: [String: String] = [:]
        for header in answer.headers { fields[header.name.lowercased()] = header.value }
        return Reply(status: answer.status, headers: fields, bytes: try await answer.body.collect(upTo: 64 << 20))
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
}
