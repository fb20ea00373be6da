internal import Foundation
internal import Glibc
package import SystemPackage

/// A place that rclone reaches, for one test, on this machine alone.
///
/// It goes with the last use of the value: what it holds, and its server where no other test uses that.
package final class TestRemote: Sendable {
    /// How the remote has its server, where it has one.
    package enum ServerUse: Sendable {
        /// With other tests, each with a directory or bucket of its own.
        case shared
        /// For itself, so that it can be stopped.
        case own
        /// For itself, and behind what can cut its connections.
        case behindProxy
    }

    /// What kind it is.
    package let kind: RemoteKind
    /// What stands behind `rclone:`: `REMOTE:PATH`. The directory is there, and empty; in S3 only its bucket is.
    package let spec: String
    /// A file of rclone's that defines the remote, and nothing else; rclone may write to it.
    package let configurationFile: FilePath
    /// The directory of this disk that has what the remote has below its path: under the same names but for `crypt`,
    /// and in pieces for `chunker`. nil for S3.
    package let place: FilePath?
    /// Its server, to be stopped and started; nil where it has none for itself.
    package let server: RemoteServer?
    /// What cuts connections, where it was asked for.
    package let proxy: CuttingProxy?
    private let tree: TemporaryTree
    /// Kept for as long as this is in use.
    private let shared: RemoteServer?

    /// Makes an empty remote, and starts its server where none is running for others.
    ///
    /// - Parameters:
    ///   - kind: what kind; one that is not in ``RemoteKind/installed`` throws.
    ///   - use: whether it has its server for itself.
    /// - Throws: what the server, or rclone, wrote.
    package init(_ kind: RemoteKind, server use: ServerUse = .shared) throws {
        tree = try TemporaryTree()
        self.kind = kind
        let isShared = use == .shared
        let server = kind.hasServer ? try isShared ? SharedServers.server(kind) : RemoteServer(kind) : nil
        (self.server, shared) = (isShared ? nil : server, server)
        proxy = use == .behindProxy ? try server.map { try CuttingProxy(to: $0.port) } : nil
        configurationFile = tree.path("rclone.conf")
        let definition = try RemoteDefinition(kind, in: tree, at: server, port: proxy?.port)
        try tree.write("rclone.conf", Array(definition.text.utf8))
        spec = definition.spec
        let rclone = RcloneCommand(home: tree.path, configuration: configurationFile)
        place = try definition.make(with: rclone)
    }

    /// What the file of rclone's says.
    package var configuration: String {
        get throws { String(decoding: try tree.read("rclone.conf"), as: UTF8.self) }
    }

    /// A path below the remote's, as rclone takes it: `sftp:destination/a.jpg`.
    package func spec(of path: String) -> String { "\(spec)/\(path)" }

    /// Runs rclone with the file that defines the remote, and nothing of the user's.
    @discardableResult
    package func rclone(_ arguments: String...) throws -> Outcome { try rclone(arguments) }

    /// The same.
    @discardableResult
    package func rclone(_ arguments: [String]) throws -> Outcome {
        try RcloneCommand(home: tree.path, configuration: configurationFile).run(arguments)
    }
}

/// rclone with a configuration of its own.
struct RcloneCommand: Sendable {
    let home: FilePath
    let configuration: FilePath

    func run(_ arguments: [String]) throws -> Outcome {
        var program = Program(path: RemoteProgram.rclone.path ?? "rclone", home: home.string)
        program.variables["RCLONE_CONFIG"] = configuration.string
        return try program.start(arguments).wait()
    }

    /// A password as rclone's configuration has it.
    func obscured(_ password: String) throws -> String {
        try output(["obscure", password]).trimmingCharacters(in: .newlines)
    }

    /// What it prints; throws what it says where it fails.
    @discardableResult
    func output(_ arguments: [String]) throws -> String {
        let outcome = try run(arguments)
        guard outcome.exit == 0 else { throw ServerTrouble(notes: outcome.notes) }
        return outcome.output
    }
}
