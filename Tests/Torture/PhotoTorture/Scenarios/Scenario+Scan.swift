internal import SystemPackage
internal import WorkphotosTestSupport

extension Scenario {
    /// The first scan of a library, without an index.
    static let scan = Scenario(
        name: "scan", prepare: { try $0.tree.remove("home/.local") }, command: { _ in ["scan"] },
        violations: { world, stage, _ in
            let always = try LibraryCheck.violations(world) + IndexCheck.violations(world)
            if stage == .struck { return always }
            let list = try world.program.run("list", "--json").output
            return always
                + (list == world.undisturbed.list ? [] : ["the list is another than after an undisturbed scan"])
        })
}
