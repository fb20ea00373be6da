import NIOCore
import NIOPosix
import Synchronization

/// A proxy on 127.0.0.1 that knows CONNECT only, and leads every connection to one port of this machine.
final class ConnectProxy: Sendable {
    let port: Int
    private let channel: any Channel
    private let heads: Heads

    fileprivate final class Heads: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Starts a proxy, runs a body, and stops it whatever the body does.
    ///
    /// - Parameters:
    ///   - target: the port that connections are led to.
    ///   - refusal: a status line that is all it answers; nil for a proxy that does its work.
    ///   - body: what is done meanwhile.
    /// - Returns: what the body gives.
    /// - Throws: what it throws.
    static func run<Value>(
        to target: Int, refusal: String? = nil, _ body: (ConnectProxy) async throws -> Value
    ) async throws -> Value {
        let proxy = try await ConnectProxy(to: target, refusal: refusal)
        do {
            let value = try await body(proxy)
            try? await proxy.channel.close()
            return value
        } catch {
            try? await proxy.channel.close()
            throw error
        }
    }

    private init(to target: Int, refusal: String?) async throws {
        let heads = Heads()
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Opening(target, refusal, heads))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = channel.localAddress?.port ?? 0
        self.heads = heads
    }

    /// The heads of the requests that came, whole.
    var requests: [String] { heads.all.withLock(\.self) }

    /// Reads the head, connects, and from then on hands bytes over.
    private final class Opening: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let target: Int
        private let refusal: String?
        private let heads: Heads
        private var head: [UInt8] = []
        private var other: (any Channel)?

        init(_ target: Int, _ refusal: String?, _ heads: Heads) {
            (self.target, self.refusal, self.heads) = (target, refusal, heads)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            if let other {
                other.writeAndFlush(bytes, promise: nil)
                return
            }
            head += Array(bytes.readableBytesView)
            guard head.suffix(4) == Array("\r\n\r\n".utf8) else { return }
            heads.all.withLock { $0.append(String(decoding: head, as: UTF8.self)) }
            if let refusal {
                context.writeAndFlush(
                    wrapOutboundOut(ByteBuffer(string: "\(refusal)\r\nContent-Length: 0\r\n\r\n")), promise: nil)
                context.close(promise: nil)
                return
            }
            let here = context.channel
            let me = NIOLoopBound(self, eventLoop: context.eventLoop)
            ClientBootstrap(group: context.eventLoop)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Handing(to: here))
                    }
                }
                .connect(host: "127.0.0.1", port: target)
                .whenComplete { result in
                    guard case .success(let channel) = result else {
                        here.close(promise: nil)
                        return
                    }
                    me.value.other = channel
                    here.writeAndFlush(ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n"), promise: nil)
                }
        }

        func channelInactive(context: ChannelHandlerContext) { other?.close(promise: nil) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    private final class Handing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let other: any Channel

        init(to other: any Channel) { self.other = other }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            other.writeAndFlush(unwrapInboundIn(data), promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
