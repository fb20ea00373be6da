import Foundation
import SystemPackage
import WorkphotosTestSupport

/// A home whose work photos are uploaded to a directory through rclone, which makes links to files and folders there,
/// as many clouds do: the installed rclone behind a program that answers what concerns links.
struct LinkingRclone {
    /// Whether the program's interpreter is installed.
    static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

    let home: WorkHome
    let program: Program

    /// - Parameters:
    ///   - photos: how many work photos there are.
    ///   - makesLinks: whether rclone does so.
    /// - Throws: where the files cannot be written or the program cannot be started.
    init(photos: Int, makesLinks: Bool = true) throws {
        home = try WorkHome(photos: photos)
        let tree = home.home.tree
        try tree.makeDirectory("cloud")
        try tree.write("rclone.conf", Array("[cloud]\ntype = alias\nremote = \(tree.path("cloud"))\n".utf8))
        try tree.write("bin/rclone", Array(Self.standIn.utf8))
        try tree.setPermissions("bin/rclone", .ownerReadWriteExecute)
        var program = home.program
        program.variables["RCLONE_CONFIG"] = tree.path("rclone.conf").string
        program.variables["PATH"] = "\(makesLinks ? "\(tree.path("bin")):" : "")/usr/local/bin:/usr/bin:/bin"
        self.program = program
        try program.run("destination", "add", "cloud", "rclone:cloud:")
        try program.run("upload", "--to", "cloud")
    }

    func photo(_ name: String) -> String { "\(home.home.library)/\(name)" }

    /// What is below the destination's top, by path, without the program's own files.
    func stored() throws -> [String: [UInt8]] {
        try home.files(below: home.home.tree.path("cloud")).filter { !$0.key.hasPrefix(".workphotos-") }
    }

    /// What is in an album, by name.
    func album(_ name: String) throws -> [String: [UInt8]] {
        try home.files(below: home.home.tree.path("cloud/Albums").appending(name))
    }

    /// The paths to which there are links.
    func links() throws -> [String] {
        let path = home.home.tree.path("bin/links").string
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        return try JSONDecoder().decode([String].self, from: data)
    }

    /// Passes calls on to rclone, which ends with it, but for those about links. Those there are, by path, are in the
    /// file `links` beside it.
    private static let standIn = """
        #!/usr/bin/python3
        from ctypes import CDLL
        from http.client import HTTPConnection
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from json import dumps, load, loads
        from pathlib import Path
        from re import search
        from shutil import which
        from signal import SIGKILL
        from subprocess import PIPE, Popen
        from sys import argv, stderr
        from threading import Lock, Thread

        links, lock = Path(__file__).with_name("links"), Lock()
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
                status, answer = self.ask("POST", self.path, body)
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
