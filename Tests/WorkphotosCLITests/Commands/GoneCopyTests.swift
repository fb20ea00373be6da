import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies of personal photos that are gone from the library are told of, with the command that takes them back.
struct GoneCopyTests {
    private let removable: Removable
    private var world: World { removable.world }
    private var path: String { "\(world.library)/a.jpg" }

    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg", "c.jpg")
        #expect(await world.run("mark", "personal", path).exit == 0)
        try world.tree.remove("photos/a.jpg")
        #expect(await world.run("scan", world.library).exit == 0)
    }

    /// Whether a list tells of them.
    private func isTold(_ arguments: String...) async -> Bool {
        await world.list(arguments).notes.contains("gone from the library")
    }

    @Test func `A list of personal photos that were uploaded says how to see those that are gone`() async {
        let list = await world.list(["--personal", "--uploaded"])
        #expect(list.exit == 0 && list.output.isEmpty, "\(list)")
        #expect(
            list.notes.hasSuffix(
                "destinations also have a copy of personal photos that are gone from the library; to list it: "
                    + "workphotos doctor\n"), "\(list.notes)")
        #expect(await isTold("--personal", "--uploaded", "--count"))
        #expect(await !isTold("--personal", "--uploaded", "--quiet"))
        #expect(await !isTold("--personal"))
        #expect(await !isTold("--work", "--uploaded"))
        #expect(await !isTold("--personal", "--not-uploaded"))
    }

    @Test func `A checkup names each with the command that takes it back`() async throws {
        func line() async throws -> JSONObject {
            try #require(try await world.objects("doctor").first { $0["name"] == "gone-copies" })
        }
        let found = try await line()
        #expect(found["state"] == "warning" && found["subject"] == path, "\(found)")
        #expect(found["detail"]?.hasSuffix("its copy is still at nas") == true, "\(found)")
        #expect(found["next"] == "workphotos retract \(path)")
        world.confirmation = TypedAnswers(["1"], canAsk: true)
        #expect(await world.run("retract", path).exit == 0)
        #expect(try await line()["state"] == "ok")
        #expect(await !isTold("--personal", "--uploaded"))
    }

    @Test func `Nobody can take a copy back from a destination that was removed`() async throws {
        #expect(await world.run("destination", "remove", "nas", "--yes").exit == 0)
        let lines = try await world.objects("doctor").filter { $0["name"] == "gone-copies" }
        #expect(lines.map { $0["state"] } == ["warning"] && lines.map { $0["next"] } == [nil])
        #expect(lines.first?["detail"]?.hasSuffix("at a destination that was removed") == true)
    }
}
