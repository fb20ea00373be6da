internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Copies that are taken back from a folder, and settling that.
    static let retractions: [Scenario] = [
        retraction("retract"),
        retraction("retract-settle") { world in
            try kill(retract(world), part: 0.6, among: ["renameat2", "fsync", "fdatasync", "syncfs"])(world)
        },
    ]

    /// A group of three files and one of two.
    private static let groups = ["a/DSC_0006", "a/IMG_0004"]

    private static func retract(_ world: World) -> [String] {
        ["retract", "--yes"] + groups.map { world.path("photos").appending("\($0).JPG").string }
    }

    private static func retraction(
        _ name: String, before: @escaping @Sendable (World) throws -> Void = { _ in }
    ) -> Scenario {
        Scenario(
            name: name,
            prepare: { world in
                try world.run("scan")
                try world.run("destination", "add", "backup", world.destination, "--create")
                try world.run("upload")
                try before(world)
            }, command: retract,
            violations: { world, stage, _ in
                try RetractionCheck(world, takenBack: world.photos.filter { groups.contains($0.group) })
                    .violations(at: stage)
            }, afterwards: sendNothing)
    }

    /// Uploads again. What was taken back may not be sent.
    private static let sendNothing: @Sendable (World) throws -> [String] = { world in
        let before = try world.copies
        let outcome = try world.program.start(["upload"]).wait()
        if outcome.exit != 0 { return ["an upload afterwards ended with \(outcome)"] }
        let sent = try world.copies.keys.filter { before[$0] == nil }.sorted()
        return sent.map { "sent again, though it was taken back: \($0)" }
    }
}
