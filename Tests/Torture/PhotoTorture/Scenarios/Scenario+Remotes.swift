internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Uploads to rclone remotes, and removals that rely on copies there, for each available kind.
    static let remotes: [Scenario] = [RemoteKind.local, .crypt, .sftp, .webdav, .s3]
        .filter(RemoteKind.installed.contains).flatMap(remote)

    private static func remote(_ kind: RemoteKind) -> [Scenario] {
        let name = "rclone-\(kind.rawValue)"
        let fromDestination = RemovalCheck.Rules(goal: .restored, mayBeSentOnly: true)
        return [
            upload("\(name)-upload", parallel: 4, to: kind),
            upload("\(name)-settle", parallel: 4, to: kind, before: kill(["upload"], part: 0.7, among: syncs)),
            upload("\(name)-verify", parallel: 4, to: kind, before: { try $0.run("upload") }, command: ["verify"]),
            removal("\(name)-purge-trash", with: kind),
            removal("\(name)-purge-permanent", with: kind, command: permanent),
            undo("\(name)-undo-trash", with: kind),
            undo("\(name)-undo-permanent", with: kind, purge: permanent, goal: fromDestination),
        ]
    }
}
