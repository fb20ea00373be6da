import Foundation
import GoogleDrive
import NIOHTTP1
import Synchronization
import SystemPackage
import Testing

struct LiveWireTests {
    private func makeWire(_ variables: [String: String] = [:], timeout: Duration = .seconds(20)) throws -> LiveWire {
        try LiveWire(LiveWire.Settings(variables: variables, timeout: timeout, agent: "workphotos/test"))
    }

    /// A file with the certificate that servers of tests have; removed by whoever calls.
    private func certificateFile() throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "workphotos-\(UUID().uuidString).pem").path
        try Data(TestCertificate.certificate.utf8).write(to: URL(filePath: path))
        return path
    }

    private func expect(
        _ kind: DriveError.Kind, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
    ) async -> String {
        let error = await #expect(throws: DriveError.self, sourceLocation: sourceLocation) { try await body() }
        #expect(error?.kind == kind, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        return error?.message ?? ""
    }

    @Test func `A request arrives unchanged, and the answer is returned`() async throws {
        try await LoopbackServer.run { _ in
            .answer(201, [("X-Word", "yes")], Array("hello".utf8))
        } _: { server in
            let address = try WebAddress("http://127.0.0.1:\(server.port)/a?b=c")
            let answer = try await makeWire().send(
                WireRequest(.post, address, headers: [("X-Mine", "1")], body: .bytes(Array("body".utf8))))
            #expect(answer.status == 201)
            #expect(answer.header("x-word") == "yes")
            #expect(try await answer.body.collect(upTo: 100) == Array("hello".utf8))
            let request = try #require(server.requests.first)
            #expect(request.method == "POST" && request.target == "/a?b=c" && request.bodyText == "body")
            #expect(request.headers["x-mine"] == ["1"] && request.headers["user-agent"] == ["workphotos/test"])
        }
    }

    @Test func `Connections are kept and shared`() async throws {
        try await LoopbackServer.run { _ in
            .json("{}")
        } _: { server in
            let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(server.port)/"))
            for _ in 0..<20 { _ = try await wire.send(WireRequest(.get, address)).body.collect(upTo: 100) }
            #expect(server.connectionCount == 1)
        }
    }

    @Test func `Blocks are sent in order and complete, with their length`() async throws {
        try await LoopbackServer.run { _ in
            .json("{}")
        } _: { server in
            let source = unsafe BlockSource(from: 5, count: 3_000_001) { offset, block in
                for place in 0..<min(block.count, 100_000) {
                    unsafe block[place] = UInt8(truncatingIfNeeded: offset + Int64(place))
                }
                return min(block.count, 100_000)
            }
            _ = try await makeWire().send(
                WireRequest(.put, try WebAddress("http://127.0.0.1:\(server.port)/"), body: .blocks(source)))
            let request = try #require(server.requests.first)
            #expect(request.headers["content-length"] == ["3000001"])
            #expect(request.body == (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 + 5) })
        }
    }

    @Test(arguments: [0, 100], [2_000, 1_000_000] as [Int64])
    func `A body that cannot be read to its end ends the request`(count: Int, size: Int64) async throws {
        try await LoopbackServer.run { _ in
            .json("{}")
        } _: { server in
            let source = unsafe BlockSource(from: 0, count: size) { offset, _ in
                if offset == 0 { return 1_000 }
                if count > 0 { throw CocoaError(.fileReadUnknown) }
                return 0
            }
            let address = try WebAddress("http://127.0.0.1:\(server.port)/")
            let wire = try makeWire()
            _ = await expect(.source) { _ = try await wire.send(WireRequest(.put, address, body: .blocks(source))) }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `A redirection is returned as an answer, and is not followed`() async throws {
        try await LoopbackServer.run { _ in
            .answer(302, [("Location", "http://127.0.0.1:1/elsewhere")], [])
        } _: { server in
            let answer = try await makeWire().send(
                WireRequest(.get, try WebAddress("http://127.0.0.1:\(server.port)/")))
            #expect(answer.status == 302)
            #expect(server.requests.count == 1)
        }
    }

    @Test func `An answer that breaks off is an error, and so is one that is too long`() async throws {
        try await LoopbackServer.run {
            $0.path == "/cut" ? .cut(200, [1, 2], promised: 10) : .json("{\"a\":1}")
        } _: { server in
            let (wire, address) = (try makeWire(), "http://127.0.0.1:\(server.port)")
            _ = await expect(.brokenOff) {
                _ = try await wire.send(WireRequest(.get, try WebAddress("\(address)/cut"))).body.collect(upTo: 100)
            }
            _ = await expect(.answer) {
                _ = try await wire.send(WireRequest(.get, try WebAddress("\(address)/"))).body.collect(upTo: 3)
            }
        }
    }

    @Test func `A server that closes the connection, and one that is not running`() async throws {
        let port = try await LoopbackServer.run { _ in
            .close
        } _: { server in
            let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(server.port)/"))
            _ = await expect(.brokenOff) { _ = try await wire.send(WireRequest(.get, address)) }
            return server.port
        }
        let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(port)/"))
        let message = await expect(.unreachable) { _ = try await wire.send(WireRequest(.get, address)) }
        #expect(message.contains("127.0.0.1") && message.lowercased().contains("refused"))
    }

    @Test func `A server that never answers times out`() async throws {
        try await LoopbackServer.run { _ in
            .hang
        } _: { server in
            let (wire, address) = (
                try makeWire(timeout: .milliseconds(50)), try WebAddress("http://127.0.0.1:\(server.port)/")
            )
            _ = await expect(.timedOut) { _ = try await wire.send(WireRequest(.get, address)) }
        }
    }

    @Test func `A server that sends a byte now and then times out`() async throws {
        try await LoopbackServer.run { _ in
            .drip
        } _: { server in
            let (wire, address) = (
                try makeWire(timeout: .milliseconds(100)), try WebAddress("http://127.0.0.1:\(server.port)/")
            )
            _ = await expect(.timedOut) {
                _ = try await wire.send(WireRequest(.get, address)).body.collect(upTo: 1 << 20)
            }
        }
    }

    @Test func `An answer that is not HTTP is said to be none`() async throws {
        try await LoopbackServer.run { _ in
            .raw(Array("SSH-2.0-OpenSSH\r\n".utf8))
        } _: { server in
            let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(server.port)/"))
            #expect(await expect(.answer) { _ = try await wire.send(WireRequest(.get, address)) }.contains("not HTTP"))
        }
    }

    /// Lets a number of requests start, and counts the answers that it hears.
    private final class CountingGate: WireGate {
        private let left: Mutex<Int>
        private let heard = Mutex<[Int]>([])

        init(letting count: Int) {
            left = Mutex(count)
        }

        var statuses: [Int] { heard.withLock(\.self) }

        func whyNot(_ address: WebAddress) -> DriveError? {
            left.withLock { left in
                left -= 1
                return left < 0 ? DriveError(.rateLimit, "\(address.host) asked for a pause") : nil
            }
        }

        func heard(_ answer: WireAnswer, from address: WebAddress) { heard.withLock { $0.append(answer.status) } }
    }

    @Test func `A gate hears each answer before its sender, and keeps a request that has a connection already`()
        async throws
    {
        try await LoopbackServer.run { _ in
            .json("{}")
        } _: { server in
            let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(server.port)/"))
            let gate = CountingGate(letting: 1)
            var request = WireRequest(.get, address)
            request.gate = gate
            _ = try await wire.send(request)
            #expect(gate.statuses == [200])
            _ = await expect(.rateLimit) { _ = try await wire.send(request) }
            #expect(server.requests.count == 1)
        }
    }

    @Test func `A cancelled task ends its request`() async throws {
        try await LoopbackServer.run { _ in
            .hang
        } _: { server in
            let (wire, address) = (try makeWire(), try WebAddress("http://127.0.0.1:\(server.port)/"))
            let task = Task { _ = try await wire.send(WireRequest(.get, address)) }
            task.cancel()
            _ = await expect(.cancelled) { try await task.value }
        }
    }

    @Test func `An untrusted certificate is refused, unless SSL_CERT_FILE names it`() async throws {
        try await LoopbackServer.run(secure: true) { _ in
            .json("{}")
        } _: { server in
            let address = try WebAddress("https://localhost:\(server.port)/")
            let (strict, file) = (try makeWire(), try certificateFile())
            defer { try? FileManager.default.removeItem(atPath: file) }
            let message = await expect(.certificate) { _ = try await strict.send(WireRequest(.get, address)) }
            #expect(message.contains("localhost") && message.contains("SSL_CERT_FILE"))
            #expect(server.requests.isEmpty)
            #expect(try await makeWire(["SSL_CERT_FILE": file]).send(WireRequest(.get, address)).status == 200)
        }
    }

    @Test func `A trusted certificate of another name is refused, and that is said`() async throws {
        try await LoopbackServer.run(secure: true) { _ in
            .json("{}")
        } _: { server in
            try await ConnectProxy.run(to: server.port) { proxy in
                let file = try certificateFile()
                defer { try? FileManager.default.removeItem(atPath: file) }
                let wire = try makeWire(["HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": file])
                let message = await expect(.certificate) {
                    _ = try await wire.send(WireRequest(.get, try WebAddress("https://other.example/")))
                }
                #expect(message.contains("for another host") && server.requests.isEmpty)
            }
        }
    }

    @Test func `An invalid certificate file is named as the cause`() async throws {
        try await LoopbackServer.run(secure: true) { _ in
            .json("{}")
        } _: { server in
            let wire = try makeWire(["SSL_CERT_FILE": "/nonexistent"])
            let address = try WebAddress("https://localhost:\(server.port)/")
            #expect(
                await expect(.certificate) { _ = try await wire.send(WireRequest(.get, address)) }.contains(
                    "SSL_CERT_FILE names"))
        }
    }

    @Test(arguments: ["HTTPS_PROXY", "https_proxy"])
    func `Requests go through the proxy by CONNECT, with its password, and it gets no token`(name: String)
        async throws
    {
        try await LoopbackServer.run(secure: true) { _ in
            .json("{}")
        } _: { server in
            try await ConnectProxy.run(to: server.port) { proxy in
                let file = try certificateFile()
                defer { try? FileManager.default.removeItem(atPath: file) }
                let wire = try makeWire([name: "http://anna:h%40rse@127.0.0.1:\(proxy.port)", "SSL_CERT_FILE": file])
                let answer = try await wire.send(
                    WireRequest(
                        .get, try WebAddress("https://drive.example/x"), headers: [("Authorization", "Bearer planted")])
                )
                #expect(answer.status == 200)
                let head = try #require(proxy.requests.first)
                #expect(head.hasPrefix("CONNECT drive.example:443 "))
                #expect(head.contains(Data("anna:h@rse".utf8).base64EncodedString()))
                #expect(!head.contains("planted"))
                #expect(server.requests.first?.headers["authorization"] == ["Bearer planted"])
            }
        }
    }

    @Test func `NO_PROXY, and http to this machine, bypass the proxy`() async throws {
        try await LoopbackServer.run(secure: true) { _ in
            .json("{}")
        } _: { server in
            try await ConnectProxy.run(to: server.port) { proxy in
                let file = try certificateFile()
                defer { try? FileManager.default.removeItem(atPath: file) }
                for exception in ["localhost", "*", "example.com, LOCALHOST", "localhost:\(server.port)"] {
                    let wire = try makeWire([
                        "HTTPS_PROXY": "127.0.0.1:\(proxy.port)", "NO_PROXY": exception, "SSL_CERT_FILE": file,
                    ])
                    #expect(
                        try await wire.send(
                            WireRequest(.get, try WebAddress("https://localhost:\(server.port)/"))
                        ).status == 200)
                }
                #expect(proxy.requests.isEmpty)
                let other = try makeWire([
                    "HTTPS_PROXY": "127.0.0.1:\(proxy.port)", "NO_PROXY": "host,localhost:1", "SSL_CERT_FILE": file,
                ])
                #expect(
                    try await other.send(
                        WireRequest(.get, try WebAddress("https://localhost:\(server.port)/"))
                    ).status == 200)
                #expect(proxy.requests.count == 1)
            }
        }
        try await LoopbackServer.run { _ in
            .json("{}")
        } _: { server in
            let wire = try makeWire(["HTTPS_PROXY": "http://127.0.0.1:1"])
            #expect(
                try await wire.send(WireRequest(.get, try WebAddress("http://127.0.0.1:\(server.port)/"))).status == 200
            )
        }
    }

    @Test(arguments: ["HTTP/1.1 407 Proxy Authentication Required", "HTTP/1.1 403 Forbidden"])
    func `A proxy that refuses is named`(line: String) async throws {
        try await ConnectProxy.run(to: 1, refusal: line) { proxy in
            let wire = try makeWire(["HTTPS_PROXY": "http://127.0.0.1:\(proxy.port)"])
            let message = await expect(.unreachable) {
                _ = try await wire.send(WireRequest(.get, try WebAddress("https://drive.example/")))
            }
            #expect(message.contains("HTTPS_PROXY"))
        }
    }

    @Test(arguments: ["ftp://host:1", "http://:1", "http://host:port", "socks5://a:b@host:1"])
    func `An unsupported proxy is refused, and its address is not repeated`(text: String) async {
        let message = await expect(.settings) {
            _ = try LiveWire.Settings(variables: ["HTTPS_PROXY": text], timeout: .seconds(1), agent: "x")
        }
        #expect(!message.contains(text))
    }

    @Test func `Messages reveal only the host of a request`() throws {
        let request = WireRequest(
            .get, try WebAddress("https://host/planted?planted"), headers: [("Authorization", "planted")],
            body: .bytes(Array("planted".utf8)), secrets: [HiddenText("planted")])
        var text = "\(request) \(String(reflecting: request))"
        dump(request, to: &text)
        #expect(!text.contains("planted"))
    }
}
