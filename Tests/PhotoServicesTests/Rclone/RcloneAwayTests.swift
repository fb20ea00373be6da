import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RcloneStandIn.isPossible, Comment(rawValue: RcloneStandIn.reason)))
struct RcloneAwayTests {
    /// Returns the marker, breaks off all other reads, and records them, and what is asked about files, in a file
    /// beside its answers.
    private static let program = """
        #!/usr/bin/python3
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from os import environ
        from sys import stderr
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass
            def reply(self, body):
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def note(self, asked):
                with open(environ["ANSWERS"] + "/asked", "ab") as notes: notes.write(asked + b"\\n")
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path == "/operations/stat": self.note(body)
                self.reply(open(environ["ANSWERS"] + self.path, "rb").read())
            def do_GET(self):
                if self.path.endswith(".workphotos-destination"):
                    return self.reply(open(environ["ANSWERS"] + "/marker", "rb").read())
                self.note(self.path.encode())
                self.close_connection = True
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print("NOTICE: Serving remote control on http://127.0.0.1:%d/" % server.server_port, file=stderr, flush=True)
        server.serve_forever()

        """

    /// A service of a remote whose rclone is that program.
    ///
    /// - Parameters:
    ///   - place: the remote with its directory.
    ///   - type: the remote's type.
    ///   - ask: asks the service.
    /// - Returns: what rclone was asked about copies: addresses, or objects.
    /// - Throws: where the stand-in cannot be written.
    private func asked(
        at place: String = "nas:", type: String = "webdav", _ ask: (RcloneService) async -> Void
    ) async throws -> [Substring] {
        let world = try RcloneStandIn.world(
            [
                "config/dump": #"{"nas": {"type": "\#(type)"}}"#,
                "operations/fsinfo": #"{"Name": "nas", "Root": "", "Precision": 1, "Hashes": [], "Features": {}}"#,
                "operations/stat": #"{"item": null}"#,
                "marker": String(decoding: DestinationMarker(random: 1, 2).file, as: UTF8.self),
            ], program: Self.program)
        await ask(
            RcloneService(
                try RcloneSpec(place), rclone: world.rclone, variables: [:], clock: SteppingClock(now: 0),
                random: { .random(in: .min ... .max) }))
        return String(decoding: try world.tree.read("answers/asked"), as: UTF8.self).split(separator: "\n")
    }

    /// Looks at forty copies, none of which can be read.
    private func look(by service: RcloneService) async {
        let answers = await service.inspect((0..<40).map { CopyLocation(FilePath("x/\($0).jpg")) })
        #expect(answers.count == 40)
        for case .success in answers { Issue.record("It said something of a copy") }
        for case .failure(let error) in answers where error.kind != .transient { Issue.record("\(error)") }
    }

    @Test func `An unreachable remote is not asked for each of many copies`() async throws {
        #expect((3..<8).contains(try await asked(look).count))
    }

    /// rclone has a pace for each remote with its directory, and none for SFTP, where each has connections of its own.
    @Test(arguments: [
        ("webdav", "nas:photos", "/%5Bnas%3A%5D/photos%2Fx%2F"), ("sftp", "nas:photos", "/%5Bnas%3Aphotos%5D/x%2F"),
        ("webdav", "nas:", "/%5Bnas%3A%5D/x%2F"),
    ])
    func `Over WebDAV copies are read at a pace of their own`(_ type: String, _ place: String, _ address: String)
        async throws
    {
        let asked = try await asked(at: place, type: type, look)
        #expect(!asked.isEmpty && asked.allSatisfy { $0.hasPrefix(address) }, "\(asked)")
    }

