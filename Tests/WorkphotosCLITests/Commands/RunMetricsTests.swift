import SystemPackage
import Testing
import WorkphotosTestSupport

/// How a run came out, for Prometheus.
struct RunMetricsTests {
    private let night: Night
    private var world: World { night.world }

    init() async throws {
        night = try await Night()
    }

    /// The values by their names with labels.
    private func metrics() throws -> [String: String] {
        let text = String(decoding: try world.tree.read("node/workphotos.prom"), as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                let parts = line.split(separator: " ")
                return (String(parts[0]), String(parts[1]))
            })
    }

    @Test func `They are written at the end, complete and alone`() async throws {
        try world.tree.makeDirectory("node")
        #expect(await world.run("run", "--no-purge", "--metrics", "node/workphotos.prom").exit == 0)
        let metrics = try metrics()
        #expect(metrics["workphotos_run_exit_status"] == "0")
        #expect(metrics["workphotos_run_step_exit_status{step=\"upload\"}"] == "0")
        #expect(metrics["workphotos_photos{verdict=\"work\"}"] == "2")
        #expect(metrics["workphotos_upload_photos{state=\"uploaded\"}"] == "2")
        #expect(metrics["workphotos_run_last_success_timestamp_seconds"] == "\(world.clock.now / 1_000_000_000)")
        let names = try world.tree.snapshot().keys.filter { $0.hasPrefix("node/") }
        #expect(names == ["node/workphotos.prom"])
    }

    @Test func `A run that failed early is in them too, and a dry run writes none`() async throws {
        try world.tree.makeDirectory("node")
        #expect(await world.run("run", "-n", "--metrics", "node/workphotos.prom").exit == 0)
        #expect(!world.tree.exists("node/workphotos.prom"))
        try night.configure("[purge]\nmax-delete = \"90%\"\n")
        #expect(await world.run("run", "--stage", "--metrics", "node/workphotos.prom").exit == 78)
        #expect(try metrics()["workphotos_run_exit_status"] == "78")
    }

    @Test func `A write error is reported and does not change the run's result`() async throws {
        try world.tree.makeDirectory("node/workphotos.prom")
        let outcome = await world.run("run", "--no-purge", "--metrics", "node/workphotos.prom")
        #expect(outcome.exit == 0)
        #expect(outcome.notes.contains("--metrics: node/workphotos.prom: Cannot be written"))
    }

    @Test(arguments: ["node", "file"])
    func `A directory that does not exist is an error before anything is done, and is not made`(
        name: String
    ) async throws {
        try world.tree.write("file")
        let outcome = await world.run("run", "--no-purge", "--metrics", "\(name)/workphotos.prom")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("--metrics: there is no directory \(world.tree.path(FilePath(name)))"))
        #expect(!world.tree.exists("node"))
        #expect(!world.tree.exists(world.index))
        #expect(await world.run("run", "-n", "--metrics", "\(name)/workphotos.prom").exit == 64)
    }
}
