internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A server of a remote on 127.0.0.1, with a directory of its own for what it is told and what it keeps.
///
/// It ends with the last use of the value, and with this process, whatever ends that.
package final class RemoteServer: Sendable {
    /// Where it listens, also after it was stopped and started again.
    package let port: UInt16
    let kind: RemoteKind
    /// What it serves.
    let files: FilePath
    private let tree: TemporaryTree
    private let recipe: ServerRecipe
    private let run: Mutex<ServerRun?>

    /// Starts a server at a port that is free.
    init(_ kind: RemoteKind) throws {
        tree = try TemporaryTree()
        self.kind = kind
        files = tree.path("files")
        recipe = try ServerRecipe(kind, in: tree)
        let started = try Self.started(recipe)
        port = started.port
        run = Mutex(started.run)
    }

    deinit { stop() }

    /// The number of its process; nil while it is stopped.
    package var number: Int32? { run.withLock { $0?.number } }

    /// Has it stand still: it takes connections, and answers nothing. It goes on with ``resume()``.
    package func pause() { run.withLock { $0?.send(SIGSTOP) } }

    /// Has it go on after ``pause()``.
    package func resume() { run.withLock { $0?.send(SIGCONT) } }

    /// Kills it, and with it every connection. What moto kept is gone.
    package func stop() { run.withLock { $0 = nil } }

    /// Starts it again at the same port; nothing where it runs.
    package func start() throws {
        try run.withLock { run in
            if run == nil { run = try recipe.run(at: port) }
        }
    }

    /// A file of its directory, such as a key.
    func path(_ name: FilePath) -> FilePath { tree.path(name) }

    /// Another program may take the port in the moment between.
    private static func started(_ recipe: ServerRecipe) throws -> (port: UInt16, run: ServerRun) {
        for _ in 0..<4 {
            let port = try LoopbackSocket.freePort()
            if let run = try? recipe.run(at: port) { return (port, run) }
        }
        let port = try LoopbackSocket.freePort()
        return (port, try recipe.run(at: port))
    }
}

/// The servers that several tests use at a time, one of a kind. Each ends with its last use.
enum SharedServers {
    private struct Place: Sendable {
        weak let server: RemoteServer?
    }
    private static let places = Mutex<[RemoteKind: Place]>([:])

    /// The server of a kind that is in use, or a new one.
    static func server(_ kind: RemoteKind) throws -> RemoteServer {
        try places.withLock { places in
            if let server = places[kind]?.server { return server }
            let server = try RemoteServer(kind)
            places[kind] = Place(server: server)
            return server
        }
    }
}
