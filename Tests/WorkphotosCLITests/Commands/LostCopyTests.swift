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
        #expect(await world.run("upload").output.hasPrefix("1 uploaded"))
        #expect(await world.run("purge", "-qy") == Outcome(exit: 0))
        #expect(try removable.world.names.isEmpty)
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
                        + "workphotos: 1 group stays in the trash. To restore what the run removed: "
                        + "workphotos undo 3\n"))
        #expect(try removable.trashed == 1)
    }
}
