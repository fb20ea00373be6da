import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// `--limit` counts what is done: photos that are held, or done already, do not count.
struct LimitTests {
    private let removable: Removable
    private var world: World { removable.world }

    init() async throws { removable = try await Removable("a.jpg", "b.jpg", "c.jpg") }

    @Test func `Photos that stay do not count for the limit of a purge`() async throws {
        await world.run("hold", "\(world.library)/a.jpg", "\(world.library)/b.jpg")
        let purge = await world.run("purge", "--yes", "--limit", "1")
        #expect(purge.output.contains("Removed 1 photo "), "\(purge)")
        #expect(try removable.world.names == ["a.jpg", "b.jpg"])
        #expect(await world.run("purge", "--yes", "--limit", "0").output.hasPrefix("Nothing to do"))
    }

    @Test func `A purge removes no more than its limit`() async throws {
        #expect(try await world.objects("purge", "-n", "--limit", "2").last?[number: "files"] == 2)
    }

    @Test func `Uploaded photos do not count for the limit of an upload`() async throws {
        for name in ["d.jpg", "e.jpg", "f.jpg"] { try removable.add(name) }
        await world.run("scan")
        #expect(try await world.objects("upload", "-n", "--limit", "2").last?[number: "files"] == 2)
        #expect(try await world.objects("upload", "--limit", "2").last?[number: "done"] == 2)
        #expect(try await world.objects("upload", "--limit", "2").last?[number: "done"] == 1)
        #expect(try await world.objects("upload", "--limit", "0").last?[number: "done"] == 0)
    }

    @Test func `Files of a photo, and copies that are there, do not count for the limit of an export`() async throws {
        // One photo of two files comes before three of one.
        for name in ["IMG_0001.jpg", "IMG_E0001.jpg"] { try removable.add(name) }
        await world.run("scan")
        let plan = try await world.objects("export", "out", "-n", "--limit", "2").last
        #expect(plan?[number: "photos"] == 2 && plan?[number: "planned"] == 3, "\(String(describing: plan))")
        for photos in [2, 4, 4] as [Double] {
            let summary = try await world.objects("export", "out", "--limit", "2").last
            #expect(summary?[number: "photos"] == photos && summary?[number: "left"] == 0)
        }
        #expect(try await world.objects("export", "new", "--limit", "0").last?[number: "photos"] == 0)
    }
}
