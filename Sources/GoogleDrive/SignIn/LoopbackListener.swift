import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// Listens on a free port of 127.0.0.1 for the browser that Google redirects (RFC 8252, section 7.3), and accepts one
/// answer.
///
/// A request with another `state` comes from a stranger or an old page. It gets an error page and does not end the
/// sign-in.
final class LoopbackListener: Sendable {
    /// The redirect address.
    let address: String
    private let channel: any Channel
    private let box: AnswerBox

    /// Starts to listen.
    ///
    /// - Parameter state: the `state` that a valid answer contains.
    /// - Returns: the listener; the caller must stop it.
    /// - Throws: `settings` if no port is available.
    static func start(state: HiddenText) async throws(DriveError) -> LoopbackListener {
        do {
            return try await LoopbackListener(state: state)
        } catch {
            throw DriveError(.settings, "no port of 127.0.0.1 can be listened on for Google's answer")
        }
    }

    private init(state: HiddenText) async throws {
        let box = AnswerBox(state: state)
        channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 64)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard box.take(channel) else { throw ChannelError.alreadyClosed }
                    let pipeline = channel.pipeline.syncOperations
                    // Closes connections that stay silent.
                    try pipeline.addHandler(IdleStateHandler(allTimeout: .seconds(30)))
                    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
                    try pipeline.addHandler(BrowserHandler(box))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/"
        self.box = box
    }

    /// Waits for the code from Google, or the error; `cancelled` if the task is cancelled or the listener stopped.
    func answer() async -> Result<HiddenText, DriveError> {
        for await answer in box.answers { return answer }
        return .failure(DriveError(.cancelled, "stopped"))
    }

    /// Closes the port and all connections.
    func stop() async {
        try? await channel.close()
        for connection in box.close() { try? await connection.close() }
    }
}

/// Holds the one accepted answer and the open connections.
private final class AnswerBox: Sendable {
    let state: HiddenText
    let answers: AsyncStream<Result<HiddenText, DriveError>>
    private let continuation: AsyncStream<Result<HiddenText, DriveError>>.Continuation

    private struct Content {
        var isAnswered = false
        var isClosed = false
        var connections: [ObjectIdentifier: any Channel] = [:]
    }
    private let content = Mutex(Content())

    init(state: HiddenText) {
        self.state = state
        (answers, continuation) = AsyncStream.makeStream()
    }

    /// Returns whether this is the first answer, and marks it as given.
    func isFirst() -> Bool {
        content.withLock { content in
            defer { content.isAnswered = true }
            return !content.isAnswered
        }
    }

    func give(_ answer: Result<HiddenText, DriveError>) {
        continuation.yield(answer)
        continuation.finish()
    }

    /// - Returns: false if the listener is stopped.
    func take(_ channel: any Channel) -> Bool {
        content.withLock { content in
            if !content.isClosed { content.connections[ObjectIdentifier(channel)] = channel }
            return !content.isClosed
        }
    }

    func forget(_ channel: any Channel) {
        content.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(channel)) }
    }

    func close() -> [any Channel] {
        continuation.finish()
        return content.withLock { content in
            content.isClosed = true
            return Array(content.connections.values)
        }
    }
}

/// Answers one request of a browser or of another client.
private final class BrowserHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart
    private let box: AnswerBox
    private var isDone = false

    init(_ box: AnswerBox) {
        self.box = box
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data), !isDone else { return }
        isDone = true
        guard head.method == .GET, head.uri == "/" || head.uri.hasPrefix("/?"),
            let query = formDecoded(head.uri.dropFirst(2))
        else {
            page(.notFound, "There is nothing here.", context)
            return
        }
        guard let state = query["state"], isEqual(state, box.state.text), let answer = answer(query) else {
            page(.badRequest, "This answer does not belong to the sign-in that is waiting here.", context)
            return
        }
        guard box.isFirst() else {
            page(.gone, "This sign-in has been answered already.", context)
            return
        }
        let isCode = if case .success = answer { true } else { false }
        let words =
            isCode
            ? "Google has answered. You can close this page and go back to the terminal."
            : "Google has refused. The terminal says why; you can close this page."
        // The listener is closed once it has an answer, so the page must be sent first.
        let box = box
        page(.ok, words, context).whenComplete { _ in box.give(answer) }
    }

    private func answer(_ query: [String: String]) -> Result<HiddenText, DriveError>? {
        if let code = query["code"], !code.isEmpty { return .success(HiddenText(code)) }
        guard let word = query["error"], !word.isEmpty else { return nil }
        if word == "access_denied" {
            return .failure(DriveError(.denied, "access was denied on Google's page", reason: word))
        }
        let text = [HiddenText(box.state.text)].blanked(String(word.prefix(100)))
        return .failure(DriveError(.denied, "Google's page answered with the error \(text)", reason: text))
    }

    /// Compares in constant time for texts of the same length.
    private func isEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    @discardableResult
    private func page(
        _ status: HTTPResponseStatus, _ words: String, _ context: ChannelHandlerContext
    ) -> EventLoopFuture<Void> {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><meta charset="utf-8"><title>workphotos</title><p>\(words)</p></html>

            """
        var headers = HTTPHeaders()
        headers.add(name: "Content-Type", value: "text/html; charset=utf-8")
        headers.add(name: "Content-Length", value: "\(text.utf8.count)")
        headers.add(name: "Cache-Control", value: "no-store")
        // The address of this page contains the code.
        headers.add(name: "Referrer-Policy", value: "no-referrer")
        headers.add(name: "Connection", value: "close")
        context.write(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        let channel = context.channel
        let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
        written.whenComplete { _ in channel.close(promise: nil) }
        return written
    }

    func channelInactive(context: ChannelHandlerContext) { box.forget(context.channel) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
