internal import Foundation
internal import Glibc
internal import SystemPackage

/// rclone's configuration of a remote, and the place of its files.
struct RemoteDefinition {
    let kind: RemoteKind
    let spec: String
    /// The configuration.
    let text: String
    /// The local directory that the remote's path starts from; nil for S3.
    private let base: FilePath?
    /// The path below that directory.
    private let name: String

    /// Defines a remote with its own directory, which is not created yet.
    ///
    /// - Parameters:
    ///   - tree: where remotes without a server have their files.
    ///   - port: the port to connect to, if it is not the server's.
    /// - Throws: rclone's error if it cannot obscure a password.
    init(_ kind: RemoteKind, in tree: TemporaryTree, at server: RemoteServer?, port: UInt16?) throws {
        self.kind = kind
        // A unique name, because a server may serve several tests.
        name = "photos-\(UInt32.random(in: 0...UInt32.max))"
        let base = kind == .s3 ? nil : server?.files ?? tree.path("files")
        self.base = base
        let home = RcloneCommand(home: tree.path, configuration: tree.path("rclone.conf"))
        let lines = try Self.lines(kind, in: tree, at: server, port: port ?? server?.port ?? 0, home)
        let first = "[\(kind.rawValue)]"
        text = ([first] + lines.map { "\($0.key) = \($0.value)" }).joined(separator: "\n") + "\n"
        spec =
            switch kind {
            // The path of a file is its local path, with which a server with a shell is asked for hashes.
            case .local, .openssh, .opensshShell: "\(kind.rawValue):\(base?.appending(name).string ?? "")"
            case .s3: "\(kind.rawValue):\(name)/photos"
            case .alias, .crypt, .chunker, .union, .sftp, .webdav, .apache, .ftp: "\(kind.rawValue):\(name)"
            }
    }

    /// Creates the directory.
    ///
    /// - Returns: the local directory; nil for S3.
    func make(with rclone: RcloneCommand) throws -> FilePath? {
        switch kind {
        case .s3:
            try rclone.output(["mkdir", "\(kind.rawValue):\(name)"])
            return nil
        case .crypt:
            try rclone.output(["mkdir", spec])
            return try base.flatMap { base in
                try FileManager.default.contentsOfDirectory(atPath: base.string).first.map { base.appending($0) }
            }
        default:
            guard let place = base?.appending(name) else { return nil }
            // The server may run as another user.
            try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.string)
            return place
        }
    }

    private static func lines(
        _ kind: RemoteKind, in tree: TemporaryTree, at server: RemoteServer?, port: UInt16, _ rclone: RcloneCommand
    ) throws -> KeyValuePairs<String, String> {
        let files = tree.path("files").string
        switch kind {
        case .local: return ["type": "local"]
        case .alias: return ["type": "alias", "remote": files]
        case .chunker: return ["type": "chunker", "remote": files, "chunk_size": "8Ki"]
        case .crypt:
            return [
                "type": "crypt", "remote": files, "password": try rclone.obscured(ServerRecipe.password),
                "password2": try rclone.obscured("salt"),
            ]
        case .union:
            try tree.makeDirectory("second")
            let both = "\"\(files)\" \"\(tree.path("second").string)\""
            return ["type": "union", "upstreams": both, "create_policy": "ff"]
        case .sftp, .ftp:
            return [
                "type": kind.rawValue, "host": "127.0.0.1", "port": "\(port)", "user": ServerRecipe.user,
                "pass": try rclone.obscured(ServerRecipe.password),
            ]
        case .openssh, .opensshShell:
            return [
                "type": "sftp", "host": "127.0.0.1", "port": "\(port)", "user": NSUserName(),
                "key_file": server?.path("client").string ?? "",
            ]
        case .webdav, .apache:
            return [
                "type": "webdav", "url": "http://127.0.0.1:\(port)", "vendor": "other", "user": ServerRecipe.user,
                "pass": try rclone.obscured(ServerRecipe.password),
            ]
        case .s3:
            return [
                "type": "s3", "provider": "Other", "access_key_id": ServerRecipe.user,
                "secret_access_key": ServerRecipe.password, "endpoint": "http://127.0.0.1:\(port)",
                "region": "us-east-1",
            ]
        }
    }
}
