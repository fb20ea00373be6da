internal import NIOCore
internal import NIOHTTP1

/// Writes an answer piece by piece, as fast as the client reads. Used only on the connection's event loop.
final class AnswerWriter: @unchecked Sendable {
    private static let piece = 512 * 1024

    private let context: ChannelHandlerContext
    private let answer: Answer
    private let fault: Fault?
    private let isKeptAlive: Bool
    private var at = 0

    init(_ context: ChannelHandlerContext, _ answer: Answer, _ fault: Fault?, isKeptAlive: Bool) {
        (self.context, self.answer, self.fault, self.isKeptAlive) = (context, answer, fault, isKeptAlive)
    }

    func start() {
        var headers = HTTPHeaders(answer.headers.map { ($0.name, $0.value) })
        if answer.status != 204 { headers.replaceOrAdd(name: "Content-Length", value: String(answer.length)) }
        if !isKeptAlive { headers.add(name: "Connection", value: "close") }
        // The reason phrase that Google's upload servers use for 308 (guides/manage-uploads).
        let status =
            answer.status == 308
            ? HTTPResponseStatus.custom(code: 308, reasonPhrase: "Resume Incomplete")
            : HTTPResponseStatus(statusCode: answer.status)
        write(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers)), nil)
        next()
    }

    private var limit: Int {
        if case .cutAnswer(let count) = fault { min(count, answer.length) } else { answer.length }
    }

    private func next() {
        guard context.channel.isActive else { return }
        guard at < limit else { return end() }
        let size = min(Self.piece, limit - at)
        guard let bytes = piece(at..<at + size) else {
            context.close(promise: nil)
            return
        }
        at += size
        let isLast = at >= answer.length
        if isLast {
            write(.body(.byteBuffer(bytes)), nil)
            return end()
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        write(.body(.byteBuffer(bytes)), promise)
        context.flush()
        promise.futureResult.whenSuccess { [self] in next() }
    }

    private func piece(_ range: Range<Int>) -> ByteBuffer? {
        switch answer.body {
        case .none: nil
        case .bytes(let bytes): ByteBuffer(bytes: bytes[range])
        case .content(let content, let part):
            content.buffer(part.lowerBound + range.lowerBound..<part.lowerBound + range.upperBound)
        }
    }

    private func end() {
        if case .cutAnswer = fault {
            // A cut answer is never complete, even if no byte is missing.
            context.flush()
            context.close(promise: nil)
            return
        }
        let promise = context.eventLoop.makePromise(of: Void.self)
        write(.end(nil), promise)
        context.flush()
        guard !isKeptAlive else { return }
        promise.futureResult.whenComplete { [self] _ in context.close(promise: nil) }
    }

    private func write(_ part: HTTPServerResponsePart, _ promise: EventLoopPromise<Void>?) {
        context.write(NIOAny(part), promise: promise)
    }
}
