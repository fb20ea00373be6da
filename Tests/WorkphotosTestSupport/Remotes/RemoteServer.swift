internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A remote's server on 127.0.0.1, with a directory for its configuration and its files.
///
/// It ends when the value is released, and with this process, whatever ends that.
package final class RemoteServer: Sendable {
    /// Its port, which stays the same after a restart.
    package let port: UInt16
    let kind: RemoteKind
    /// The directory that it serves.
    let files: FilePath
    private let tree: TemporaryTree
    private let recipe: ServerRecipe
    private let run: Mutex<ServerRun?>

    /// Starts a server on a free port.
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

    /// Its process id; nil while it is stopped.
    package var number: Int32? { run.withLock { $0?.number } }

    /// Suspends it: it accepts connections, but does not answer. ``resume()`` continues it.
    package func pause() { run.withLock { $0?.send(SIGSTOP) } }

    /// Continues it after ``pause()``.
    package func resume() { run.withLock { $0?.send(SIGCONT) } }

    /// Kills it with all its connections. moto loses its contents.
    package func stop() { run.withLock { $0 = nil } }

    /// Starts it again on the same port; does nothing if it runs.
    package func start() throws {
        try run.withLock { run in
            if run == nil { run = try recipe.run(at: port) }
        }
    }

    /// A file in its directory, such as a key.
    func path(_ name: FilePath) -> FilePath { tree.path(name) }

    /// Another program may take the port before the server starts.
    private static func started(_ recipe: ServerRecipe) throws -> (port: UInt16, run: ServerRun) {
        for _ in 0..<4 {
            let port = try LoopbackSocket.freePort()
            if let run = try? recipe.run(at: port) { return (port, run) }
        }
        let port = try LoopbackSocket.freePort()
        return (port, try recipe.run(at: port))
    }
}

/// The servers that tests share, one of each kind. Each ends when it is released.
enum SharedServers {
    private struct Place: Sendable {
        weak let server: RemoteServer?
    }
    private static let places = Mutex<[RemoteKind: Place]>([:])

    /// The running server of a kind, or a new one.
    static func server(_ kind: RemoteKind) throws -> RemoteServer {
        try places.withLock { places in
            if let server = places[kind]?.server { return server }
            let server = try RemoteServer(kind)
            places[kind] = Place(server: server)
            return server
        }
    }
}
