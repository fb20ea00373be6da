import Foundation
import PhotoPipeline
import PhotoServices
import SystemPackage
import WorkphotosTestSupport

/// A program that replaces rclone and gives a test's answers.
enum RcloneStandIn {
    /// Whether its interpreter is installed.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    /// The reason if it is not.
    static let reason = "there is no /usr/bin/python3"

    /// A world with such a program.
    ///
    /// - Parameters:
    ///   - answers: bodies by the path of the call; those that a start needs are there.
    ///   - program: another text of the program, of which the first line names its interpreter.
    ///   - patience: how long a remote may leave a call without an answer.
    /// - Returns: the world.
    /// - Throws: where it cannot be written.
    static func world(
        _ answers: [String: String] = [:], program: String? = nil, patience: Duration = .seconds(10)
    ) throws -> RcloneWorld {
        let tree = try TemporaryTree()
        try tree.write("rclone", Array((program ?? Self.program).utf8))
        try tree.setPermissions("rclone", .ownerReadWriteExecute)
        let usual = [
            "core/version": #"{"version": "v1.60.1", "decomposed": [1, 60, 1]}"#, "options/get": "{}",
            "config/dump": "{}",
            "rc/noop": "{}",
        ]
        for (call, body) in usual.merging(answers, uniquingKeysWith: { $1 }) {
            try tree.write(FilePath("answers/\(call)"), Array(body.utf8))
        }
        return try RcloneWorld(
            tree: tree, program: tree.path("rclone").string, variables: ["ANSWERS": tree.path("answers").string],
            patience: patience)
    }

    /// Answers calls from files; closes the connection if there is none. Of a file that is read, it sends a part.
    private static let program = """
        #!/usr/bin/python3
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from os import environ
        from sys import stderr
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    body = open(environ["ANSWERS"] + self.path, "rb").read()
                except OSError:
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", "1000")
                self.end_headers()
                self.wfile.write(b"some")
                self.close_connection = True
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print("NOTICE: Serving remote control on http://127.0.0.1:%d/" % server.server_port, file=stderr, flush=True)
        server.serve_forever()

        """
}
