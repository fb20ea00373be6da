import Foundation
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `why` says about a photo that is in the index, changed since the scan, or never scanned.
struct WhyCommandTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func why(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("why", path(name)).first)
    }

    private func steps(_ why: JSONObject) -> [String] {
        let steps = why.members["steps"] as? [[String: Any]] ?? []
        return steps.filter { $0["outcome"] as? String != "not-reached" }.compactMap { $0["rule"] as? String }
    }

    @Test func `A directory stands for all known photos in it, and can be narrowed`() async throws {
        try world.add("new.jpg")
        let all = try await world.objects("why", world.library)
        #expect(all.dropLast().compactMap { $0["path"] } == [path("a.jpg"), path("home.jpg")])
        #expect(all.last?[number: "photos"] == 2)
        let work = try await world.objects("why", world.library, "--work")
        #expect(work.dropLast().compactMap { $0["path"] } == [path("a.jpg")])
        #expect(await world.run("why").exit == 64)
    }

    @Test func `At a terminal the photos of a directory are counted by verdict and reason, and explained with -v`()
        async throws
    {
        try world.add("b.jpg", TestPhoto(at: Place.beach))
        await world.run("scan", world.library)
        #expect(await world.run("why", world.library).output.contains("a.jpg: Work: "), "a pipe gets everything")
        world.terminals = [.output]
        let told = await world.run("why", world.library)
        let lines = ["work      inside-fence        1 photo", "personal  outside-fences      2 photos"]
        #expect(told.exit == 0 && told.output == lines.map { "\($0)\n" }.joined(), "\(told)")
        #expect(told.notes.contains("To explain each photo: -v"))
        #expect(await world.run("why", "-v", world.library).output.contains("a.jpg:"))
        #expect(await world.run("why", path("a.jpg"), path("b.jpg")).output.contains("a.jpg:"))
        #expect(await world.run("why", world.library, "--work").output.contains("a.jpg:"))
    }

    @Test func `A position is told to the centimetre, without the digits that its fractions leave`() async throws {
        try world.add("b.jpg", TestPhoto(at: (52.5201, 13.4051)))
        for command in ["why", "inspect"] {
            let text = await world.run(command, path("b.jpg")).output
            #expect(text.contains(#/position +52\.5201,13\.4051(\n|, from exif)/#), "\(text)")
        }
    }

    @Test func `It shows the verdict, the fence with its distance, and each step up to the deciding one`()
        async throws
    {
        let brief = await world.run("why", path("a.jpg")).output
        #expect(brief.hasPrefix("\(path("a.jpg")): Work: 150 m inside Office\n"))
        #expect(brief.contains("  judged    work (inside-fence)\n"))
        let outcome = await world.run("why", "-v", path("a.jpg"))
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("Office (work): 150 m inside"))
        #expect(
            outcome.output.contains("inside-fence: it is in a work fence, within its hours and dates (Office), so work")
        )
        #expect(outcome.output.hasSuffix("  kept by   it is not uploaded\n"))
        let why = try await why("a.jpg")
        #expect([why["type"], why["verdict"], why["standing"]] == ["photo", "work", "indexed"])
        #expect(steps(why).first == "marked")
        #expect(steps(why).last == "inside-fence")
    }

    @Test func `A time in the future gives way to the name's, which list and why show`() async throws {
        try world.add("20161119_213334.jpg", TestPhoto(at: Place.office, taken: "2099:01:01 10:00:00"))
        await world.run("scan", world.library)
        let why = try await why("20161119_213334.jpg")
        #expect([why["verdict"], why["takenAt"], why["takenAtSource"]] == ["work", "2016-11-19T21:33:34", "filename"])
        let text = await world.run("why", path("20161119_213334.jpg")).output
        #expect(text.contains("from the file's name; 2099-01-01"), "\(text)")
        #expect(text.contains("lies in the future"))
        let listed = await world.list(["--path", "*20161119*", "--fields", "takenAt"]).output
        #expect(listed.contains("2016-11-19T21:33:34"), "\(listed)")
        let inspected = await world.run("inspect", path("20161119_213334.jpg")).output
        #expect(inspected.contains("taken       2099-01-01T10:00:00"), "what a file says does not change: \(inspected)")
    }

    @Test func `A time that is only where a clock begins is told by its value`() async throws {
        try world.add("z.jpg", TestPhoto(at: Place.office, taken: "1980:01:01 00:00:00"))
        let told = "1980-01-01T00:00:00 (exif) is where a clock begins"
        let unscanned = await world.run("why", path("z.jpg")).output
        #expect(unscanned.contains("taken     at an unknown time; \(told)\n"), "\(unscanned)")
        await world.run("scan", world.library)
        let text = await world.run("why", path("z.jpg")).output
        #expect(text.contains("taken     at an unknown time; \(told)\n"), "\(text)")
        let inspected = await world.run("inspect", path("z.jpg")).output
        #expect(inspected.contains(" \(told)"), "\(inspected)")
        for command in ["inspect", "why"] {
            let line = try #require(try await world.objects(command, path("z.jpg")).first)
            #expect([line["unsetTakenAt"], line["unsetTakenAtSource"]] == ["1980-01-01T00:00:00", "exif"])
            #expect(line["takenAt"] == nil)
        }
        #expect(await !world.run("why", path("a.jpg")).output.contains("where a clock begins"))
        #expect(try await world.objects("inspect", path("a.jpg")).first?.members["unsetTakenAt"] is NSNull)
    }

    @Test func `A time that cannot be read is told, and does not change the verdict`() async throws {
        try world.add("z.jpg", TestPhoto(at: Place.office, taken: "1.5.2026 10:00"))
        try world.add("20260504_100000.jpg", TestPhoto(at: Place.office, taken: "1.5.2026 10:00"))
        let told = "a time that it says cannot be read"
        let unscanned = await world.run("why", path("z.jpg")).output
        #expect(unscanned.contains("taken     at an unknown time; \(told)\n"), "\(unscanned)")
        await world.run("scan", world.library)
        for name in ["z.jpg", "20260504_100000.jpg"] {
            let text = await world.run("why", path(name)).output
            #expect(text.contains("; \(told)\n"), "\(text)")
            let why = try #require(try await world.objects("why", path(name)).first)
            #expect(why.members["sidecarNotes"] as? [String] == ["unreadable-time"])
            #expect(why["reason"] != "unknown-correction")
            let inspected = await world.run("inspect", path(name)).output
            #expect(inspected.contains(" \(told)"), "\(inspected)")
            let line = try #require(try await world.objects("inspect", path(name)).first)
            #expect(line.members["sidecarNotes"] as? [String] == ["unreadable-time"])
        }
        #expect(await !world.run("why", path("a.jpg")).output.contains(told))
        #expect(try await world.objects("inspect", path("a.jpg")).first?.members["sidecarNotes"] as? [String] == [])
    }

    @Test func `A time in the future counts as soon as it has come, for verdicts, lists and selections`() async throws {
        try world.add("20161119_213334.jpg", TestPhoto(at: Place.office, taken: "2099:01:01 10:00:00"))
        await world.run("scan", world.library)
        let taken = ["--path", "*20161119*", "--fields", "takenAt", "--since", "2016-11-01", "--until"]
        #expect(await world.list(taken + ["2016-12-01"]).output.contains("2016-11-19T21:33:34"))
        world.clock.advance(seconds: 75 * 366 * 86_400)
        #expect(try await why("20161119_213334.jpg")["takenAt"] == "2099-01-01T10:00:00")
        #expect(await !world.list(taken + ["2016-12-01"]).output.contains("2016-11-19"))
        #expect(await world.list(taken + ["2099-02-01"]).output.contains("2099-01-01T10:00:00"))
    }

    @Test func `Far from every fence it shows the nearest`() async throws {
        let why = try await why("home.jpg")
        #expect([why["reason"], why["fence"]] == ["outside-fences", "Office"])
        #expect(try #require(why[number: "distance"]) > 3_000)
        #expect(why.members["kept"] as? [String] == ["not-work", "not-uploaded"])
    }

    @Test func `A photo without a position is told how it may get one`() async throws {
        try world.add("placeless.jpg", TestPhoto(taken: "2026:05:04 10:00:00"))
        let text = await world.run("why", path("placeless.jpg")).output
        #expect(text.contains("infer = true in [triage]") && text.contains("workphotos scan --gpx FILE"), "\(text)")
        #expect(await !world.run("why", path("home.jpg")).output.contains("--gpx"))
    }

    @Test func `A mark and a hold are shown`() async throws {
        await world.run("mark", "work", "--yes", path("home.jpg"))
        await world.run("hold", path("home.jpg"), "--reason", "printing")
        let why = try await why("home.jpg")
        #expect([why["verdict"], why["reason"], why["marked"], why["held"]] == ["work", "marked", "work", "printing"])
        #expect(steps(why) == ["marked"])
        #expect(why.members["kept"] as? [String] == ["held", "not-uploaded"])
        #expect(await world.run("why", "-v", path("home.jpg")).output.contains("1. marked: you marked it"))
        #expect(await world.run("why", path("home.jpg")).output.contains("home.jpg: Work: you marked it\n"))
    }

    @Test func `A file that was never scanned is judged as a scan would, including marks of its content`() async throws
    {
        await world.run("mark", "personal", path("a.jpg"))
        try FileManager.default.copyItem(atPath: path("a.jpg"), toPath: path("copy.jpg"))
        let why = try await why("copy.jpg")
        #expect([why["standing"], why["verdict"], why["marked"]] == ["not-indexed", "personal", "personal"])
        let bare = try World()
        try bare.add("a.jpg")
        let outcome = await bare.run("why", "\(bare.library)/a.jpg")
        let told = "a.jpg: Unsure: there is no work fence yet\n  It is not in the index"
        #expect(outcome.output.contains(told), "\(outcome.output)")
        #expect(
            outcome.output.contains(
                "  To settle it: workphotos fence add NAME --from-photo \(bare.library)/a.jpg --radius 150m\n"))
        #expect(!bare.tree.exists(bare.index))
    }

    @Test func `A file that changed since the scan is read again, and that is reported`() async throws {
        try world.add("a.jpg", TestPhoto(at: Place.beach, taken: "2026:05:04 10:00:00"))
        let why = try await why("a.jpg")
        #expect([why["standing"], why["verdict"]] == ["changed-since-scan", "personal"])
        #expect(why.members["kept"] as? [String] == ["not-work", "changed-since-scan", "not-uploaded"])
    }

    @Test func `An unsure photo shows the distance, its accuracy, and what would settle it`() async throws {
        var photo = TestPhoto(at: (latitude: 52.52, longitude: 13.4068), taken: "2026:05:04 10:00:00")
        photo.accuracy = 1_000
        try world.add("near.jpg", photo)
        await world.run("scan", world.library)
        let outcome = await world.run("why", path("near.jpg"))
        let start = #/near\.jpg: Unsure: about \d+ m inside Office, but its position is only good to 1 km\n/#
        #expect(outcome.output.contains(start), "\(outcome.output)")
        #expect(outcome.output.contains("  To settle it: workphotos mark work \(path("near.jpg"))\n"))
        #expect(outcome.output.contains("            or: workphotos mark personal \(path("near.jpg"))\n"))
        let why = try await why("near.jpg")
        #expect(why["sentence"]?.hasPrefix("Unsure: about") == true)
        #expect((why.members["settle"] as? [String])?.count == 2)
    }

    @Test func `Hours and places are in the sentence`() async throws {
        await world.run(
            "fence", "add", "Site", "--at", "52.5245,13.405", "--radius", "50m", "--hours", "mon-fri 08:00-18:00")
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        try world.add("day.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:04 10:00:00"))
        try world.add("night.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:04 22:15:00"))
        try world.add("far.jpg", TestPhoto(at: Place.beach))
        await world.run("scan", world.library)
        let expected = [
            "day.jpg": "Work: 50 m inside Site, in its hours (Mon 2026-05-04 10:00)",
            "night.jpg": "Personal: 50 m inside Site, but outside its hours (Mon 2026-05-04 22:15)",
            "home.jpg": "Personal: 80 m inside Home, which is never work",
        ]
        for (name, sentence) in expected { #expect(try await why(name)["sentence"] == sentence) }
        #expect(try await why("far.jpg")["sentence"]?.hasSuffix(", the nearest fence") == true)
    }

    @Test func `In a group that does not agree each file is named with its verdict`() async throws {
        try world.add("g.jpg")
        try world.add("g-edited.jpg", TestPhoto(at: Place.beach, taken: "2026:05:04 10:00:00"))
        await world.run("scan", world.library)
        let why = try await why("g.jpg")
        guard why["reason"] == "members-differ" else { return }
        #expect(why["sentence"]?.contains("g.jpg is work (inside-fence)") == true, "\(why["sentence"] ?? "")")
        #expect(why["sentence"]?.contains("g-edited.jpg is personal (outside-fences)") == true)
        #expect((why.members["memberVerdicts"] as? [[String: Any]])?.count == 2)
    }

    @Test func `A clip that only its name puts into a group makes it unsure, and why says what holds them together`()
        async throws
    {
        try world.add("l.jpg")
        try world.tree.write("photos/l.mov", MovieFile().bytes)
        await world.run("scan", world.library)
        let why = try await why("l.jpg")
        #expect(why["verdict"] == "unsure" && why["reason"] == "members-differ")
        let members = try #require(why.members["memberVerdicts"] as? [[String: Any]])
        #expect(members.map { $0["bond"] as? String } == [nil, "name-only"])
        let text = await world.run("why", path("l.jpg")).output
        #expect(text.contains("  together  l.mov: by its name only: it is kept and removed with"), "\(text)")
        #expect(text.contains("l.mov has no position, and only its name in common"), "\(text)")
    }

    @Test func `A file that is not a photo is a problem`() async throws {
        #expect(await world.run("why", path("none.jpg")).exit == 1)
        #expect(await world.run("why", path("none.jpg"), path("a.jpg")).exit == 3)
    }
}
