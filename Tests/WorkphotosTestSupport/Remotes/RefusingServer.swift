internal import Glibc
internal import SystemPackage

/// A WebDAV or S3 server in memory that refuses some requests with a given status and text. It ends when the value is
/// released.
package final class RefusingServer {
    /// The protocol.
    package enum Kind: String, Sendable { case webdav, s3 }

    /// What it does with a refused request all the same.
    package enum Deed: String, Sendable {
        case nothing, all
        /// It copies what is to be moved, or the first byte of that, or only makes room for it.
        case copy, copyBeginning, makeRoom
        /// It refuses only one, and carries that out after what was sent once more was moved.
        case storeLater
        /// It carries a move out when what is to be moved is to be removed.
        case moveLater
    }

    /// Whether Python, which runs it, is installed.
    package static let isPossible = unsafe access(python, X_OK) == 0
    private static let python = "/usr/bin/python3"

    private let kind: Kind
    private let port: String
    private let running: Running

    /// - Parameters:
    ///   - requests: a part of method and path of refused requests, such as `PUT /b/Office`.
    ///   - deed: what it does with a refused request all the same.
    ///   - home: a directory for its run.
    package init(
        _ kind: Kind, refusing requests: String, with status: Int, _ words: String = "", doing deed: Deed = .nothing,
        home: String
    ) throws {
        self.kind = kind
        let running = try Program(path: Self.python, home: home).start(
            ["-c", Self.text, kind.rawValue, requests, "\(status)", words, deed.rawValue])
        self.running = running
        guard eventually({ running.notes.hasSuffix("\n") || !running.isRunning }), running.isRunning else {
            throw ServerTrouble(notes: running.notes)
        }
        port = String(running.notes.prefix { $0.isNumber })
    }

    /// How many requests were refused.
    package var refusals: Int { running.notes.split(separator: "\n").count { $0 == "refused" } }

    /// The remote `server` in rclone's configuration.
    package var configuration: String {
        switch kind {
        case .webdav:
            "[server]\ntype = webdav\nvendor = other\nurl = http://127.0.0.1:\(port)/\nbearer_token = opensesame\n"
        case .s3:
            "[server]\ntype = s3\nprovider = Other\nendpoint = http://127.0.0.1:\(port)\naccess_key_id = anna\n"
                + "secret_access_key = opensesame\n"
        }
    }

    private static let text = #"""
        from hashlib import md5
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from sys import argv, stderr
        from urllib.parse import unquote, urlsplit
        kind, refused, status, words, deed = argv[1], argv[2], int(argv[3]), argv[4].encode(), argv[5]
        files, seen, late, date = {}, [], [], "Mon, 04 May 2026 10:00:00 GMT"
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *words): pass
            def reply(self, status, body=b"", headers={}):
                if self.silent: return
                self.send_response(status)
                for name, value in headers.items(): self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD": self.wfile.write(body)
            def answer(self):
                data = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = unquote(urlsplit(self.path).path).rstrip("/") or "/"
                self.silent = False
                if refused in self.command + " " + path and (deed != "storeLater" or not seen):
                    seen.append(path)
                    print("refused", file=stderr, flush=True)
                    self.silent = True
                    if deed == "storeLater": late.append((path, data))
                    elif deed == "moveLater": late.append((path, unquote(urlsplit(self.headers["Destination"]).path)))
                    elif deed != "nothing": getattr(self, kind)(path, data)
                    self.silent = False
                    return self.reply(status, words, {"Content-Type": "application/xml"})
                getattr(self, kind)(path, data)
            def below(self, path): return [p for p in files if p.startswith(path.rstrip("/") + "/")]
            def webdav(self, path, data):
                if self.command == "MKCOL": return self.reply(405 if self.below(path) else 201)
                if self.command == "PUT":
                    files[path] = data
                    return self.reply(201)
                if self.command == "PROPFIND":
                    if path in files: return self.multistatus([path])
                    below, top = self.below(path), path.rstrip("/") + "/"
                    if path != "/" and not below: return self.reply(404)
                    names = sorted({top + p[len(top):].split("/")[0] for p in below})
                    return self.multistatus([path] + (names if self.headers.get("Depth") == "1" else []))
                if self.command == "DELETE" and deed == "moveLater":
                    for moved, to in late:
                        if moved == path and path in files: files[to] = files.pop(path)
                if path not in files: return self.reply(404)
                if self.command == "GET": return self.reply(200, files[path])
                if self.command in ("COPY", "MOVE"):
                    to = unquote(urlsplit(self.headers["Destination"]).path)
                    if to in files and self.headers.get("Overwrite") == "F": return self.reply(412)
                    files[to] = files[path]
                    if self.silent and deed == "copyBeginning": files[to] = files[path][:1]
                    if self.silent and deed == "makeRoom": files[to] = bytes(len(files[path]))
                    if self.silent and deed != "all": return
                if self.command in ("DELETE", "MOVE"): del files[path]
                if self.command == "MOVE": files.update(one for one in late if one[0] == path)
                self.reply(201)
            def multistatus(self, paths):
                text = '<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">'
                for path in paths:
                    kind = "<D:resourcetype><D:collection/></D:resourcetype>"
                    if path in files:
                        kind = "<D:resourcetype/><D:getcontentlength>%d</D:getcontentlength>" % len(files[path])
                    text += "<D:response><D:href>%s</D:href><D:propstat><D:prop>%s" % (path.replace(" ", "%20"), kind)
                    text += "<D:getlastmodified>%s</D:getlastmodified></D:prop>" % date
                    text += "<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
                self.reply(207, (text + "</D:multistatus>").encode(), {"Content-Type": "application/xml"})
            def s3(self, path, data):
                if self.command == "PUT":
                    files[path] = data
                    return self.reply(200, b"", {"ETag": '"%s"' % md5(data).hexdigest()})
                if self.command == "DELETE":
                    files.pop(path, None)
                    return self.reply(204)
                if path in files:
                    return self.reply(200, files[path], {"Last-Modified": date})
                if self.command == "GET" and path.count("/") == 1:
                    text = b'<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>'
                    return self.reply(200, text, {"Content-Type": "application/xml"})
                self.reply(404)
        for name in "GET HEAD PUT POST DELETE MKCOL COPY MOVE PROPFIND".split():
            setattr(Handler, "do_" + name, Handler.answer)
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_address[1], file=stderr, flush=True)
        server.serve_forever()
        """#
}
