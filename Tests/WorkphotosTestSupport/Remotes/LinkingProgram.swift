internal import Foundation
package import SystemPackage

/// A program in rclone's place that makes links to files and folders, as many clouds do: the installed rclone behind a
/// server that answers what concerns links. It can also kill whoever moves a file.
package struct LinkingProgram: Sendable {
    /// Whether its interpreter is installed.
    package static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    /// When the program that asks for a move is killed.
    package enum MoveKill: String, CaseIterable, Sendable {
        case before, after
    }

    private let tree: TemporaryTree
    private let directory: FilePath

    /// - Parameter directory: its directory in the tree, which also has its links.
    package init(in tree: TemporaryTree, at directory: FilePath) throws {
        (self.tree, self.directory) = (tree, directory)
        let program = directory.appending("rclone")
        try tree.write(program, Array(Self.script.utf8))
        try tree.setPermissions(program, .ownerReadWriteExecute)
    }

    /// Its absolute path.
    package var path: FilePath { tree.path(directory.appending("rclone")) }

    /// The paths to which there are links.
    package func links() throws -> [String] {
        guard let data = FileManager.default.contents(atPath: tree.path(directory.appending("links")).string) else {
            return []
        }
        return try JSONDecoder().decode([String].self, from: data)
    }

    /// Kills the program when it moves a file from now on; nil to stop that.
    package func kill(_ time: MoveKill?) throws {
        try tree.write(directory.appending("kill"), Array((time?.rawValue ?? "").utf8))
    }

    /// Passes calls on to rclone, which ends with it, but for those about links. Those there are, by path, are in the
    /// file `links` beside it; the file `kill` says when to kill whoever moves a file.
    private static let script = """
        #!/usr/bin/python3
        from ctypes import CDLL
        from http.client import HTTPConnection
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from json import dumps, load, loads
        from os import getppid, kill
        from pathlib import Path
        from re import search
        from shutil import which
        from signal import SIGKILL
        from subprocess import PIPE, Popen
        from sys import argv, stderr
        from threading import Lock, Thread

        links, lock = Path(__file__).with_name("links"), Lock()
        killing = Path(__file__).with_name("kill")
        real = which("rclone", path="/usr/local/bin:/usr/bin:/bin")
        program = Popen([real] + argv[1:], stderr=PIPE, text=True, preexec_fn=lambda: CDLL(None).prctl(1, SIGKILL))
        port = None
        while port is None:
            port = search("http://127.0.0.1:([0-9]+)/", program.stderr.readline())
        port = int(port.group(1))

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass

            def ask(self, method, path, body=None):
                kept = {k: v for k, v in self.headers.items() if k in ("Authorization", "Content-Type", "Range")}
                connection = HTTPConnection("127.0.0.1", port)
                connection.request(method, path, body, kept)
                answer = connection.getresponse()
                answer_body = answer.read()
                connection.close()
                return answer.status, answer_body

            def tell(self, status, body):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self): self.tell(*self.ask("GET", self.path))

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if self.path == "/operations/publiclink": return self.link(body)
                time = killing.read_text() if self.path == "/operations/movefile" and killing.exists() else ""
                if time == "before": return kill(getppid(), SIGKILL)
                status, answer = self.ask("POST", self.path, body)
                if time == "after": kill(getppid(), SIGKILL)
                if self.path == "/operations/fsinfo" and status == 200:
                    info = loads(answer)
                    info["Features"]["PublicLink"] = True
                    answer = dumps(info).encode()
                self.tell(status, answer)

            def link(self, body):
                words = loads(body)
                status, answer = self.ask("POST", "/operations/stat", body)
                with lock:
                    known = set(load(links.open())) if links.exists() else set()
                    if words.get("unlink"):
                        known.discard(words["remote"])
                    elif status != 200 or loads(answer)["item"] is None:
                        return self.tell(500, b'{"error": "object not found"}')
                    else:
                        known.add(words["remote"])
                    links.write_text(dumps(sorted(known)))
                url = "" if words.get("unlink") else "https://cloud.example/" + words["remote"]
                self.tell(200, dumps({"url": url}).encode())

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print("NOTICE: Serving remote control on http://127.0.0.1:%d/" % server.server_port, file=stderr, flush=True)
        Thread(target=lambda: program.stderr.read(), daemon=True).start()
        server.serve_forever()

        """
}
