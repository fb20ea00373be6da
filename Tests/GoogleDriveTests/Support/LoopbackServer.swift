import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// What a server of a test was asked.
struct AskedRequest: Sendable {
    let method: String
    /// Path and query.
    let target: String
    let headers: HTTPHeaders
    let body: [UInt8]

    var path: String { String(target.prefix { $0 != "?" }) }
    var bodyText: String { String(decoding: body, as: UTF8.self) }
}

/// What a server of a test does with a request.
enum ScriptedAnswer: Sendable {
    case answer(Int, [(String, String)], [UInt8])
    /// Answers with fewer bytes than it promised, and closes the connection.
    case cut(Int, [UInt8], promised: Int)
    /// Closes the connection.
    case close
    /// Never answers.
    case hang
    /// Promises a million bytes, and sends one every ten milliseconds.
    case drip
    /// Sends these bytes instead of an answer.
    case raw([UInt8])

    static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> ScriptedAnswer {
        .answer(status, [("Content-Type", "application/json; charset=UTF-8")] + headers, Array(text.utf8))
    }
}

/// A server on 127.0.0.1 that answers as a test says, and keeps what it was asked.
final class LoopbackServer: Sendable {
    typealias Script = @Sendable (AskedRequest) -> ScriptedAnswer

    /// The port that clients connect to.
    let port: Int
    private let channel: any Channel
    private let front: TLSFront?
    private let asked: Requests
    private let connections: Connections

    fileprivate final class Requests: Sendable {
        let all = Mutex<[AskedRequest]>([])
    }

    fileprivate final class Connections: Sendable {
        let all = Mutex<[any Channel]>([])
    }

    /// Starts a server, runs a body, and stops it whatever the body does.
    static func run<Value>(
        secure: Bool = false, script: @escaping Script, _ body: (LoopbackServer) async throws -> Value
    ) async throws -> Value {
        let server = try await LoopbackServer(secure: secure, script: script)
        do {
            let value = try await body(server)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }

    private init(secure: Bool, script: @escaping Script) async throws {
        let (requests, connections) = (Requests(), Connections())
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 64)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    connections.all.withLock { $0.append(channel) }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withErrorHandling: false)
                    try channel.pipeline.syncOperations.addHandler(Scripted(script, requests))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let plain = channel.localAddress?.port ?? 0
        front = secure ? try TLSFront(before: plain) : nil
        port = front?.port ?? plain
        asked = requests
        self.connections = connections
    }

    /// What it was asked so far, in order.
    var requests: [AskedRequest] { asked.all.withLock(\.self) }

    /// How many connections were made.
    var connectionCount: Int { connections.all.withLock(\.count) }

    private func stop() async {
        front?.stop()
        try? await channel.close()
        for connection in connections.all.withLock(\.self) { try? await connection.close() }
    }

    private final class Scripted: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private let script: Script
        private let requests: Requests
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ script: @escaping Script, _ requests: Requests) {
            self.script = script
            self.requests = requests
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, [])
            case .body(let bytes): body += Array(bytes.readableBytesView)
            case .end:
                guard let head else { return }
                let request = AskedRequest(
                    method: head.method.rawValue, target: head.uri, headers: head.headers, body: body)
                requests.all.withLock { $0.append(request) }
                answer(script(request), context)
            }
        }

        private func answer(_ answer: ScriptedAnswer, _ context: ChannelHandlerContext) {
            switch answer {
            case .answer(let status, let headers, let body):
                write(status, headers, body, promised: body.count, context)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            case .cut(let status, let body, let promised):
                write(status, [("Content-Type", "application/json")], body, promised: promised, context)
                context.flush()
                context.close(promise: nil)
            case .close: context.close(promise: nil)
            case .hang: break
            case .drip:
                write(200, [("Content-Type", "application/json")], [], promised: 1_000_000, context)
                let channel = context.channel
                context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: .milliseconds(10)) { task in
                    if !channel.isActive { task.cancel() }
                    channel.writeAndFlush(
                        HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: [32]))), promise: nil)
                }
            case .raw(let bytes):
                let encoder = try? context.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
                encoder?.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
            }
        }

        private func write(
            _ status: Int, _ headers: [(String, String)], _ body: [UInt8], promised: Int,
            _ context: ChannelHandlerContext
        ) {
            var fields = HTTPHeaders(headers)
            if status != 204 { fields.add(name: "Content-Length", value: "\(promised)") }
            let head = HTTPResponseHead(
                version: .http1_1, status: HTTPResponseStatus(statusCode: status), headers: fields)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            if !body.isEmpty {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
