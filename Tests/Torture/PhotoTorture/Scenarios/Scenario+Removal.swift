internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Removals of each kind, settling them, undoing them, and emptying the trash.
    static let removals: [Scenario] =
        [
            removal("purge-trash"), removal("purge-disk", hasOwnDisk: true),
            removal("purge-permanent", command: permanent), apply,
            removal("purge-settle-early", before: kill(purge, part: 0.2, among: steps)),
            removal("purge-settle-middle", before: kill(purge, part: 0.5, among: steps)),
            removal("purge-settle-late", before: kill(purge, part: 0.8, among: steps)),
            removal("purge-settle-permanent", command: permanent, before: kill(permanent, part: 0.6, among: steps)),
            settledByUpload,
        ] + (CompiledC.isPossible ? [slowClock] : []) + [
            undo("undo-trash"), undo("undo-disk", hasOwnDisk: true),
            undo("undo-emptied", goal: .init(goal: .restored, mayBeSentOnly: true)) { world in
                try world.run(["runs", "--empty-trash", world.removal ?? "", "--yes"])
            },
            undo("undo-emptying", goal: .init(goal: .restored, mayBeSentOnly: true)) { world in
                let empty = ["runs", "--empty-trash", world.removal ?? "", "--yes"]
                try kill(empty, part: 0.4, among: ["renameat2", "unlinkat"])(world)
            },
            undo("undo-permanent", purge: permanent, goal: .init(goal: .restored, mayBeSentOnly: true)),
            undo("undo-settle") { world in
                try kill(["undo", world.removal ?? ""], part: 0.5, among: steps)(world)
            },
            emptying,
        ]

    /// The command that the tests strike.
    static let purge = ["purge", "--yes", "--max-delete", "100%"]
    static let permanent = purge + ["--permanently"]
    /// The calls that advance a removal.
    private static let steps: Set = ["renameat2", "unlinkat", "fsync", "fdatasync", "syncfs"]

    /// What a killed run began is not staged any more.
    private static let apply: Scenario = {
        var scenario = removal(
            "purge-apply", command: ["apply", "--yes", "--max-delete", "100%"],
            before: { try $0.run("purge", "--stage") })
        scenario.completion = [purge]
        return scenario
    }()

    /// Any command that changes something settles killed removals; what is removed stays removed.
    private static let settledByUpload: Scenario = {
        var scenario = removal("purge-settle-upload", before: kill(permanent, part: 0.7, among: steps))
        scenario.command = { _ in ["upload"] }
        scenario.attacks = [.twice, .signal]
        scenario.violations = { world, stage, _ in
            try RemovalCheck.violations(world, stage, .init(goal: .settled, mayBeSentOnly: true))
        }
        return scenario
    }()

    private static let slowClock: Scenario = {
        var scenario = removal("purge-clock")
        scenario.preload = .slowClock
        return scenario
    }()

    static func removal(
        _ name: String, hasOwnDisk: Bool = false, with remote: RemoteKind? = nil, command: [String] = purge,
        before: @escaping @Sendable (World) throws -> Void = { _ in }
    ) -> Scenario {
        var scenario = Scenario(
            name: name, setting: World.Setting(parallel: 4, isRemoving: true, hasOwnDisk: hasOwnDisk, remote: remote),
            prepare: { world in
                try world.upload()
                try before(world)
            }, command: { _ in command }, completionAfterError: [["scan"], ["upload"], command],
            attacks: Attack.removals(with: remote) + (command.contains("--permanently") ? [.rewritten] : []),
            violations: { world, stage, _ in
                let isPermanent = command.contains("--permanently")
                return try RemovalCheck.violations(world, stage, .init(goal: .removed, mayBeSentOnly: isPermanent))
            }, afterwards: takeBack)
        scenario.attackShare = 3
        return scenario
    }

    static func undo(
        _ name: String, hasOwnDisk: Bool = false, with remote: RemoteKind? = nil, purge command: [String] = purge,
        goal: RemovalCheck.Rules = .init(goal: .restored),
        before: @escaping @Sendable (World) throws -> Void = { _ in }
    ) -> Scenario {
        var scenario = Scenario(
            name: name, setting: World.Setting(parallel: 4, isRemoving: true, hasOwnDisk: hasOwnDisk, remote: remote),
            prepare: { world in
                try world.upload()
                try world.run(command)
                world.removal = try JournalCheck.runs(world).first
                try before(world)
            }, command: { ["undo", $0.removal ?? ""] }, attacks: Attack.undos(with: remote),
            violations: { world, stage, _ in try RemovalCheck.violations(world, stage, goal) },
            afterwards: removeAgain)
        scenario.attackShare = 3
        return scenario
    }

    private static let emptying: Scenario = {
        var scenario = undo("empty-trash")
        scenario.command = { ["runs", "--empty-trash", $0.removal ?? "", "--yes"] }
        scenario.attacks = Attack.emptyings
        scenario.violations = { world, stage, _ in
            try RemovalCheck.violations(world, stage, .init(goal: .emptied, mayBeSentOnly: true))
        }
        scenario.afterwards = takeBack
        return scenario
    }()

    /// Undoes all removals. Everything is as before then.
    private static let takeBack: @Sendable (World) throws -> [String] = { world in
        if world.isDisturbed { return [] }
        for run in try JournalCheck.runs(world) {
            let outcome = try world.program.run("undo", run)
            if outcome.exit != 0 { return ["undo \(run) ended with \(outcome)"] }
        }
        // What was changed in the trash stays there, even if the copies are restored.
        var disturbance = Disturbance()
        (disturbance.flipped, disturbance.isTrashOther) = (world.disturbance.flipped, world.disturbance.isTrashOther)
        world.disturbance = disturbance
        return try RemovalCheck.violations(world, .finished, .init(goal: .restored)).map { "after undo: \($0)" }
    }

    /// Purges again after the undo. Nothing may be removed, because restored photos are held.
    private static let removeAgain: @Sendable (World) throws -> [String] = { world in
        if world.isDisturbed { return [] }
        let outcome = try world.program.start(purge).wait()
        if outcome.exit != 0 { return ["a purge after undo ended with \(outcome)"] }
        let violations = try RemovalCheck.violations(world, .finished, .init(goal: .restored))
        return violations.map { "after another purge: \($0)" }
    }
}

extension World {
    /// The name in the trash of a file that the user trashed before.
    static let oldTrash = "old.jpg"
    static let oldBytes = Array("trashed by the user".utf8)

    /// Holds and marks photos, uploads, and puts a file of the user's into the trash.
    func upload() throws {
        try run("scan")
        for (words, photo) in [
            (["hold"], LibraryPhotos.held), (["mark", "personal"], LibraryPhotos.personal),
            (["mark", "work", "--yes"], LibraryPhotos.marked),
        ] { try run(words + [path("photos").appending(photo).string]) }
        try run("destination", "add", "backup", destination, "--create")
        try run("upload")
        let trash = FilePath(Remains.trash(of: self))
        try tree.write(trash.appending("files").appending(Self.oldTrash), Self.oldBytes)
        let info = "[Trash Info]\nPath=\(setting.hasOwnDisk ? "" : "/")old.jpg\nDeletionDate=2026-01-02T03:04:05\n"
        try tree.write(trash.appending("info").appending(Self.oldTrash + ".trashinfo"), Array(info.utf8))
        for name in [trash, trash.appending("files"), trash.appending("info")] {
            try tree.setPermissions(name, .ownerReadWriteExecute)
        }
    }
}
