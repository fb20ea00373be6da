import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

@Suite(.enabled(if: RcloneStandIn.isPossible, Comment(rawValue: RcloneStandIn.reason)))
struct RcloneAwayTests {
    /// Returns the marker, breaks off all other reads, and records them in a file beside its answers.
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
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.reply(open(environ["ANSWERS"] + self.path, "rb").read())
            def do_GET(self):
                if self.path.endswith(".workphotos-destination"):
                    return self.reply(open(environ["ANSWERS"] + "/marker", "rb").read())
                with open(environ["ANSWERS"] + "/asked", "ab") as notes: notes.write(b".")
                self.close_connection = True
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print("NOTICE: Serving remote control on http://127.0.0.1:%d/" % server.server_port, file=stderr, flush=True)
        server.serve_forever()

        """

    @Test func `An unreachable remote is not asked for each of many copies`() async throws {
        let world = try RcloneStandIn.world(
            [
                "config/dump": #"{"nas": {"type": "webdav"}}"#,
                "operations/fsinfo": #"{"Name": "nas", "Root": "", "Precision": 1, "Hashes": [], "Features": {}}"#,
                "marker": String(decoding: DestinationMarker(random: 1, 2).file, as: UTF8.self),
            ], program: Self.program)
        let service = RcloneService(
            try RcloneSpec("nas:"), rclone: world.rclone, variables: [:], clock: SteppingClock(now: 0),
            random: { .random(in: .min ... .max) })
        let answers = await service.inspect((0..<40).map { CopyLocation(FilePath("x/\($0).jpg")) })
        #expect(answers.count == 40)
        for case .success in answers { Issue.record("It said something of a copy") }
        for case .failure(let error) in answers where error.kind != .transient { Issue.record("\(error)") }
        #expect((8..<20).contains(try world.tree.read("answers/asked").count))
    }
}
