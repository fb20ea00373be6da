import SystemPackage
import Testing
import WorkphotosTestSupport

/// Changes of fences that turn personal photos to work are asked about, and can be undone.
struct FenceUndoTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func verdicts() async throws -> [String?] {
        try await world.objects("list").dropLast().map { $0["verdict"] }
    }

    @Test func `The file and the verdicts are again as they were`() async throws {
        let before = try world.tree.read(world.fences)
        await world.run("fence", "edit", "Office", "--radius", "200m")
        await world.run("fence", "add", "Cafe", "--at", "52.5245,13.405", "--radius", "50m")
        #expect(await world.run("fence", "undo", "-n").exit == 0)
        let first = await world.run("fence", "undo")
        #expect(first.exit == 0 && first.output.contains("Undid fence add of "))
        #expect(await world.run("fence", "undo").exit == 0)
        #expect(try world.tree.read(world.fences) == before)
        #expect(await world.run("fence", "undo").exit == 0, "the first fence was added to no file")
        #expect(try await verdicts() == ["unsure", "unsure"])
        #expect(await world.run("fence", "undo").exit == 1)
    }

    @Test func `A file that was edited by hand since is left alone`() async throws {
        await world.run("fence", "edit", "Office", "--radius", "200m")
        let edited = try world.tree.read(world.fences) + Array("\n".utf8)
        try world.tree.write(world.fences, edited)
        let outcome = await world.run("fence", "undo")
        #expect(outcome.exit == 1 && outcome.notes.contains("changed by other means"))
        #expect(try world.tree.read(world.fences) == edited)
    }

    @Test func `Removing a fence asks, and can be undone`() async throws {
        #expect(await world.run("fence", "remove", "Office").exit == 64)
        world.confirmation = TypedAnswers(["n", "y"], canAsk: true)
        #expect(await world.run("fence", "remove", "Office").exit == 1)
        #expect(try await verdicts() == ["work", "personal"])
        #expect(await world.run("fence", "remove", "Office").exit == 0)
        #expect(world.confirmation.questions.last?.contains("workphotos fence undo") == true)
        #expect(try await verdicts() == ["unsure", "unsure"])
        #expect(await world.run("fence", "undo").exit == 0)
        #expect(try await verdicts() == ["work", "personal"])
    }

    @Test func `A fence that changes while the question stands is asked about again`() async throws {
        let (tree, fences) = (world.tree, world.fences)
        let before = try tree.read(fences)
        await world.run("fence", "edit", "Office", "--radius", "200km", "--yes")
        let other = try tree.read(fences)
        try tree.write(fences, before)
        world.confirmation = TypedAnswers(["y", "y"], canAsk: true) {
            do { try tree.write(fences, other) } catch { Issue.record(error) }
        }
        #expect(await world.run("fence", "remove", "Office").exit == 0)
        let questions = world.confirmation.questions
        #expect(questions.count == 2)
        #expect(questions.first?.contains("1 work -> unsure") == true)
        #expect(questions.last?.contains("2 work -> unsure") == true)
    }

    @Test func `Taking away a fence that is never work asks if a photo becomes work, and undoing it does too`()
        async throws
    {
        await world.run("fence", "add", "Quiet", "--kind", "never", "--at", "52.52,13.405", "--radius", "50m")
        #expect(try await verdicts() == ["personal", "personal"])
        #expect(await world.run("fence", "undo").exit == 64)
        #expect(await world.run("fence", "edit", "Quiet", "--at", "52.6,13.4").exit == 64)
        #expect(await world.run("fence", "edit", "Quiet", "--radius", "60m").exit == 0)
        #expect(await world.run("fence", "undo").exit == 0)
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.run("fence", "undo").exit == 0)
        #expect(try await verdicts() == ["work", "personal"])
    }

    @Test func `Undoing asks where a fence that is never work goes away, though no photo is in it`() async throws {
        await world.run("fence", "add", "Away", "--kind", "never", "--at", "52.7,13.9", "--radius", "80m")
        await world.run("fence", "edit", "Away", "--radius", "90m")
        #expect(await world.run("fence", "undo").exit == 0, "it is still there")
        let alone = await world.run("fence", "undo")
        #expect(alone.exit == 64 && alone.notes.contains("removes the fence Away, which is never work"), "\(alone)")
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office", "Away"])
        #expect(await world.run("fence", "undo", "--yes").exit == 0)
        #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office"])
    }

    @Test func `Many personal photos become work only after their number was typed`() async throws {
        for number in 0..<101 {
            var photo = TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00")
            photo.tail = [UInt8(number), 1]
            try world.add("many/\(number).jpg", photo)
        }
        await world.run("scan", world.library)
        let command = ["fence", "edit", "Office", "--radius", "150km"]
        let alone = await world.type(command)
        #expect(alone.exit == 64 && alone.notes.contains("102 personal -> work"))
        #expect(await world.type(command + ["-n"]).exit == 0)
        world.confirmation = TypedAnswers(["yes", "102"], canAsk: true)
        #expect(await world.type(command).exit == 1)
        #expect(await world.type(command).output == "102 personal -> work\n")
    }

    @Test(arguments: [["add", "Other", "--radius", "90m"], ["edit", "Office"]])
    func `Swapped coordinates are refused with the line to type`(words: [String]) async throws {
        let before = try world.tree.read(world.fences)
        let outcome = await world.type(["fence"] + words + ["--at", "13.425,52.487"])
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("--at 52.487,13.425"))
        #expect(try world.tree.read(world.fences) == before)
        #expect(await world.type(["fence"] + words + ["--at", "13.425,52.487", "--yes"]).exit == 0)
    }

    @Test func `Dropping everything that is staged, or forgetting a root, asks and tells the way back`() async throws {
        #expect(await world.run("unstage").exit == 0, "there is nothing to lose")
        let forget = await world.run("root", "forget", world.library)
        #expect(forget.exit == 64 && forget.notes.contains("workphotos scan \(world.library)"))
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        #expect(await world.run("root", "forget", world.library).exit == 0)
    }
}
