internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// Uploads to a folder: one after another and four at a time, what was staged, after runs that were killed, and on
    /// systems that lack some calls.
    static let uploads: [Scenario] =
        [
            upload("upload-1", parallel: 1), upload("upload-4", parallel: 4),
            apply,
            upload("settle-early", parallel: 1, before: kill(part: 0.3)),
            upload("settle-middle", parallel: 4, before: kill(part: 0.5)),
            upload("settle-late", parallel: 4, before: kill(part: 0.9)),
            upload("no-renameat2", parallel: 2, conditions: ["inject=renameat2:error=EINVAL"]),
            upload(
                "no-link", parallel: 2, conditions: ["inject=renameat2:error=EINVAL", "inject=link,linkat:error=EPERM"]
            ),
            upload("no-openat2", parallel: 2, conditions: ["inject=openat2:error=ENOSYS"]),
        ] + (ShortWrites.arePossible ? [shortWrites] : [])

    /// What fails is staged no longer: the next upload sends it.
    private static let apply: Scenario = {
        var scenario = upload(
            "apply", parallel: 4, before: { try $0.run("upload", "--stage") }, command: ["apply"])
        scenario.completion = [["upload"]]
        return scenario
    }()

    private static let shortWrites: Scenario = {
        var scenario = upload("short-writes", parallel: 2)
        scenario.hasShortWrites = true
        return scenario
    }()

    private static func upload(
        _ name: String, parallel: Int, conditions: [String] = [],
        before: @escaping @Sendable (World) throws -> Void = { _ in }, command: [String] = ["upload"]
    ) -> Scenario {
        var scenario = Scenario(
            name: name, parallel: parallel, conditions: conditions,
            prepare: { world in
                try world.run("scan")
                let backup = "folder:\(world.path("backup").string)"
                try world.run("upload", "--to", backup, "--create", "--path", "/nowhere/*")
                try before(world)
            }, command: { _ in command }, attacks: Attack.uploads, violations: uploadViolations)
        scenario.hasLosses = true
        return scenario
    }

    /// What is wrong after an upload that was struck, or after the one that completes it.
    private static let uploadViolations: @Sendable (World, Stage, Blow) throws -> [String] = { world, stage, blow in
        let isLossy = blow == .loss
        let always =
            try LibraryCheck.violations(world) + IndexCheck.violations(world) + DestinationCheck.violations(world)
            + ReceiptCheck.violations(world, isLossy: isLossy)
        guard stage == .finished else { return always }
        return try always + DestinationCheck.finalViolations(world)
            + ReceiptCheck.finalViolations(world, isLossy: isLossy)
    }

    /// Leaves what an upload leaves that is killed so far on its way, as a part of the calls that make things last.
    private static func kill(part: Double) -> @Sendable (World) throws -> Void {
        { world in
            try world.save()
            let run = TracedRun(world: world, conditions: [], variables: [:])
            let syncs = try run.record(["upload"]).trace.calls.filter { $0.name == "fsync" || $0.name == "fdatasync" }
            try world.restore()
            let last = syncs[Int(Double(syncs.count - 1) * part)]
            let point = Point(site: CallSite(call: last.name, count: last.count), blow: .kill)
            _ = try run.strike(point, ["upload"]) {}
        }
    }
}
