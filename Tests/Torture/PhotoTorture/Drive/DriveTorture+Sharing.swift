internal import FakeDrive
internal import SystemPackage
internal import WorkphotosTestSupport

/// Checks who can see copies after a strike: no one unknown to the index, no one twice, no one who was stopped.
extension DriveTorture {
    /// A person who can see a copy. The index and Drive must agree on it.
    struct Sight: Hashable, CustomStringConvertible {
        let name: String
        /// An e-mail address; empty for anyone with the link.
        let person: String

        var description: String { "\(person.isEmpty ? "whoever has the link" : person) sees \(name)" }
    }

    /// The photo that becomes personal.
    static let victim = "IMG_0002.JPG"

    /// What others can see in Drive, one entry for each permission.
    func sights(_ scene: DriveScene) -> [Sight] {
        scene.drive.files.flatMap { file in
            scene.drive.permissions(of: file.id).map { Sight(name: file.name, person: $0.emailAddress ?? "") }
        }
    }

    /// What others can see according to the index.
    private func known(_ scene: DriveScene) throws -> Set<Sight> {
        let list = try scene.program.run("share", "--list", "--json")
        return Set(
            list.lines.filter { $0["type"] as? String == "share" }.compactMap { line in
                (line["target"] as? String).map { target in
                    Sight(
                        name: target.split(separator: "/").last.map(String.init) ?? "",
                        person: line["with"] as? String ?? "")
                }
            })
    }

    /// What others can see without the index knowing it. Must be empty at any time.
    func sharesThatAreUnknown(_ scene: DriveScene) throws -> [String] {
        let known = try known(scene)
        return sights(scene).filter { !known.contains($0) }.map { "nobody knows that \($0)" }
    }

    /// Marks a photo personal, shares and stops again, and checks what others can see after each.
    func checkSharing(_ point: DrivePoint, _ command: [String], _ scene: DriveScene) throws -> [String] {
        let path = scene.tree.path(FilePath("photos/a/\(Self.victim)")).string
        let before = Set(sights(scene).filter { $0.name == Self.victim })
        try scene.program.run("mark", "personal", path)
        var violations = try told(before, scene)
        violations += try again(point, command, scene)
        let more = Set(sights(scene).filter { $0.name == Self.victim }).subtracting(before)
        violations += more.map { "\($0), which is personal" }
        violations += try sharesThatAreUnknown(scene) + twice(scene)
        for stop in [["share", "--stop", path], ["share", "--stop"]] {
            let stopped = try scene.program.start(stop).wait()
            if stopped.exit != 0 { violations.append("\(stop) ended with \(stopped.exit): \(stopped.notes)") }
            let left = sights(scene).filter { stop.count == 2 || $0.name == Self.victim }
            violations += left.map { "\($0) after it was stopped" }
        }
        if try !known(scene).isEmpty { violations.append("the list names what was stopped") }
        try scene.program.run("mark", "auto", "--yes", path)
        return violations
    }

    /// Checks that `status` reports what others can see of a photo that is personal now.
    func told(_ sights: Set<Sight>, _ scene: DriveScene) throws -> [String] {
        let status = try scene.program.run("status", "--json").lines.first
        let told = status?["sharedButNotWork"] as? [[String: Any]] ?? []
        let persons = Set(told.map { $0["with"] as? String ?? "" })
        return sights.filter { !persons.contains($0.person) }.map { "status does not tell that \($0)" }
    }

    /// Runs the command again, and checks that it does everything that is left.
    private func again(_ point: DrivePoint, _ command: [String], _ scene: DriveScene) throws -> [String] {
        let again = try scene.program.start(command).wait()
        if again.exit != 0 { return ["the second run ended with \(again.exit): \(again.notes.suffix(300))"] }
        let seen = Set(sights(scene))
        if point.act == .stop { return seen.map { "\($0) after it was stopped" } }
        let copies = Set(scene.drive.files.filter { !$0.isFolder && !$0.trashed }.map(\.name)).filter {
            !$0.hasPrefix(".workphotos-") && !$0.hasSuffix(".xmp") && $0 != Self.victim
        }
        return copies.flatMap { copy in DriveScene.others.map { Sight(name: copy, person: $0) } }
            .filter { !seen.contains($0) }.map { "not so: \($0)" }
    }

    /// People with two permissions on one copy.
    func twice(_ scene: DriveScene) -> [String] {
        scene.drive.files.flatMap { file in
            let persons = scene.drive.permissions(of: file.id).map { $0.emailAddress ?? $0.type }
            return Set(persons).count == persons.count ? [] : ["\(file.name) is shared twice: \(persons)"]
        }
    }
}
