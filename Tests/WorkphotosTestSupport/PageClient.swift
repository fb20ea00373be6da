internal import Glibc
internal import SystemPackage

/// What a browser sends to the server of a page on this machine, each request on a connection of its own.
package struct PageClient: Sendable {
    /// An answer.
    package struct Answer: Sendable {
        package let status: Int
        /// The lines before the body.
        package let head: String
        package let body: [UInt8]
    }

    /// What `Host` is.
    package let host: String
    private let secret: String

    /// Opens a page as a browser does, by the address that works once.
    package init(opening address: String) async throws {
        let rest = address.dropFirst("http://".count)
        host = String(rest.prefix { $0 != "/" })
        let request = "GET \(rest.dropFirst(host.count)) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        let answer = try await Self.exchange(Array(request.utf8), with: host)
        let page = String(decoding: answer.body, as: UTF8.self)
        guard answer.status == 200, let found = page.firstMatch(of: /data-secret="([0-9a-f]+)"/) else {
            throw Errno.permissionDenied
        }
        secret = String(found.1)
    }

    /// Asks for something.
    package func get(_ target: String) async throws -> Answer { try await send("GET", target, nil) }

    /// Asks for a change.
    package func post(_ target: String, _ json: String) async throws -> Answer {
        try await send("POST", target, json)
    }

    private func send(_ method: String, _ target: String, _ json: String?) async throws -> Answer {
        var lines = [
            "\(method) \(target) HTTP/1.1", "Host: \(host)", "Connection: close", "Sec-Fetch-Site: same-origin",
            "X-Review-Secret: \(secret)",
        ]
        if let json {
            lines += [
                "Origin: http://\(host)", "Content-Type: application/json", "Content-Length: \(json.utf8.count)",
            ]
        }
        let request = lines.joined(separator: "\r\n") + "\r\n\r\n" + (json ?? "")
        return try await Self.exchange(Array(request.utf8), with: host)
    }

    /// Writes a request and reads until the server closes the connection, on a thread that may block.
    private static func exchange(_ request: [UInt8], with host: String) async throws -> Answer {
        let bytes = await withCheckedContinuation { continuation in
            let thread = OwnThread { continuation.resume(returning: try? received(request, from: host)) }
            if thread == nil { continuation.resume(returning: nil) }
        }
        guard let bytes, let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Errno.connectionRefused }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Errno.badFileDescriptor
        }
        let body = Array(bytes[end.upperBound...])
        let isChunked = head.lowercased().contains("transfer-encoding: chunked")
        return Answer(status: status, head: head, body: isChunked ? joined(body) : body)
    }

    private static func received(_ request: [UInt8], from host: String) throws -> [UInt8] {
        let parts = host.split(separator: ":")
        let numbers =
            parts[0] == "localhost" ? [127, 0, 0, 1] : parts[0].split(separator: ".").compactMap { UInt32($0) }
        let address = numbers.reduce(0) { $0 << 8 | $1 }
        guard let port = UInt16(parts[1]) else { throw Errno.invalidArgument }
        let socket = FileDescriptor(rawValue: try LoopbackSocket.connect(to: port, of: address))
        return try socket.closeAfter {
            try socket.writeAll(request)
            var all: [UInt8] = []
            var block = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = try unsafe block.withUnsafeMutableBytes { try unsafe socket.read(into: $0) }
                if count == 0 { return all }
                all += block[..<count]
            }
        }
    }

    /// The chunks of a body (RFC 9112, section 7.1).
    private static func joined(_ bytes: [UInt8]) -> [UInt8] {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), count > 0
        {
            body += rest[end.upperBound...].prefix(count)
            rest = rest[end.upperBound...].dropFirst(count + 2)
        }
        return body
    }
}
