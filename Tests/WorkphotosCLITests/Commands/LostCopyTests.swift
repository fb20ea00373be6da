import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Messages if a copy differs from its receipt.
struct LostCopyTests {
    private let removable: Removable
    private let copy: FilePath = "Office/2026/2026-05-04/b.jpg"
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    /// The notes of `purge` about a lost copy, with the words for its state.
    private func notes(_ words: String) -> String {
        "workphotos: \(world.library)/b.jpg: skipped, not-verified: the copy at nas \(words): \(copy)\n"
            + "workphotos: 1 copy does not match its receipt and counts as not uploaded now. To upload again what the "
            + "library has: workphotos upload; to check all others: workphotos verify\n"
    }

    @Test func `A lost copy is reported, ends in part, and is sent again by the suggested command`()
        async throws
    {
        removable.service.place(nil, at: copy)
        let outcome = await world.run("purge", "-qy")
        #expect(outcome == Outcome(exit: 3, notes: notes("is no longer there")))
        #expect(try removable.world.names == ["b.jpg"])
        #expect(await world.run("upload").output.hasPrefix("1 photo uploaded"))
        #expect(await world.run("purge", "-qy") == Outcome(exit: 0))
        #expect(try removable.world.names.isEmpty)
    }

    @Test func `A run that finds a copy lost is nowhere said to be good, until the copy is there again`() async throws {
        try removable.configure("[notify]\non-failure = [\"bad\"]\non-success = [\"good\"]\n")
        removable.service.place(nil, at: copy)
        #expect(await world.run("run", "-qy", "--metrics", "metrics.prom").exit == 3)
        #expect(world.notifier.calls.map(\.command) == [["bad"]])
        let runs = await world.run("runs").output
        #expect(!runs.contains("all well") && runs.contains("exit status 3"), "\(runs)")
        #expect(runs.contains(#/2 photos done, (?:1 photo skipped, )?1 missing/#), "\(runs)")
        let metrics = String(decoding: try world.tree.read("metrics.prom"), as: UTF8.self)
        #expect(
            metrics.contains("workphotos_lost_copies{user=\"anna\"} 1\n")
                && metrics.contains("workphotos_run_exit_status{user=\"anna\"} 3\n"))
        let warnings = await world.run("doctor").output
        #expect(warnings.contains("nas: 1 copy is no longer there"), "\(warnings)")
        #expect(warnings.contains("ended with exit status 3"), "\(warnings)")

        #expect(await world.run("run", "-qy", "--metrics", "metrics.prom").exit == 0)
        #expect(world.notifier.calls.map(\.command) == [["bad"], ["good"]])
        #expect(
            String(decoding: try world.tree.read("metrics.prom"), as: UTF8.self).contains(
                "workphotos_lost_copies{user=\"anna\"} 0\n"))
        #expect(await world.run("doctor").output.contains("no longer there") == false)
    }

    @Test func `A copy that verify finds lost stays a warning of doctor while nothing else failed`() async throws {
        #expect(await world.run("run", "-qy").exit == 0)
        removable.service.place(nil, at: copy)
        #expect(await world.run("verify", "-q").exit == 3)
        #expect(await world.run("doctor").output.contains("nas: 1 copy is no longer there"))
    }

    @Test func `A copy that was taken back is not missed`() async throws {
        #expect(await world.run("retract", "\(world.library)/a.jpg", "--yes").exit == 0)
        #expect(await world.run("doctor").output.contains("no longer there") == false)
        removable.service.place(nil, at: copy)
        #expect(await world.run("verify", "-q").exit == 3)
        #expect(await world.run("doctor").output.contains("nas: 1 copy is no longer there"))
    }

    @Test func `A damaged copy is reported`() async throws {
        let bytes = try #require(removable.service.bytes(at: copy))
        removable.service.place(.file(bytes.dropLast() + [0], modified: 0), at: copy)
        #expect(await world.run("purge", "-qy") == Outcome(exit: 3, notes: notes("is not what was sent")))
    }

    @Test func `A file without a copy stays in the trash, and that is reported`() async throws {
        await world.run("purge", "--yes")
        removable.service.place(nil, at: copy)
        let outcome = await world.run("runs", "--empty-trash", "3", "-qy")
        #expect(
            outcome
                == Outcome(
                    exit: 3,
                    notes: "workphotos: \(world.library)/b.jpg: skipped, not-verified: no destination has a copy\n"
                        + "workphotos: 1 photo stays in the trash. To restore what the run removed: "
                        + "workphotos undo 3\n"))
        #expect(try removable.trashed == 1)
    }
}
