internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Uploads to a folder: one at a time and four at a time, staged ones, after killed runs, and on systems that lack
    /// some calls.
    static let uploads: [Scenario] =
        [
            upload("upload-1", parallel: 1), upload("upload-4", parallel: 4),
            apply,
            upload("settle-early", parallel: 1, before: kill(["upload"], part: 0.3, among: syncs)),
            upload("settle-middle", parallel: 4, before: kill(["upload"], part: 0.5, among: syncs)),
            upload("settle-late", parallel: 4, before: kill(["upload"], part: 0.9, among: syncs)),
            upload("no-renameat2", parallel: 2, conditions: ["inject=renameat2:error=EINVAL"]),
            withoutLinks,
            upload("no-openat2", parallel: 2, conditions: ["inject=openat2:error=ENOSYS"]),
        ] + (CompiledC.isPossible ? [shortWrites] : [])

    /// What fails is not staged any more; the next upload sends it.
    private static let apply: Scenario = {
        var scenario = upload(
            "apply", parallel: 4, before: { try $0.run("upload", "--stage") }, command: ["apply"])
        scenario.completion = [["upload"]]
        return scenario
    }()

    /// If a file can neither be renamed nor linked to its name, it has that name before it is complete.
    private static let withoutLinks: Scenario = {
        var scenario = upload(
            "no-link", parallel: 2, conditions: ["inject=renameat2:error=EINVAL", "inject=link,linkat:error=EPERM"])
        scenario.violations = { try uploadViolations($0, $1, $2, namesUnfinished: true) }
        return scenario
    }()

    private static let shortWrites: Scenario = {
        var scenario = upload("short-writes", parallel: 2)
        scenario.preload = .shortWrites
        return scenario
    }()

    static let syncs: Set = ["fsync", "fdatasync"]

    static func upload(
        _ name: String, parallel: Int, to remote: RemoteKind? = nil, conditions: [String] = [],
        before: @escaping @Sendable (World) throws -> Void = { _ in }, command: [String] = ["upload"]
    ) -> Scenario {
        var scenario = Scenario(
            name: name, setting: World.Setting(parallel: parallel, remote: remote), conditions: conditions,
            prepare: { world in
                try world.run("scan")
                try world.run("destination", "add", "backup", world.destination, "--create")
                try before(world)
            }, command: { _ in command }, attacks: Attack.uploads(to: remote, isSending: command != ["verify"]),
            violations: { try uploadViolations($0, $1, $2, namesUnfinished: false) })
        scenario.hasLosses = remote == nil
        return scenario
    }

    /// The violations after a struck upload, or after the one that completes it.
    private static func uploadViolations(
        _ world: World, _ stage: Stage, _ blow: Blow, namesUnfinished: Bool
    ) throws -> [String] {
        let isLossy = blow == .loss
        let unfinished = namesUnfinished && stage == .struck ? try DestinationCheck.journalled(world) : []
        let always =
            try LibraryCheck.violations(world) + IndexCheck.violations(world)
            + DestinationCheck.violations(world, unfinished: unfinished)
            + ReceiptCheck.violations(world, isLossy: isLossy)
        if stage == .struck { return always }
        return try always + DestinationCheck.finalViolations(world)
            + ReceiptCheck.finalViolations(world, isLossy: isLossy, mayLackLines: saysThatLinesAreLacking(stage))
    }

    /// Whether a successful run reported that the destination's own list lacks receipts. That is no failure: the
    /// receipts are in the index, and the next upload completes the list. A run that reports nothing must have written
    /// them.
    private static func saysThatLinesAreLacking(_ stage: Stage) -> Bool {
        guard case .ended(let notes) = stage else { return false }
        return notes.contains("the index has the receipts, and the next upload adds them there")
    }
}
