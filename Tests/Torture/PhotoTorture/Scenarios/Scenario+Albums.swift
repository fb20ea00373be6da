internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Albums at rclone remotes that link to folders.
    static let albums: [Scenario] = [RemoteKind.local, .webdav]
        .filter { RemoteKind.installed.contains($0) && LinkingProgram.isPossible }.flatMap { kind in
            [
                album("rclone-\(kind.rawValue)-album", at: kind, isClean: false),
                album("rclone-\(kind.rawValue)-clean-album", at: kind, isClean: true),
            ]
        }

    private static func album(_ name: String, at kind: RemoteKind, isClean: Bool) -> Scenario {
        var setting = World.Setting(parallel: 4, remote: kind)
        setting.linksToFolders = true
        return Scenario(
            name: name, setting: setting,
            prepare: { world in
                try world.run("scan")
                try world.run("destination", "add", "backup", world.destination, "--create")
                try world.run("upload")
            },
            command: { world in
                ["share", "--album", AlbumCheck.name, "--link", "--yes"]
                    + (isClean ? ["--strip-location"] + plain(world) : [])
            }, attacks: Attack.connections(of: kind),
            violations: { world, stage, _ in try AlbumCheck(world, isClean: isClean).violations(at: stage) },
            afterwards: removeAlbum)
    }

    /// The photos of one file, which can be cleaned.
    private static func plain(_ world: World) -> [String] {
        Dictionary(grouping: world.photos.filter { $0.verdict == .work }, by: \.group).values
            .filter { $0.count == 1 }.map { world.path("photos").pushing(FilePath($0[0].path)).string }.sorted()
    }

    /// Removes the album, of which nothing may stay.
    private static let removeAlbum: @Sendable (World) throws -> [String] = { world in
        let removed = try world.program.run("share", "--stop", "--album", AlbumCheck.name, "--remove-copies", "--yes")
        if removed.exit != 0 { return ["its removal ended with \(removed)"] }
        let list = try world.program.run("share", "--list")
        return try AlbumCheck(world, isClean: false).left
            + (list.output == "Nothing is shared.\n" ? [] : ["the list names it: \(list.output)"])
    }
}
