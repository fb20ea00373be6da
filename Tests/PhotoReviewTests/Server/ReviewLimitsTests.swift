import NIOCore
import PhotoReview
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ReviewLimitsTests {
    private func limits(_ change: (inout ReviewLimits) -> Void) -> ReviewLimits {
        var limits = ReviewLimits()
        change(&limits)
        return limits
    }

    @Test func `A connection serves many requests`() async throws {
        try await ServedReview.run { review in
            let connection = try await RawConnection(to: review.host)
            for number in 0..<5 {
                try await connection.write(review.get("/changes?since=\(number)").with("Connection").bytes)
                let head = try await connection.head()
                #expect(head.hasPrefix("HTTP/1.1 200 "))
            }
            #expect(review.library.questions == (0..<5).map { "changes \($0)" })
        }
    }

    @Test func `More connections than a page needs are closed`() async throws {
        #expect(ReviewLimits().connections == 32)
        // That of the first page may be among them for a moment.
        try await ServedReview.run(limits: limits { $0.connections = 3 }) { review in
            let request = review.get("/changes?since=0").with("Connection")
            var open: [RawConnection] = []
            while true {
                let connection = try await RawConnection(to: review.host)
                try? await connection.write(request.bytes)
                guard let head = try? await connection.head() else { break }
                #expect(head.hasPrefix("HTTP/1.1 200 "))
                open.append(connection)
            }
            #expect((2...3).contains(open.count))
            // The others still work.
            for connection in open {
                try await connection.write(request.bytes)
                let head = try await connection.head()
                #expect(head.hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test func `A connection on which nothing comes is closed`() async throws {
        #expect(ReviewLimits().patience == .seconds(60))
        try await ServedReview.run(limits: limits { $0.patience = .seconds(1) }) { review in
            // Nothing, half a head, half a body, and nothing after an answer.
            var half = review.decision
            half.body = String(half.body.dropLast())
            let kept = review.get("/changes?since=0").with("Connection")
            let answers = try await withThrowingTaskGroup(of: [UInt8].self) { tasks in
                for bytes in [[], Array(kept.bytes.prefix(40)), half.bytes, kept.bytes] {
                    tasks.addTask { try await RawConnection(to: review.host).exchange(bytes) }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count { $0.isEmpty } == 3)
            let answer = try RawAnswer(try #require(answers.first { !$0.isEmpty }))
            #expect(answer.status == 200 && answer.headers["connection"] == nil)
            #expect(review.library.questions == ["changes 0"])
        }
    }

    @Test func `A connection that has not asked for anything soon is closed, so that others are served`() async throws {
        #expect(ReviewLimits().silence == .seconds(5))
        let few = limits { ($0.silence, $0.connections) = (.seconds(1), 2) }
        try await ServedReview.run(limits: few) { review in
            let kept = review.get("/changes?since=0").with("Connection")
            for bytes in [[], Array(kept.bytes.prefix(40))] {
                let answer = try await RawConnection(to: review.host).exchange(bytes)
                #expect(answer.isEmpty)
            }
            let connection = try await RawConnection(to: review.host)
            try await connection.write(kept.bytes)
            let head = try await connection.head()
            #expect(head.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test func `A request that comes in drops is closed like none`() async throws {
        try await ServedReview.run(limits: limits { $0.patience = .seconds(1) }) { review in
            let connection = try await RawConnection(to: review.host)
            try await connection.write(Array("GET / HTTP/1.1\r\nX-Long: ".utf8))
            var drops = 0
            while (try? await connection.write([0x61])) != nil {
                drops += 1
                // What takes a moment.
                _ = try await review.send(review.get("/changes?since=0"))
            }
            // Before it is too long.
            #expect(drops > 0 && drops < 30_000)
        }
    }

    @Test func `A body of more than 1 MB is refused, and not kept`() async throws {
        #expect(ReviewLimits().bodyBytes == 1_048_576)
        try await ServedReview.run { review in
            let large = review.post("/decide", String(repeating: " ", count: 1_048_577))
            let announced = review.post("/decide", "").with("Content-Length", "1048577")
            // Before the body comes.
            let connection = try await RawConnection(to: review.host)
            try await connection.write(announced.bytes)
            let head = try await connection.head()
            #expect(head.hasPrefix("HTTP/1.1 413 "))
            await connection.close()
            // Where all of it is sent, as browsers do.
            let answer = try await review.send(large)
            #expect(answer.status == 413 && answer.header("connection") == "close")
            #expect(try (answer.json["message"] as? String)?.isEmpty == false)
            expectAllHeaders(answer)
            // Only for who may ask.
            try await review.expect(403, for: announced.with("X-Review-Secret"))
            // The largest one is read, but is no decision.
            let blank = review.post("/decide", String(repeating: " ", count: 1_048_576))
            try await review.expect(400, for: blank)
            for length in ["-1", "1e3", "999999999999999999999999", "0x10"] {
                let bytes = try await RawConnection(to: review.host).exchange(
                    review.decision.with("Content-Length", length).bytes)
                #expect(!String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200"), "\(length)")
            }
            #expect(review.library.questions == [])
        }
    }

    @Test func `Headers that are too long or too many get no answer`() async throws {
        try await ServedReview.run { review in
            let request = review.get("/changes?since=0")
            let long = request.with("X-Long", String(repeating: "a", count: 40_000))
            var many = request
            for number in 0..<100 { many = many.with("X-\(number)", "a") }
            var address = request
            address.target += String(repeating: "0", count: 200_000)
            for wrong in [long, many, address] {
                let bytes = try await RawConnection(to: review.host).exchange(wrong.bytes)
                #expect(!String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
            }
            #expect(review.library.questions == [])
        }
    }

    @Test func `What is not HTTP gets no answer`() async throws {
        try await ServedReview.run { review in
            for text in ["\u{16}\u{3}\u{1}", "hello\r\n\r\n", "GET /\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
                let bytes = try await RawConnection(to: review.host).exchange(Array(text.utf8))
                #expect(!String(decoding: bytes, as: UTF8.self).contains("200"))
            }
            let old = String(decoding: review.get("/photos").bytes, as: UTF8.self).replacing(
                "HTTP/1.1", with: "HTTP/1.0")
            let bytes = try await RawConnection(to: review.host).exchange(Array(old.utf8))
            #expect(try RawAnswer(bytes).status == 403)
            #expect(review.library.questions == [])
        }
    }

    @Test func `Two requests of which one hides in the other are not both answered`() async throws {
        try await ServedReview.run { review in
            let hidden = String(decoding: review.decision.bytes, as: UTF8.self)
            var request = review.decision.with("Transfer-Encoding", "chunked").with("Content-Length", "4")
            request.body = "0\r\n\r\n" + hidden
            _ = try await RawConnection(to: review.host).exchange(request.bytes)
            #expect(review.library.questions == [])
        }
    }

    @Test func `Photos wait for a browser that does not read, and end where it never does`() async throws {
        let sent = Mutex(0)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let library = FakeLibrary(blocks: { put in
            defer { end.finish() }
            let block = [UInt8](repeating: 7, count: 1 << 20)
            while true {
                try await put(block)
                sent.withLock { $0 += block.count }
            }
        })
        try await ServedReview.run(library, limits: limits { $0.patience = .seconds(1) }) { review in
            let connection = try await RawConnection(to: review.host, reads: false)
            try await connection.write(review.get("/photos").bytes)
            for await _ in ends {}
        }
        // What the system's buffers take, and no more.
        let bytes = sent.withLock(\.self)
        #expect(bytes < 64 << 20)
    }

    @Test func `A question is cancelled where the browser closes the connection`() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        let library = FakeLibrary(picture: { _, _ in
            ask.finish()
            // Nobody ever sends anything here: only being cancelled ends it.
            let (never, hold) = AsyncStream.makeStream(of: Void.self)
            for await _ in never {}
            withExtendedLifetime(hold) {}
            if Task.isCancelled { end.finish() }
            return nil
        })
        try await ServedReview.run(library) { review in
            let connection = try await RawConnection(to: review.host)
            try await connection.write(review.get("/picture/0/large").bytes)
            for await _ in asked {}
            await connection.close()
            for await _ in ends {}
        }
    }

    @Test func `A change that has begun is finished, whoever goes away`() async throws {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let wasCancelled = Mutex(false)
        let library = FakeLibrary(beforeDecision: {
            ask.finish()
            await withTaskCancellationHandler {
                for await _ in gate {}
            } onCancel: {
                wasCancelled.withLock { $0 = true }
            }
        })
        try await ServedReview.run(library) { review in
            let connection = try await RawConnection(to: review.host)
            try await connection.write(review.decision.bytes)
            for await _ in asked {}
            let stopping = Task { await review.server.stop() }
            #expect(await connection.rest().isEmpty)
            // The server has closed the connection, and waits for the change.
            for _ in 0..<100 { await Task.yield() }
            open.finish()
            await stopping.value
            #expect(review.library.questions == ["work 3-4 2 9 false"])
        }
        let wasStopped = wasCancelled.withLock(\.self)
        #expect(!wasStopped)
    }
}
