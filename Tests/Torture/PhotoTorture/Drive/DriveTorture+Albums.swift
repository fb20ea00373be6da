internal import FakeDrive
internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks an album after a strike: what is in its folder, who sees it, and that nothing of it stays after its removal.
extension DriveTorture {
    /// Finishes the album, or its removal; then takes a photo out that has become personal, and removes the album.
    func checkAlbum(_ point: DrivePoint, _ command: [String], _ scene: DriveScene) throws -> [String] {
        var violations = contentsThatAreWrong(scene)
        let again = try scene.program.start(command).wait()
        // A removal that was finished has nothing left to remove.
        if again.exit != 0, point.act == .album || !again.notes.contains("has no album") {
            violations.append("the second run ended with \(again.exit): \(again.notes.suffix(300))")
        }
        if point.act == .album {
            violations += albumThatIsNotWhole(scene) + contentsThatAreWrong(scene)
            violations += try checkVictim(scene)
            let removed = try scene.program.start(DriveScene.albumRemoval).wait()
            if removed.exit != 0 { violations.append("the removal ended with \(removed.exit): \(removed.notes)") }
        }
        violations += sights(scene).map { "\($0) after it was removed" } + copies(scene).map { "\($0.name) stays" }
        if !folders(scene).isEmpty { violations.append("the folder of the album stays") }
        let list = try scene.program.run("share", "--list")
        if list.output != "Nothing is shared.\n" { violations.append("the list names it: \(list.output)") }
        return violations
    }

    /// Takes a photo out that becomes personal.
    private func checkVictim(_ scene: DriveScene) throws -> [String] {
        let path = scene.tree.path(FilePath("photos/a/\(Self.victim)")).string
        try scene.program.run("mark", "personal", path)
        var violations = try told(Set(sights(scene)), scene)
        let taken = try scene.program.run("share", "--album", DriveScene.album, "--to", "drive", "--remove", path)
        if taken.exit != 0 { violations.append("taking out ended with \(taken.exit): \(taken.notes)") }
        if copies(scene).contains(where: { $0.name == Self.victim }) {
            violations.append("\(Self.victim) is personal, and in the album")
        }
        try scene.program.run("mark", "auto", "--yes", path)
        return violations
    }

    private func folders(_ scene: DriveScene) -> [FakeFile] {
        scene.drive.files.filter { $0.isFolder && !$0.trashed && $0.name == DriveScene.album }
    }

    /// What is in the album.
    private func copies(_ scene: DriveScene) -> [FakeFile] {
        let folders = folders(scene).map { [$0.id] }
        return scene.drive.files.filter { !$0.trashed && folders.contains($0.parents) }
    }

    /// Copies of what is no photo for others, or twice, or marked as uploads. There must be none at any time.
    private func contentsThatAreWrong(_ scene: DriveScene) -> [String] {
        let copies = copies(scene)
        let shared = photos
        var violations = copies.filter { !shared.contains($0.sha256 ?? "") }.map { "\($0.name) is in the album" }
        violations += copies.filter { $0.appProperties[scene.client.id]?["wpSha256"] != nil }
            .map { "\($0.name) in the album is marked as an upload" }
        if Set(copies.map(\.sha256)).count < copies.count { violations.append("a photo is in the album twice") }
        if folders(scene).count > 1 { violations.append("the album has \(folders(scene).count) folders") }
        return violations
    }

    /// What the album lacks when it is finished.
    private func albumThatIsNotWhole(_ scene: DriveScene) -> [String] {
        let missing = photos.subtracting(copies(scene).compactMap(\.sha256))
        let seen = Set(sights(scene))
        let lacking = DriveScene.others.map { Sight(name: DriveScene.album, person: $0) }.filter { !seen.contains($0) }
        let more = seen.filter { $0.name != DriveScene.album }
        return (missing.isEmpty ? [] : ["\(missing.count) photos are not in the album"])
            + lacking.map { "not so: \($0)" } + more.map { "\($0), which is no album" } + twice(scene)
    }

    /// The SHA-256 of the photos that the album is made of: all work files but sidecars.
    private var photos: Set<String> {
        Set(DriveScene.work.filter { !$0.path.hasSuffix(".xmp") }.map { DriveScene.hash($0.bytes) })
    }
}
