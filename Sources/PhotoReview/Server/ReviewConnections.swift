import NIOCore
import NIOHTTP1
import Synchronization

/// A connection that carries HTTP.
typealias ReviewConnection = NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>

/// The open connections, of which there are few.
final class ReviewConnections: Sendable {
    private struct Content {
        var isClosed = false
        var last = 0
        var open: [Int: (channel: any Channel, task: Task<Void, Never>)] = [:]
    }
    private let most: Int
    private let content = Mutex(Content())

    init(most: Int) { self.most = most }

    /// Serves a connection on a task of its own. Called on its event loop, before anything is read.
    ///
    /// - Throws: where there are enough already; the connection is to be closed.
    func take(
        _ channel: any Channel, _ limits: ReviewLimits,
        _ serve: @escaping @Sendable (ReviewConnection) async -> Void
    ) throws {
        try content.withLock { content in
            guard !content.isClosed, content.open.count < most else { throw ChannelError.alreadyClosed }
            let connection = try Self.connection(on: channel, limits)
            content.last += 1
            let number = content.last
            let task = Task {
                await Self.run(connection, serve)
                self.forget(number)
            }
            content.open[number] = (channel, task)
        }
    }

    /// Closes all connections, and waits until none is served. No other is taken.
    func close() async {
        let open = content.withLock { content in
            content.isClosed = true
            return Array(content.open.values)
        }
        for connection in open { connection.channel.close(promise: nil) }
        for connection in open { await connection.task.value }
    }

    private func forget(_ number: Int) {
        content.withLock { _ = $0.open.removeValue(forKey: number) }
    }

    private static func connection(on channel: any Channel, _ limits: ReviewLimits) throws -> ReviewConnection {
        var decoding = NIOHTTPDecoderLimitConfiguration()
        (decoding.maxHeaderFieldSize, decoding.maxHeaderListSize) = (limits.headerBytes, limits.headerBytes)
        decoding.maxHeaderFieldCount = 64
        let pipeline = channel.pipeline.syncOperations
        // What is not HTTP gets no answer.
        try pipeline.configureHTTPServerPipeline(
            withErrorHandling: false, withEncoderConfiguration: HTTPResponseEncoder.Configuration(),
            withDecoderLimitConfiguration: decoding)
        try pipeline.addHandler(IdleConnectionHandler(limits))
        return try ReviewConnection(wrappingChannelSynchronously: channel)
    }

    /// Serves a connection; cancels what is asked where the browser closes it.
    private static func run(
        _ connection: ReviewConnection, _ serve: @escaping @Sendable (ReviewConnection) async -> Void
    ) async {
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await serve(connection) }
            tasks.addTask { try? await connection.channel.closeFuture.get() }
            await tasks.next()
            tasks.cancelAll()
        }
    }
}

/// Closes a connection on which no whole request comes for a while, or whose answer nobody takes. While an answer is
/// being made, there is no limit.
private final class IdleConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    private let (silence, time): (TimeAmount, TimeAmount)
    private var hasAsked = false
    private var request: Scheduled<Void>?
    private var answer: Scheduled<Void>?

    init(_ limits: ReviewLimits) {
        (silence, time) = (TimeAmount(min(limits.silence, limits.patience)), TimeAmount(limits.patience))
    }

    func channelActive(context: ChannelHandlerContext) {
        request = end(context.channel, in: silence)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head where !hasAsked:
            hasAsked = true
            request?.cancel()
            request = end(context.channel, in: time)
        case .end: request?.cancel()
        default: break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            request?.cancel()
            request = end(context.channel, in: time)
        }
        // Each part is waited for before the next one is written. The channel's writability does not tell: it is
        // writable again when little of the part is left, which may be all that the system does not take.
        if let promise {
            let part = end(context.channel, in: time)
            answer = part
            promise.futureResult.whenComplete { _ in part.cancel() }
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        request?.cancel()
        answer?.cancel()
        context.fireChannelInactive()
    }

    private func end(_ channel: any Channel, in time: TimeAmount) -> Scheduled<Void> {
        channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
    }
}
