import PhotoPipeline
import Testing
import WorkphotosTestSupport

/// Messages if a destination that many groups need cannot be reached.
struct AwayDestinationTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `An unreachable destination is one line and a number, and in JSON each group reports it`() async throws {
        await world.run("purge", "--yes", "--permanently")
        removable.service.isGone = true
        let outcome = await world.run("undo", "3")
        #expect(outcome.exit == 1)
        let lines = outcome.notes.split(separator: "\n").map(String.init)
        #expect(lines.count == 2, "\(outcome.notes)")
        // Groups are removed concurrently, and reported in their order.
        #expect(lines.first?.contains(#/^workphotos: .*/[abc]\.jpg: failed, unavailable: /#) == true)
        #expect(lines.last?.hasPrefix("workphotos: 2 photos more: failed, unavailable: ") == true)
        let words = lines.map { $0.split(separator: "unavailable: ").last }
        #expect(words.first == words.last)
        let objects = try await world.objects("undo", "3")
        #expect(objects.map { $0["why"] } == ["unavailable", "unavailable", "unavailable", nil])
    }

    @Test(arguments: [
        ["upload"], ["verify"], ["destination", "check", "nas"], ["share", "--with", "anna@example.com", "--yes"],
        ["share", "--stop"], ["retract", "photos/a.jpg", "--yes"],
    ])
    func `A server that does not answer from the start is told of within three seconds, with what to type next`(
        command: [String]
    ) async throws {
        let world = try World()
        let service = try world.addNAS()
        await world.addOffice()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        await world.run("destination", "add", "nas", "drive:Photos")
        #expect(await world.run("upload").exit == 0)
        service.abilities = .all
        #expect(await world.run("share", "--link", "--yes").exit == 0)
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        await world.run("scan")
        service.fail(
            .marker, with: UploadError(.transient, "connection refused", lasting: .unavailable), times: 1_000)
        let start = world.clock.now
        let outcome = await world.type(command)
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("'nas' (drive:Photos): does not answer: connection refused\n"), "\(outcome)")
        #expect(TypedLine.next(of: outcome) == ["workphotos destination check nas"])
        #expect(world.clock.now - start <= 3_000_000_000)
    }
}
