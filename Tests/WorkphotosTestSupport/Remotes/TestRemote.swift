internal import Foundation
internal import Glibc
package import SystemPackage

/// An rclone remote on this machine for one test.
///
/// It is removed when the value is released: its contents, and its server if no other test uses that.
package final class TestRemote: Sendable {
    /// How a remote uses a server, if it has one.
    package enum ServerUse: Sendable {
        /// Shared with other tests, each with its own directory or bucket.
        case shared
        /// Its own, so that it can be stopped.
        case own
        /// Its own, behind a proxy that can cut its connections.
        case behindProxy
    }

    package let kind: RemoteKind
    /// The part of the spec after `rclone:`: `REMOTE:PATH`. The directory exists and is empty; in S3 only its bucket
    /// exists.
    package let spec: String
    /// An rclone configuration file with only this remote; rclone may write to it.
    package let configurationFile: FilePath
    /// The local directory with the remote's files, under the same names except for `crypt`, and in chunks for
    /// `chunker`; nil for S3.
    package let place: FilePath?
    /// Its own server, to be stopped and started; nil if it has none.
    package let server: RemoteServer?
    /// The proxy, if one was requested.
    package let proxy: CuttingProxy?
    private let tree: TemporaryTree
    /// Keeps the shared server alive.
    private let shared: RemoteServer?

    /// Makes an empty remote, and starts its server if no shared one is running.
    ///
    /// - Parameters:
    ///   - kind: the kind; one that is not in ``RemoteKind/installed`` throws.
    ///   - use: whether it has its own server.
    /// - Throws: the output of the server or of rclone.
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

    /// The text of the configuration file.
    package var configuration: String {
        get throws { String(decoding: try tree.read("rclone.conf"), as: UTF8.self) }
    }

    /// A path below the remote's, in rclone's format: `sftp:destination/a.jpg`.
    package func spec(of path: String) -> String { "\(spec)/\(path)" }

    /// Runs rclone with this configuration and none of the user's.
    @discardableResult
    package func rclone(_ arguments: String...) throws -> Outcome { try rclone(arguments) }

    /// Runs rclone with this configuration and none of the user's.
    @discardableResult
    package func rclone(_ arguments: [String]) throws -> Outcome {
        try RcloneCommand(home: tree.path, configuration: configurationFile).run(arguments)
    }
}

struct RcloneCommand: Sendable {
    let home: FilePath
    let configuration: FilePath

    func run(_ arguments: [String]) throws -> Outcome {
        var program = Program(path: RemoteProgram.rclone.path ?? "rclone", home: home.string)
        program.variables["RCLONE_CONFIG"] = configuration.string
        return try program.start(arguments).wait()
    }

    /// An obscured password for rclone's configuration.
    func obscured(_ password: String) throws -> String {
        try output(["obscure", password]).trimmingCharacters(in: .newlines)
    }

    /// Its output. Throws its error messages if it fails.
    @discardableResult
    func output(_ arguments: [String]) throws -> String {
        let outcome = try run(arguments)
        guard outcome.exit == 0 else { throw ServerTrouble(notes: outcome.notes) }
        return outcome.output
    }
}
