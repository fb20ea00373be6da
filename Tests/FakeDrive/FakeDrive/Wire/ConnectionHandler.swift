internal import NIOCore
internal import NIOHTTP1

/// Serves one connection. All its code runs on the connection's event loop, so it can be passed between threads.
final class ConnectionHandler: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private struct Exchange {
        var reception: Core.Reception
        var body: [UInt8] = []
        var received = 0
        var skip = 0
        let isKeptAlive: Bool
        var wasHeldInBody = false
    }

    private let core: Core
    private let number: Int
    private var context: ChannelHandlerContext?
    private var exchange: Exchange?
    /// Parts that arrived while reading was paused.
    private var waiting: [HTTPServerRequestPart] = []
    private var isPaused = false

    init(_ core: Core) {
        self.core = core
        number = core.newConnection()
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelInactive(context: ChannelHandlerContext) {
        exchange = nil
        waiting = []
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A client that closes the connection within a request still speaks HTTP.
        if let error = error as? HTTPParserError, error != .invalidEOFState { core.notHTTP("\(error)") }
        context.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if isPaused { waiting.append(part) } else { take(part) }
    }

    private func take(_ part: HTTPServerRequestPart) {
        switch part {
        case .head(let head): begin(head)
        case .body(let bytes): take(bytes)
        case .end: end()
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        let headers = head.headers.map { (name: $0.name, value: $0.value) }
        let reception = core.receive(head.method.rawValue, head.uri, headers, connection: number)
        var exchange = Exchange(reception: reception, isKeptAlive: head.isKeepAlive)
        if case .take(_, let skip) = reception.chunk { exchange.skip = skip }
        self.exchange = exchange
        // Answers `Expect: 100-continue` (RFC 9110, 10.1.1).
        if head.headers.contains(name: "expect") {
            context?.writeAndFlush(
                wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
        }
        pauseInBody()
    }

    private func take(_ bytes: ByteBuffer) {
        guard var exchange else { return }
        var bytes = bytes
        if case .dropInBody(let limit) = exchange.reception.fault, exchange.received + bytes.readableBytes >= limit {
            bytes = bytes.readSlice(length: max(0, limit - exchange.received)) ?? ByteBuffer()
            store(bytes, &exchange)
            self.exchange = nil
            context?.close(promise: nil)
            return
        }
        store(bytes, &exchange)
        self.exchange = exchange
        pauseInBody()
    }

    private func store(_ bytes: ByteBuffer, _ exchange: inout Exchange) {
        exchange.received += bytes.readableBytes
        var bytes = bytes
        switch exchange.reception.chunk {
        case .refuse: break
        case .take(let sink, _):
            let known = min(exchange.skip, bytes.readableBytes)
            bytes.moveReaderIndex(forwardBy: known)
            exchange.skip -= known
            do {
                try sink.append(bytes, from: exchange.reception.request.number)
            } catch {
                exchange.reception.chunk = .refuse(.text(507, "FakeDrive: \(error)"))
            }
        case nil:
            if exchange.body.count < 64 << 20 { exchange.body.append(contentsOf: bytes.readableBytesView) }
        }
    }

    private func pauseInBody() {
        guard let exchange, !exchange.wasHeldInBody, let hold = exchange.reception.hold,
            case .body(let count) = hold.stage,
            exchange.received >= count, let loop = context?.eventLoop
        else { return }
        self.exchange?.wasHeldInBody = true
        pause(until: hold.pass(on: loop))
    }

    private func pause(until done: EventLoopFuture<Void>) {
        isPaused = true
        _ = context?.channel.setOption(.autoRead, value: false)
        done.whenComplete { [self] _ in
            isPaused = false
            let parts = waiting
            waiting = []
            for part in parts { if isPaused { waiting.append(part) } else { take(part) } }
            if !isPaused { _ = context?.channel.setOption(.autoRead, value: true) }
        }
    }

    private func end() {
        guard let exchange, let loop = context?.eventLoop else { return }
        self.exchange = nil
        var request = exchange.reception.request
        request.body = exchange.body
        let whole = request
        let (fault, hold) = core.complete(exchange.reception, whole, length: exchange.received)
        let first = hold?.stage == .handling ? hold?.pass(on: loop) : nil
        after(first) { [self] in
            switch fault {
            case .dropBefore: context?.close(promise: nil)
            case .hang: after(core.hang(on: loop)) { [self] in context?.close(promise: nil) }
            default:
                let answer = fault?.answerInstead ?? core.carryOut(whole, exchange.reception.chunk)
                after(hold?.stage == .answer ? hold?.pass(on: loop) : nil) { [self] in
                    let answer = core.finish(whole, answer, fault)
                    guard fault != .dropAfter, let context, context.channel.isActive else {
                        self.context?.close(promise: nil)
                        return
                    }
                    core.writes(answer, to: whole)
                    AnswerWriter(context, answer, fault, isKeptAlive: exchange.isKeptAlive).start()
                }
            }
        }
    }

    private func after(_ future: EventLoopFuture<Void>?, _ body: @escaping @Sendable () -> Void) {
        if let future { future.whenComplete { _ in body() } } else { body() }
    }
}
