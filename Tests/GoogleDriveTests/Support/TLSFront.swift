import Foundation

/// TLS in front of a server of a test: Python's, which accepts connections on a port of 127.0.0.1 with
/// ``TestCertificate`` and passes on what is inside. It ends with the test, whatever happens: its input is closed then.
final class TLSFront: Sendable {
    let port: Int
    private let process: Process
    private let input: Pipe

    private static let program = """
        from os import _exit; from sys import argv, stdin; from threading import Thread
        from socket import SHUT_WR, create_connection, create_server; from ssl import PROTOCOL_TLS_SERVER, SSLContext
        context = SSLContext(PROTOCOL_TLS_SERVER)
        context.load_cert_chain(argv[1])
        listener = create_server(("127.0.0.1", 0))
        def pump(one, other):
            try:
                while data := one.recv(65536): other.sendall(data)
                other.shutdown(SHUT_WR)
            except (OSError, ValueError): pass
        def serve(connection):
            try:
                inside = context.wrap_socket(connection, server_side=True)
                server = create_connection(("127.0.0.1", int(argv[2])))
            except (OSError, ValueError): return connection.close()
            Thread(target=pump, args=(inside, server), daemon=True).start()
            pump(server, inside)
            inside.close()
        def accept():
            while True: Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
        Thread(target=accept, daemon=True).start()
        print(listener.getsockname()[1], flush=True)
        stdin.read()
        _exit(0)
        """

    /// Starts it.
    ///
    /// - Parameter server: the port of the server behind it.
    /// - Throws: where there is no Python.
    init(before server: Int) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "workphotos-\(UUID().uuidString).pem")
        try Data("\(TestCertificate.certificate)\n\(TestCertificate.key)\n".utf8).write(to: file)
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.program, file.path, "\(server)"]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        (self.process, self.input) = (process, input)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        try FileManager.default.removeItem(at: file)
        guard let port = Int(line.filter(\.isNumber)) else { throw CocoaError(.executableLoad) }
        self.port = port
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
