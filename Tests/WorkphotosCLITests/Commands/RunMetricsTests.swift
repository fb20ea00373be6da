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
        #expect(metrics["workphotos_run_exit_status{user=\"anna\"}"] == "0")
        #expect(metrics["workphotos_run_step_exit_status{user=\"anna\",step=\"upload\"}"] == "0")
        #expect(metrics["workphotos_photos{user=\"anna\",verdict=\"work\"}"] == "2")
        #expect(metrics["workphotos_upload_photos{user=\"anna\",state=\"uploaded\"}"] == "2")
        #expect(
            metrics["workphotos_run_last_success_timestamp_seconds{user=\"anna\"}"]
                == "\(world.clock.now / 1_000_000_000)")
        let names = try world.tree.snapshot().keys.filter { $0.hasPrefix("node/") }
        #expect(names == ["node/workphotos.prom"])
        #expect(metrics.keys.allSatisfy { $0.contains("{user=\"anna\"") }, "files of several users stand side by side")
    }

    @Test func `A run that failed early is in them too, and a dry run writes none`() async throws {
        try world.tree.makeDirectory("node")
        #expect(await world.run("run", "-n", "--metrics", "node/workphotos.prom").exit == 0)
        #expect(!world.tree.exists("node/workphotos.prom"))
        try night.configure("[purge]\nmax-delete = \"90%\"\n")
        #expect(await world.run("run", "--stage", "--metrics", "node/workphotos.prom").exit == 78)
        #expect(try metrics()["workphotos_run_exit_status{user=\"anna\"}"] == "78")
    }

    @Test func `A run whose metrics cannot be written does not hide it`() async throws {
        // The temporary name is too long for a file.
        let file = String(repeating: "m", count: 240) + ".prom"
        let outcome = await world.run("run", "--no-purge", "--metrics", file)
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("--metrics: \(file): The metrics cannot be written: "), "\(outcome.notes)")
        #expect(await world.run("runs").output.contains("exit status 3"))
    }

    @Test func `Only metrics are replaced: another name may be a typing error`() async throws {
        try world.tree.makeDirectory("directory.prom")
        try world.tree.makePipe("pipe.prom")
        try world.tree.write("photo.jpg", Array("a photo".utf8))
        for name in ["directory.prom", "pipe.prom", "photo.jpg", "photos/a.jpg"] {
            let outcome = await world.run("run", "--yes", "--metrics", name)
            #expect(outcome.exit == 64)
            #expect(outcome.notes.contains("--metrics: The metrics cannot be written: "), "\(outcome.notes)")
        }
        #expect(await world.run("run", "--yes", "--metrics", world.index.string).exit == 64)
        #expect(try world.tree.read("photo.jpg") == Array("a photo".utf8))
        #expect(!world.tree.exists(world.index))
        try world.tree.write("empty.prom", [])
        for _ in 0..<2 { #expect(await world.run("run", "--no-purge", "--metrics", "empty.prom").exit == 0) }
    }

    @Test(arguments: ["node", "file"])
    func `A directory that does not exist is an error before anything is done, and is not made`(
        name: String
    ) async throws {
        try world.tree.write("file")
        let outcome = await world.run("run", "--no-purge", "--metrics", "\(name)/workphotos.prom")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("\(name)/workphotos.prom: --metrics: The metrics cannot be written: "))
        #expect(!world.tree.exists("node"))
        #expect(!world.tree.exists(world.index))
        #expect(await world.run("run", "-n", "--metrics", "\(name)/workphotos.prom").exit == 64)
    }
}
