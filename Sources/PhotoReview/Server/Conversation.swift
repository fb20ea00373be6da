import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after the other.
struct Conversation: Sendable {
    let gate: RequestGate
    let answers: ReviewAnswers
    let connection: ReviewConnection

    /// Parts of an answer are at most this long, so that what waits for the browser is, too.
    private static let partBytes = 128 << 10

    /// Answers until the browser closes the connection, or it has to be closed.
    func run() async {
        try? await connection.executeThenClose { requests, _ in
            var parts = requests.makeAsyncIterator()
            while case .head(let head)? = try await parts.next() {
                let route: ReviewRoute
                let bytes: Int
                switch gate.judge(head) {
                case .pass(let passed, let bodyBytes): (route, bytes) = (passed, bodyBytes)
                // The body is not read, so no other request can follow.
                case .refused: return try await send(ServedAnswer(.forbidden), to: head, keepsOpen: false)
                case .unknown: return try await send(ServedAnswer(.notFound), to: head, keepsOpen: false)
                case .tooLarge:
                    try await send(.tooLarge, to: head, keepsOpen: false)
                    // A browser takes the answer only once all is sent. Whoever never ends is closed like any other.
                    while case .body? = try await parts.next() {}
                    return
                }
                var body: [UInt8] = []
                body.reserveCapacity(bytes)
                while case .body(let part)? = try await parts.next() { body += Array(part.readableBytesView) }
                guard body.count == bytes else { return }
                let answer = await answers.answer(route, body)
                let keepsOpen = head.isKeepAlive && !answer.isLast
                // A browser that has all of the last answer may close before the system has taken its end.
                defer { if answer.isLast { answers.session.end() } }
                try await send(answer, to: head, keepsOpen: keepsOpen)
                if !keepsOpen { return }
            }
        }
    }

    /// Sends an answer, and waits until the system has taken all of it.
    ///
    /// - Throws: where the connection is closed, and what ends the answer early: the browser learns of it by the end of
    ///   the connection.
    private func send(_ answer: ServedAnswer, to request: HTTPRequestHead, keepsOpen: Bool) async throws {
        var headers = answer.headers
        if !keepsOpen { headers.add(name: "Connection", value: "close") }
        // Goes with what follows it.
        let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
        connection.channel.write(HTTPServerResponsePart.head(head), promise: nil)
        if request.method != .HEAD {
            switch answer.body {
            case .bytes(let bytes): try await write(bytes)
            case .stream(let fill): try await fill { bytes in try await write(bytes) }
            }
        }
        try await write(.end(nil))
    }

    private func write(_ bytes: [UInt8]) async throws {
        for start in stride(from: 0, to: bytes.count, by: Self.partBytes) {
            let part = bytes[start..<min(start + Self.partBytes, bytes.count)]
            try await write(.body(.byteBuffer(ByteBuffer(bytes: part))))
        }
    }

    /// Waits until the system has taken the part, which it does as fast as the browser reads.
    private func write(_ part: HTTPServerResponsePart) async throws {
        try await connection.channel.writeAndFlush(part).get()
    }
}
