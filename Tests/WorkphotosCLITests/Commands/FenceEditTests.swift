import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceEditTests {
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("office.jpg")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        await world.run("scan", world.library)
        await world.addOffice()
        return world
    }

    @Test func `An edit shows its changes, lists the photos, and changes nothing on a dry run`() async throws {
        let world = try await scanned()
        let before = try world.tree.read(world.fences)
        let dry = await world.run("fence", "edit", "Office", "--radius", "600m", "-n", "--list")
        #expect(dry.exit == 0)
        #expect(dry.output == "personal -> work      \(world.library)/cafe.jpg\n1 personal -> work\n")
        #expect(dry.notes == "A circle of 600 m around 52.52,13.405 (now); 2 photos are in it\n")
        #expect(try world.tree.read(world.fences) == before)
        #expect(await world.run("fence", "edit", "Office", "--radius", "600m", "--list").output == dry.output)
        let list = try await world.objects("fence", "list").first
        #expect(list?[number: "radius"] == 600)
        #expect(list?[number: "latitude"] == 52.52)
        let lines = try await world.objects("fence", "edit", "Office", "--hours", "sun 08:00-18:00", "--list")
        #expect(lines.compactMap { $0["type"] } == ["changedPhoto", "changedPhoto", "change", "change", "summary"])
        #expect(lines.first?["from"] == "work")
        #expect(try await world.objects("fence", "edit", "Office", "--no-hours").last?[number: "changes"] == 2)
    }

    @Test func `An edit without changes, of an unknown fence, or with an invalid result is refused`() async throws {
        let world = try await scanned()
        #expect(await world.run("fence", "edit", "Office").exit == 64)
        #expect(await world.run("fence", "edit", "Ofice", "--radius", "1m").notes.contains("did you mean 'Office'?"))
        for arguments in [
            ["--no-hours", "--hours", "mon"], ["--at", "1,1", "--from-photo", "x"], ["--time-zone", "Mars/Base"],
        ] {
            #expect(await world.type(["fence", "edit", "Office"] + arguments).exit == 64)
        }
        await world.run("fence", "edit", "Office", "--hours", "mon")
        #expect(await world.run("fence", "edit", "Office", "--kind", "never").exit == 64)
        #expect(await world.run("fence", "edit", "Office", "--kind", "never", "--no-hours").exit == 0)
    }

    @Test func `Dates of a fence that is never work are protection: shortening them asks`() async throws {
        let world = try await scanned()
        let cafe = ["--at", "52.5245,13.405", "--radius", "100m"]
        _ = await world.type(["fence", "add", "Cafe"] + cafe)
        let added = await world.type(
            ["fence", "add", "Break", "--kind", "never", "--from", "2026-05-01"] + cafe)
        #expect(added.exit == 0, "\(added.notes)")
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:04 10:00:00"))
        await world.run("scan", world.library)
        #expect(try await world.objects("list", "--fence", "Break").last?[number: "photos"] == 1)
        let later = ["fence", "edit", "Break", "--from", "2026-05-05"]
        #expect(await world.type(later).exit == 64)
        #expect(await world.type(later + ["--yes"]).output == "1 personal -> work\n")
    }

    @Test func `A rename changes no verdict`() async throws {
        let world = try await scanned()
        let outcome = await world.run("fence", "rename", "Office", "Headquarters")
        #expect(outcome == Outcome(exit: 0, output: "Renamed: Office -> Headquarters\n"))
        #expect(try await world.objects("list", "--fence", "Headquarters").last?[number: "photos"] == 1)
        #expect(await world.run("fence", "rename", "Office", "X").exit == 1)
        #expect(await world.run("fence", "rename", "Headquarters", " ").exit == 1)
    }

    @Test func `An edit by hand can be previewed, and a key of the configuration too`() async throws {
        let world = try await scanned()
        #expect(await world.run("fence", "preview") == Outcome(exit: 0, output: "No verdict would change.\n"))
        try world.tree.write(world.configuration, Array("[triage]\nassumed-accuracy = \"5km\"\n".utf8))
        let index = try world.tree.read(world.index)
        let outcome = await world.run("fence", "preview", "--list")
        #expect(outcome.output.hasSuffix("1 work -> unsure\n1 personal -> unsure\n"))
        #expect(outcome.output.hasPrefix("personal -> unsure    \(world.library)/cafe.jpg\n"))
        #expect(try world.tree.read(world.index) == index)
        #expect(await (try World()).run("fence", "preview").exit == 10)
    }

    @Test func `The understood place is shown, and a swap is asked about`() async throws {
        let world = try await scanned()
        let far = await world.run("fence", "add", "A", "--at", "52.53,13.405", "--radius", "150m")
        #expect(
            far.notes
                == "A circle of 150 m around 52.53,13.405 (--at); no photo is in it, and the nearest is 462 m away\n")
        let swapped = await world.run("fence", "add", "B", "--at", "13.405,52.52", "--radius", "150m", "--yes")
        #expect(swapped.notes.hasSuffix("With the two swapped, at 52.52,13.405, it would hold 1 photo\n"))
        world.confirmation = TypedAnswers(["y"], canAsk: true)
        await world.run("fence", "add", "C", "--at", "13.405,52.52", "--radius", "150m")
        let fences = try await world.objects("fence", "list")
        #expect(fences.first { $0["name"] == "B" }?[number: "latitude"] == 13.405)
        #expect(fences.first { $0["name"] == "C" }?[number: "latitude"] == 52.52)
        let summary = try await world.objects("fence", "add", "D", "--at", "52.52,13.405", "--radius", "9m").last
        #expect(summary?[number: "photosInside"] == 1)
    }

    @Test func `Days off come from a calendar and from flags`() async throws {
        let world = try await scanned()
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:20260504\nRRULE:FREQ=YEARLY\nEND:VEVENT\nEND:VCALENDAR\n"
        try world.tree.write("holidays.ics", Array(text.utf8))
        let outcome = await world.run(
            "fence", "edit", "Office", "--except-ics", "holidays.ics", "--except", "12-24..01-02")
        #expect(outcome.output == "1 work -> personal\n")
        let fence = try #require(try await world.objects("fence", "list").first)
        #expect(fence.members["except"] as? [String] == ["12-24..01-02", "05-04"])
        try world.tree.write("empty.ics", Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8))
        #expect(await world.run("fence", "edit", "Office", "--except-ics", "empty.ics").exit == 1)
        #expect(await world.run("fence", "edit", "Office", "--except-ics", "none.ics").exit == 1)
    }
}
