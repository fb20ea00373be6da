internal import Foundation
internal import Glibc
internal import SystemPackage

/// What rclone is told of a remote, and where its files are.
struct RemoteDefinition {
    let kind: RemoteKind
    let spec: String
    /// The configuration.
    let text: String
    /// The directory in which the remote's path begins, where it lies on this disk.
    private let base: FilePath?
    /// The path below that.
    private let name: String

    /// Writes down a remote with a directory of its own, which is not made yet.
    ///
    /// - Parameters:
    ///   - kind: what kind of remote.
    ///   - tree: where those without a server have their files.
    ///   - server: the server.
    ///   - port: where to connect to, where that is not the server itself.
    /// - Throws: what rclone says where it cannot hide a password.
    init(_ kind: RemoteKind, in tree: TemporaryTree, at server: RemoteServer?, port: UInt16?) throws {
        self.kind = kind
        // A name that no other test has: a server may serve several.
        name = "photos-\(UInt32.random(in: 0...UInt32.max))"
        let base = kind == .s3 ? nil : server?.files ?? tree.path("files")
        self.base = base
        let home = RcloneCommand(home: tree.path, configuration: tree.path("rclone.conf"))
        let lines = try Self.lines(kind, in: tree, at: server, port: port ?? server?.port ?? 0, home)
        let first = "[\(kind.rawValue)]"
        text = ([first] + lines.map { "\($0.key) = \($0.value)" }).joined(separator: "\n") + "\n"
        spec =
            switch kind {
            // The path of a file there is its path here: a server with a shell is asked for hashes by it.
            case .local, .openssh, .opensshShell: "\(kind.rawValue):\(base?.appending(name).string ?? "")"
            case .s3: "\(kind.rawValue):\(name)/photos"
            case .alias, .crypt, .chunker, .union, .sftp, .webdav, .apache, .ftp: "\(kind.rawValue):\(name)"
            }
    }

    /// Makes the directory.
    ///
    /// - Parameter rclone: with the configuration.
    /// - Returns: where it is on this disk; nil for S3.
    /// - Throws: what rclone says, or the disk.
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
            // Who runs the server may be another user.
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
