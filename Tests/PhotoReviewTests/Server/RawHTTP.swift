import Foundation
import NIOCore
import NIOPosix
import Testing

/// A request as it is written, right or wrong.
struct RawRequest {
    var method = "GET"
    var target: String
    var headers: [(name: String, value: String)] = []
    var body = ""

    /// The same with other values of a header; none to leave it out.
    func with(_ name: String, _ values: String...) -> RawRequest {
        var request = self
        request.headers.removeAll { $0.name == name }
        for value in values { request.headers.append((name, value)) }
        return request
    }

    /// The same with another method.
    func with(method: String) -> RawRequest {
        var request = self
        request.method = method
        return request
    }

    var bytes: [UInt8] {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body)".utf8)
    }
}

/// The answer to a request.
struct RawAnswer {
    let status: Int
    let headers: [String: [String]]
    let body: [UInt8]

    /// Reads all that came until the connection ended.
    init(_ bytes: [UInt8]) throws {
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)), "there is no answer")
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        try #require(words.count >= 2 && words[0] == "HTTP/1.1")
        status = try #require(Int(words[1]))
        var headers: [String: [String]] = [:]
        for line in lines.dropFirst() {
            let colon = try #require(line.firstIndex(of: ":"))
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased(), default: []].append(value)
        }
        self.headers = headers
        let rest = Array(bytes[end.upperBound...])
        body = headers["transfer-encoding"] == ["chunked"] ? try Self.joined(rest) : rest
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The object that the body is.
    var json: [String: Any] {
        get throws { try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]) }
    }

    /// The one value of a header; nil if there is none or more than one.
    func header(_ name: String) -> String? {
        let values = headers[name] ?? []
        return values.count == 1 ? values[0] : nil
    }

    /// The chunks of a body (RFC 9112, section 7.1), the last of which is empty.
    private static func joined(_ bytes: [UInt8]) throws -> [UInt8] {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while true {
            let end = try #require(rest.firstRange(of: Array("\r\n".utf8)), "the body ends early")
            let count = try #require(Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16))
            if count == 0 { return body }
            rest = rest[end.upperBound...]
            try #require(rest.count >= count + 2, "the body ends early")
            body += rest.prefix(count)
            rest = rest.dropFirst(count + 2)
        }
    }
}

/// A connection to a server, on which bytes are written and read.
struct RawConnection: Sendable {
    private let channel: any Channel
    /// What has come and was not read yet.
    private let parts: AsyncStream<[UInt8]>

    /// Connects. The server closes the connection at last, if nobody else does.
    ///
    /// - Parameters:
    ///   - host: the address and the port.
    ///   - reads: whether what comes is read; otherwise only by the system, until its buffers are full.
    /// - Throws: where nobody listens.
    init(to host: String, reads: Bool = true) async throws {
        let words = host.split(separator: ":")
        let port = try #require(Int(words[1]))
        let (parts, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: reads)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reading(continuation))
                }
            }
            .connect(host: String(words[0]), port: port).get()
        self.parts = parts
    }

    func write(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    func close() async { try? await channel.close() }

    /// Reads until the headers of an answer are there. What follows them may have come, too.
    func head() async throws -> String {
        var bytes: [UInt8] = []
        for await part in parts {
            bytes += part
            if bytes.firstRange(of: Array("\r\n\r\n".utf8)) != nil { return String(decoding: bytes, as: UTF8.self) }
        }
        throw ChannelError.eof
    }

    /// Reads until the server closes the connection.
    func rest() async -> [UInt8] { await parts.reduce(into: []) { $0 += $1 } }

    /// Writes bytes, and returns all that comes until the server closes the connection.
    func exchange(_ bytes: [UInt8]) async -> [UInt8] {
        // A server that closes at once may do so before all is written.
        try? await write(bytes)
        return await rest()
    }

    private final class Reading: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let parts: AsyncStream<[UInt8]>.Continuation

        init(_ parts: AsyncStream<[UInt8]>.Continuation) { self.parts = parts }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            parts.yield(Array(unwrapInboundIn(data).readableBytesView))
        }

        func channelInactive(context: ChannelHandlerContext) { parts.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
