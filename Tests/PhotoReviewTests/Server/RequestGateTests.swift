import PhotoReview
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RequestGateTests {
    /// Expects that requests are refused without a word, and that the library learns of none.
    private func expectRefused(_ requests: [RawRequest], by review: ServedReview) async throws {
        for request in requests {
            let answer = try await review.send(request)
            let text = String(decoding: request.bytes, as: UTF8.self)
            #expect(answer.status == 403 && answer.body.isEmpty, "\(text)")
            expectAllHeaders(answer)
        }
        #expect(review.library.questions == [])
    }

    @Test func `A request that is right in all is answered`() async throws {
        try await ServedReview.run { review in
            for request in [review.get("/changes?since=0"), review.decision] {
                let answer = try await review.send(request)
                #expect(answer.status == 200)
            }
            #expect(review.library.questions == ["changes 0", "work 3-4 2 9 false"])
        }
    }

    @Test func `A request for another host, for two, and for none is refused`() async throws {
        try await ServedReview.run { review in
            let (address, port) = (review.host.split(separator: ":")[0], review.host.split(separator: ":")[1])
            let wrong = [
                "evil.example:\(port)", "localhost:\(port)", "127.0.0.1:\(port)", "\(address)", "\(address):80",
                "\(address).:\(port)", "\(address):0\(port)", "user@\(review.host)", "",
            ]
            let requests = [review.get("/changes?since=0"), review.decision, review.get("/")]
            for request in requests {
                try await expectRefused(
                    wrong.map { request.with("Host", $0) } + [
                        request.with("Host"), request.with("Host", review.host, review.host),
                        request.with("Host", review.host, "evil.example"),
                    ], by: review)
            }
        }
    }

    @Test func `A method other than GET, HEAD and POST is refused`() async throws {
        try await ServedReview.run { review in
            let methods = ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"]
            try await expectRefused(
                methods.map { review.get("/").with(method: $0) } + methods.map { review.decision.with(method: $0) },
                by: review)
        }
    }

    @Test func `What a browser says another site has sent is refused`() async throws {
        try await ServedReview.run { review in
            let sites = ["cross-site", "same-site", "none", "other", ""]
            try await expectRefused(
                sites.map { review.get("/photos").with("Sec-Fetch-Site", $0) }
                    + sites.map { review.decision.with("Sec-Fetch-Site", $0) }
                    + sites.filter { $0 != "none" }.map { review.get("/").with("Sec-Fetch-Site", $0) } + [
                        review.get("/page.js").with("Sec-Fetch-Site", "none"),
                        review.get("/photos").with("Sec-Fetch-Site", "same-origin", "same-origin"),
                    ], by: review)
            try await review.expect(200, for: review.get("/").with("Sec-Fetch-Site", "none"))
        }
    }

    @Test func `A change says that it comes from the page`() async throws {
        try await ServedReview.run { review in
            let port = review.host.split(separator: ":")[1]
            let origins = [
                "null", "http://evil.example", "https://\(review.host)", "http://127.0.0.1:\(port)",
                "http://localhost:\(port)", "http://\(review.host)/", "http://\(review.host.split(separator: ":")[0])",
            ]
            let own = "http://\(review.host)"
            try await expectRefused(
                origins.map { review.decision.with("Origin", $0) }
                    + origins.map { review.get("/photos").with("Origin", $0) }
                    + [
                        review.decision.with("Origin"), review.decision.with("Origin", own, own),
                        review.decision.with("Origin", own, "http://evil.example"),
                    ], by: review)
        }
    }

    @Test func `A form and a text are no change`() async throws {
        try await ServedReview.run { review in
            let types = [
                "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=a",
                "application/json; charset=utf-8", "text/plain; application/json", "",
            ]
            try await expectRefused(
                types.map { review.decision.with("Content-Type", $0) } + [
                    review.decision.with("Content-Type"),
                    review.decision.with("Content-Type", "application/json", "text/plain"),
                ], by: review)
        }
    }

    @Test func `Photos, pictures and changes need the secret in its header, once`() async throws {
        try await ServedReview.run { review in
            let requests = [
                review.get("/photos"), review.get("/picture/0/large"), review.get("/changes?since=0"),
                review.get("/suggestions"), review.get("/staged"), review.get("/nothing"), review.decision,
                review.post("/undo", "{}"), review.post("/fence", "{}"), review.post("/unstage", "{}"),
                review.post("/done", "{}"),
            ]
            let token = review.server.startAddress.split(separator: "=").last.map(String.init) ?? ""
            let cookie = review.cookie.split(separator: "=").last.map(String.init) ?? ""
            let turned = (review.secret.hasPrefix("0") ? "1" : "0") + review.secret.dropFirst()
            for wrong in [token, cookie, turned, String(review.secret.dropLast()), review.secret + "0", ""] {
                try await expectRefused(requests.map { $0.with("X-Review-Secret", wrong) }, by: review)
            }
            // The cookie alone.
            try await expectRefused(requests.map { $0.with("X-Review-Secret") }, by: review)
            try await expectRefused(
                requests.map { $0.with("X-Review-Secret", review.secret, review.secret) }, by: review)
        }
    }

    @Test func `The page without photos needs the cookie`() async throws {
        try await ServedReview.run { review in
            for target in ["/", "/page.css", "/page.js", "/start.js", "/favicon.ico"] {
                let request = review.get(target).with("X-Review-Secret")
                #expect([200, 204].contains(try await review.send(request).status))
                // Other servers' cookies come along.
                let many = request.with("Cookie", "review-1=0; a=b; \(review.cookie)", "c=\"; d")
                #expect([200, 204].contains(try await review.send(many).status))
                let value = review.cookie.split(separator: "=")[1]
                let wrong = ["", "review-1=\(value)", "x\(review.cookie)", review.cookie + "0", "\(value)", "a=b"]
                // The secret alone, too.
                try await expectRefused(
                    wrong.map { review.get(target).with("Cookie", $0) } + [review.get(target).with("Cookie")],
                    by: review)
            }
        }
    }

    @Test func `A path has one way of writing`() async throws {
        try await ServedReview.run { review in
            let targets = [
                "/%70hotos", "/photos/", "//photos", "/./photos", "/x/../photos", "/photos?", "/photos?x=1", "/Photos",
                "http://\(review.host)/photos", "/picture/%31/small", "/picture/1/../../photos", "/picture/-1/small",
                "/picture/+1/small", "/picture/01/small", "/changes?since=00", "/picture/0x1/small", "/picture/1/SMALL",
                "/picture/1/small/", "/picture/1",
                "/picture//small", "/picture/9999999999999999999/small", "/picture/1/small?size=large",
                "/picture/../../etc/passwd", "/page.html", "/../page.js", "/page.js%00", "/changes", "/changes?since=",
                "/changes?since=-1", "/changes?since=1&since=2", "/changes?SINCE=1", "/start", "/?", "/?x", "/decide",
                "/done",
            ]
            for target in targets {
                let answer = try await review.send(review.get(target))
                #expect(answer.status == 404 && answer.body.isEmpty, "\(target)")
                expectAllHeaders(answer)
            }
            for target in ["/decide?", "/decide/", "/%64ecide", "/photos", "/", "/nothing"] {
                try await review.expect(404, for: review.post(target, "{}"))
            }
            #expect(review.library.questions == [])
        }
    }

    @Test func `Nothing is done for a HEAD, and nothing but the page answers it`() async throws {
        try await ServedReview.run { review in
            for target in ["/", "/page.css", "/page.js"] {
                let answer = try await review.send(review.get(target).with(method: "HEAD"))
                #expect(answer.status == 200 && answer.body.isEmpty)
                expectAllHeaders(answer)
            }
            for target in ["/photos", "/picture/0/small", "/changes?since=0", "/decide", "/done"] {
                try await review.expect(404, for: review.get(target).with(method: "HEAD"))
            }
            #expect(review.library.questions == [])
        }
    }

    @Test func `A body that is not announced, or that no change has, is refused`() async throws {
        try await ServedReview.run { review in
            var chunked = review.decision.with("Content-Length").with("Transfer-Encoding", "chunked")
            chunked.body = "2\r\n{}\r\n0\r\n\r\n"
            var read = review.get("/photos").with("Content-Length", "2")
            read.body = "{}"
            try await expectRefused([chunked, read, review.decision.with("Content-Length")], by: review)
        }
    }
}
