import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ScanCommandTests {
    @Test func `A first scan without a fence says what to do next`() async throws {
        let world = try World()
        try world.add("a.jpg")
        let outcome = await world.run("scan", world.library)
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("1 photo (1 new)"))
        #expect(outcome.output.contains("0 work, 0 personal, 1 unsure"))
        #expect(outcome.notes.contains("workphotos fence add Office --at 52.5200,13.4050 --radius 150m"))
    }

    @Test(arguments: [
        ["PXL_20260504_080000000.MP.jpg", "PXL_20260504_080000000.MP"],
        ["PXL_20260504_080000000.PORTRAIT-01.COVER.jpg", "PXL_20260504_080000000.PORTRAIT-02.ORIGINAL.jpg"],
        ["IMG_1.JPG", "IMG_1_HEVC.MOV", "IMG_1_edited.jpeg"], ["IMG_1.JPG", "IMG_E1.JPG", "IMG_1.MOV"],
        ["IMG_1.jpg", "IMG_1-modifi\u{E9}.jpg"], ["20260504_100000.jpg", "20260504_100000.mp4"],
    ])
    func `The files of one shot are one group by each maker's names, so that a purge leaves none behind`(
        names: [String]
    ) async throws {
        let world = try World()
        // 2026-05-04T08:00:00Z, two hours behind the photos' own clock.
        let clip = MovieFile([MovieFile.header(created: 3_860_726_400)]).bytes
        for name in names {
            if name.hasSuffix("jpg") || name.hasSuffix("jpeg") || name.hasSuffix("JPG") {
                try world.add(name)
            } else {
                try world.tree.write(FilePath("photos/\(name)"), clip)
            }
        }
        await world.addOffice()
        let summary = try #require(try await world.objects("scan", world.library).last)
        #expect(summary[number: "groups"] == 1)
        #expect(summary[number: "work"] == Double(names.count))
    }

    @Test func `A scan without a directory says so and creates no index`() async throws {
        let world = try World()
        let outcome = await world.run("scan")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("next: workphotos scan DIR"))
        #expect(await world.run("list").exit == 10)
        await world.addOffice()
        #expect(await world.run("scan", "-n").exit == 64)
    }

    @Test func `Photos inside a fence are work, others personal, those without position unsure`() async throws {
        let world = try World()
        try world.add("office.jpg")
        try world.add("beach.jpg", TestPhoto(at: Place.beach))
        try world.add("nowhere.jpg", TestPhoto())
        await world.addOffice()
        let summary = try #require(try await world.objects("scan", world.library).last)
        #expect(summary["type"] == "summary")
        #expect(summary[number: "photos"] == 3)
        #expect(summary[number: "new"] == 3)
        #expect(summary[number: "work"] == 1)
        #expect(summary[number: "personal"] == 1)
        #expect(summary[number: "unsure"] == 1)
        #expect(summary[number: "groups"] == 3)
    }

    @Test func `An index with a photo's name is no photo, and is not opened as one`() async throws {
        let world = try World()
        try world.add("a.jpg")
        let index = world.tree.path("photos/index.jpg").string
        for arguments in [[], ["-n"]] {
            let outcome = await world.type(["scan", world.library, "--index", index] + arguments)
            #expect(outcome.exit == 0 && outcome.output.contains("1 photo "), "\(outcome.output)\(outcome.notes)")
        }
    }

    @Test func `A second scan has nothing to do and is silent under quiet`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.addOffice()
        await world.run("scan", world.library, "-q")
        #expect(await world.run("scan", "-q") == Outcome(exit: 0))
        let summary = try #require(try await world.objects("scan").last)
        #expect(summary[number: "photos"] == 1)
        #expect(summary[number: "new"] == 0)
        #expect(summary[number: "changed"] == 0)
    }

    @Test func `Changed, moved and removed files are counted`() async throws {
        let world = try World()
        for name in ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "e.jpg"] {
            var photo = TestPhoto(at: Place.office)
            photo.tail = Array(name.utf8)
            try world.add(name, photo)
        }
        await world.run("scan", world.library)
        try world.add("a.jpg", TestPhoto(at: Place.beach, taken: "2026:05:05 10:00:00"))
        try world.tree.rename("photos/b.jpg", to: "photos/moved.jpg")
        try world.tree.remove("photos/c.jpg")
        let summary = try #require(try await world.objects("scan").last)
        #expect(summary[number: "changed"] == 1)
        #expect(summary[number: "moved"] == 1)
        #expect(summary[number: "gone"] == 1)
        #expect(summary[number: "new"] == 0)
        #expect(summary[number: "photos"] == 4)
    }

    @Test func `A damaged photo is a problem on each scan and stops nothing`() async throws {
        let world = try World()
        try world.add("good.jpg")
        try world.tree.write("photos/bad.jpg", Array("no picture".utf8))
        for _ in 0..<2 {
            let objects = try await world.objects("scan", world.library)
            #expect(objects.map { $0["type"] } == ["problem", "summary"])
            #expect(objects.first?["path"] == world.library + "/bad.jpg")
            #expect(objects.last?[number: "unreadable"] == 1)
            #expect(objects.last?[number: "photos"] == 1)
        }
        #expect(await world.run("scan").exit == 3)
    }

    @Test func `One missing directory is a partial failure, all missing is a failure`() async throws {
        let world = try World()
        try world.add("a.jpg")
        let nowhere = world.library + "-elsewhere/at/all"
        let partial = try await world.objects("scan", world.library, nowhere)
        #expect(partial.first?["what"] == "missing")
        #expect(await world.run("scan", world.library, nowhere).exit == 3)
        #expect(await world.run("scan", nowhere).exit == 1)
        #expect(await world.run("scan", world.library + "/a.jpg").exit == 1)
    }

    @Test func `A root that became empty is a problem and its photos stay known, unless that is accepted`() async throws
    {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        try world.tree.remove("photos/a.jpg")
        let objects = try await world.objects("scan")
        #expect(objects.first?["what"] == "root-missing")
        #expect(objects.last?[number: "photos"] == 1)
        #expect(await world.run("scan").exit == 3)
        let accepted = try await world.objects("scan", "--accept-missing")
        #expect(accepted.last?[number: "gone"] == 1)
        #expect(accepted.last?[number: "photos"] == 0)
    }

    @Test func `A directory inside a root is a part of it, never a second root`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.add("inner/b.jpg")
        await world.run("scan", world.library)
        try world.add("inner/c.jpg")
        try world.add("d.jpg")
        let summary = try #require(try await world.objects("scan", world.library + "/inner").last)
        #expect(summary[number: "new"] == 1)
        #expect(summary[number: "gone"] == 0)
        #expect(try await world.objects("root", "list").filter { $0["type"] == "root" }.count == 1)
    }

    @Test func `A dry run shows the same and writes nothing`() async throws {
        let world = try World()
        try world.add("a.jpg")
        let summary = try #require(try await world.objects("scan", world.library, "-n").last)
        #expect(summary[number: "new"] == 1)
        #expect(!world.tree.exists(world.index))
        await world.run("scan", world.library)
        try world.add("b.jpg")
        let before = try world.tree.read(world.index)
        #expect(try await world.objects("scan", "-n").last?[number: "new"] == 1)
        #expect(try world.tree.read(world.index) == before)
        #expect(try await world.objects("list").last?[number: "photos"] == 1)
    }

    @Test func `Roots and exclusions come from the configuration`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.add("private/b.jpg")
        try world.tree.write(
            world.configuration, Array("[scan]\nroots = [\"~/photos\"]\nexclude = [\"private\"]\n".utf8))
        #expect(try await world.objects("scan").last?[number: "photos"] == 1)
    }

    @Test func `Excluded files are removed without being reported missing`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.add("private/b.jpg")
        try world.add("private/c.jpg")
        await world.run("scan", world.library)
        let objects = try await world.objects("scan", "--exclude", "private")
        #expect(objects.map { $0["type"] } == ["summary"])
        #expect(objects.last?[number: "gone"] == 2)
        #expect(try await world.objects("scan").last?[number: "photos"] == 3)
    }

    @Test func `An interruption while another run has the lock ends the wait`() async throws {
        let world = try World()
        await world.run("scan", world.library)
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        defer { try? lock.close() }
        world.interruption = TestInterruption(afterQuestions: 0, signal: .terminate)
        #expect(await world.run("scan", "--wait", "1h").exit == 143)
    }

    @Test func `A sidecar without its photo is not printed under quiet`() async throws {
        let world = try World()
        try world.add("a.jpg")
        try world.tree.write("photos/b.xmp", XMPPacket().bytes)
        #expect(await world.run("scan", world.library).notes.contains("b.xmp: is a sidecar"))
        #expect(await world.run("scan", "-q") == Outcome(exit: 0))
        let objects = try await world.objects("scan", "-q")
        #expect(objects.map { $0["what"] } == ["sidecar-orphan", nil] && objects.last?[number: "problems"] == 1)
    }

    @Test(arguments: ["[", "[]", "a[b", "IMG_[!"])
    func `A pattern that is probably a mistake is refused, with how to write it`(pattern: String) async throws {
        let world = try World()
        let outcome = await world.run("scan", world.library, "--exclude", pattern)
        #expect(outcome.exit == 64 && outcome.notes.contains("the [ in \(pattern) has no ]: write \\["))
        #expect(await world.run("list", "--path", pattern).exit == 64)
        try world.tree.write(world.configuration, Array("[scan]\n\nexclude = [\"*.tmp\", \"\(pattern)\"]\n".utf8))
        for command in [["scan", world.library], ["config", "show"]] {
            let refused = await world.type(command)
            #expect(refused.exit == 78 && refused.notes.contains("config.toml:3: exclude in [scan] must be patterns"))
        }
        #expect(!world.tree.exists(world.index))
    }

    @Test func `A bracket that is part of a name can be written`() async throws {
        let world = try World()
        try world.add("a[1.jpg")
        try world.add("b.jpg")
        #expect(await world.run("scan", world.library, "--exclude", "a\\[*", "--exclude", "[x]").exit == 0)
        #expect(try await world.objects("list").last?[number: "photos"] == 1)
    }

    @Test func `An interruption ends the scan with what it has, and the next one continues`() async throws {
        let world = try World()
        try world.add("a.jpg")
        world.interruption = TestInterruption(afterQuestions: 0, signal: .terminate)
        let outcome = await world.run("scan", world.library)
        #expect(outcome.exit == 143)
        #expect(outcome.notes.contains("To continue: workphotos scan"))
        world.interruption = TestInterruption()
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await world.objects("list").last?[number: "photos"] == 1)
    }

    @Test func `Progress is shown on a terminal and removed at the end`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        #expect(world.progress.calls.isEmpty)
        world.terminals = [.error]
        await world.run("scan", world.library)
        #expect(world.progress.calls.first == .begin("Scanning"))
        #expect(world.progress.calls.last == .end)
        #expect(world.progress.calls.contains { if case .update = $0 { true } else { false } })
    }

    @Test func `A second scan at the same time reports that another run holds the lock`() async throws {
        let world = try World()
        try world.add("a.jpg")
        await world.run("scan", world.library)
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        let outcome = await world.run("scan")
        try lock.close()
        #expect(outcome.exit == 11)
        #expect(outcome.notes.contains("Another workphotos is running"))
        #expect(await world.run("scan").exit == 0)
    }
}