    @Test(arguments: [("webdav", #""fs":"nas:""#), ("sftp", #""fs":"nas:photos""#)])
    func `Over WebDAV files are asked about at a pace of their own`(_ type: String, _ remote: String) async throws {
        let asked = try await asked(at: "nas:photos", type: type) { service in
            let glances = await service.identify([CopyLocation("x/a.jpg")])
            #expect((try? glances.first?.get()) == .missing)
        }
        #expect(asked.count == 1 && asked[0].contains(remote), "\(asked)")
    }

    /// Notes a move in a file beside its answers, and never answers it. Notes a question about a file too, and answers
    /// it if `ANSWERS` has `there`; then moves end after three.
    private static let hanging = """
        #!/usr/bin/python3
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from os import environ, path
        from sys import stderr
        from threading import Event
        count, enough, never = [0], Event(), Event()
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass
            def do_POST(self):
                question = self.rfile.read(int(self.headers["Content-Length"]))
                body = b"{}"
                if self.path == "/operations/stat":
                    with open(environ["ANSWERS"] + "/question", "ab") as notes: notes.write(question)
                    if not path.exists(environ["ANSWERS"] + "/there"): never.wait()
                    body = b'{"item": null}'
                    count[0] += 1
                    if count[0] == 3: enough.set()
                elif self.path.startswith("/operations/"):
                    open(environ["ANSWERS"] + "/asked", "ab").close()
                    enough.wait()
                else: body = open(environ["ANSWERS"] + self.path, "rb").read()
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        print("NOTICE: Serving remote control on http://127.0.0.1:%d/" % server.server_port, file=stderr, flush=True)
        server.serve_forever()

        """

    @Test func `A remote that answers nothing any more is given up, and not asked again`() async throws {
        let world = try RcloneStandIn.world(program: Self.hanging, patience: .seconds(1))
        let place = try world.place("nas:", "a.jpg")
        for _ in 0..<2 {
            let error = await RcloneWorld.error { try await world.rclone.moveFile(from: place, to: place) }
            #expect(error?.kind == .unavailable && error?.detail == "does not answer any more")
        }
        // It does not wait for it again.
        let start = ContinuousClock.now
        _ = await RcloneWorld.error { try await world.rclone.makeDirectory(place) }
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    /// A server that is slow to move files keeps rclone's other calls by the same directory waiting, and answers all
    /// others.
    @Test(arguments: [("webdav", #""fs":"nas:""#), ("sftp", #""fs":"nas:photos""#)])
    func `Over WebDAV a remote that leaves calls without an answer is asked at a pace of its own`(
        _ type: String, _ remote: String
    ) async throws {
        let world = try RcloneStandIn.world(
            ["config/dump": #"{"nas": {"type": "\#(type)"}}"#], program: Self.hanging, patience: .milliseconds(200))
        let service = RcloneService(
            try RcloneSpec("nas:photos"), rclone: world.rclone, variables: [:], clock: SteppingClock(now: 0),
            random: { .random(in: .min ... .max) })
        _ = try await service.localPlace?.localDirectories()
        let place = try world.place("nas:photos", "a.jpg")
        _ = await RcloneWorld.error { try await world.rclone.moveFile(from: place, to: place) }
        let question = String(decoding: try world.tree.read("answers/question"), as: UTF8.self)
        #expect(question.contains(remote), "\(question)")
    }

    @Test func `Once a remote is given up, calls under way end, and later ones fail at once, with the same error`()
        async throws
    {
        let world = try RcloneStandIn.world(program: Self.hanging)
        let place = try world.place("nas:", "a.jpg")
        let move = Task { await RcloneWorld.error { try await world.rclone.moveFile(from: place, to: place) } }
        while !world.tree.exists("answers/asked") { await Task.yield() }
        let service = RcloneService(
            try RcloneSpec("nas:photos"), rclone: world.rclone, variables: [:], clock: SteppingClock(now: 0),
            random: { .random(in: .min ... .max) })
        service.giveUp(UploadError(.unavailable, "is away"))
        #expect(await move.value?.detail == "is away")
        let later = await RcloneWorld.error { try await world.rclone.makeDirectory(place) }
        #expect(later?.kind == .unavailable && later?.detail == "is away")
    }

    @Test func `A call that takes long is waited for while its remote answers others`() async throws {
        let world = try RcloneStandIn.world(
            ["there": ""], program: Self.hanging, patience: .milliseconds(200))
        let place = try world.place("nas:", "a.jpg")
        try await world.rclone.moveFile(from: place, to: place)
    }
}
