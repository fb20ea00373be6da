import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The question before a removal says how much will be read back for its proof, and from where.
struct ReadBackTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg") }

    private var bytes: Int64 {
        get throws {
            try world.names.reduce(0) { $0 + Int64(try world.tree.read(FilePath("photos/\($1)")).count) }
        }
    }

    /// The question, which is answered with no.
    private func question() async -> String {
        world.confirmation = TypedAnswers(["n"], canAsk: true)
        #expect(await world.run("purge", "--max-delete", "100%").exit == 1)
        return world.confirmation.questions.first ?? ""
    }

    @Test(arguments: [true, false])
    func `The question says how many bytes are read back, and exactly those are`(hasStamps: Bool) async throws {
        removable.service.setStamps(hasStamps)
        let reads: Int64 = hasStamps ? 1 : 2
        let words = "\((try bytes * reads).byteSize) are read back from nas to prove the copies"
        let line = try #require(await question().split(separator: "\n").first { $0.contains(" read back ") })
        #expect(line.hasPrefix("  \(words)"))
        #expect(line.contains("copies, each twice") == !hasStamps)
        let before = removable.service.calls.count
        #expect(await world.run("purge", "--yes", "--max-delete", "100%").exit == 0)
        let looks = removable.service.calls[before...].count { if case .look = $0 { true } else { false } }
        #expect(looks == 2 * Int(reads))
    }

    @Test func `If the destination's own checksums prove the copies, nothing is read back`() async throws {
        removable.service.setProofReading(.never)
        let words = "nothing is read back from nas, whose own checksums prove the copies"
        #expect(await question().contains("\n  \(words)\n"))
        let dry = await world.run("purge", "--dry-run", "--max-delete", "100%")
        #expect(dry.output.contains("\nNothing is read back from nas, whose own"))
    }

    @Test func `A dry run reports it too, also in JSON, and staging does not`() async throws {
        removable.service.setStamps(false)
        let dry = await world.run("purge", "--dry-run", "--max-delete", "100%")
        #expect(dry.output.contains("\n\((try bytes * 2).byteSize) are read back from nas to prove"))
        let summary = try #require(try await world.objects("purge", "--dry-run", "--max-delete", "100%").last)
        let readBack = try #require((summary.members["readBack"] as? [[String: Any]])?.first)
        #expect(readBack["destination"] as? String == "nas")
        #expect([readBack["copies"], readBack["reads"]].map { $0 as? Int } == [2, 2])
        #expect(readBack["bytes"] as? Int64 == (try bytes * 2))
        let staged = try #require(try await world.objects("purge", "--stage").last)
        #expect((staged.members["readBack"] as? [Any])?.isEmpty == true)
    }

    @Test func `With two destinations only the required number is read`() async throws {
        let attic = FakeUploadService(marker: DestinationMarker(random: 5, 5))
        let nas = removable.service
        try world.tree.makeDirectory("attic")
        world.uploadService = { $0.text.hasSuffix("attic") ? attic : nas }
        await world.run("destination", "add", "attic", "folder:\(world.tree.path("attic").string)")
        #expect(await world.run("upload", "--to", "attic").exit == 0)
        let once = await question()
        #expect(once.contains("\n  copies at attic, last verified at most"))
        #expect(once.contains(" is read only if another destination has lost a copy\n"))
        try removable.configure("[purge]\nrequire = 2\n")
        let both = await question()
        #expect(both.contains("are read back from nas to") && both.contains("are read back from attic to"))
    }
}
