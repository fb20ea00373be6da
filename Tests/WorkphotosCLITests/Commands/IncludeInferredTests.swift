import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Nothing that rests on an inferred position is sent or removed unless this run is told so.
struct IncludeInferredTests {
    private let inferred: Inferred
    private var world: World { inferred.world }

    init() async throws { inferred = try await Inferred() }

    @Test func `An upload skips and reports it, and sends it with the flag`() async throws {
        let lines = try await world.objects("upload")
        #expect(inferred.sent == 2)
        let left = try #require(lines.first { $0["why"] == "inferred" })
        #expect(left["state"] == "skipped" && left["target"]?.hasSuffix("b.jpg") == true)
        #expect(lines.last?[number: "skipped"] == 1)
        #expect(await world.run("upload").exit == 0)
        #expect(inferred.sent == 2)
        #expect(await world.run("upload", "--include-inferred").exit == 0)
        #expect(inferred.sent == 3)
    }

    @Test func `A dry run of an upload shows the same`() async throws {
        let lines = try await world.objects("upload", "--dry-run")
        #expect(lines.filter { $0["state"] == "planned" }.count == 2)
        let all = try await world.objects("upload", "--dry-run", "--include-inferred")
        #expect(all.filter { $0["state"] == "planned" }.count == 3)
        #expect(inferred.sent == 0)
    }

    @Test func `An export refuses it, and copies it with the flag`() async throws {
        let lines = try await world.objects("export", "out", "--names", "number")
        let refused = try #require(lines.first { $0["state"] == "refused" })
        #expect(refused["path"]?.hasSuffix("b.jpg") == true && refused["target"] == nil)
        #expect(lines.last?[number: "done"] == 2)
        #expect(await world.run("export", "all", "--include-inferred").exit == 0)
    }

    @Test func `A purge skips it, although its upload is verified, and removes it with the flag`() async throws {
        await world.run("upload", "--include-inferred")
        #expect(try await world.objects("status").first?.members["reclaimable"] != nil)
        #expect(await world.run("purge", "--yes").exit == 0)
        #expect(try inferred.world.names == ["b.jpg"])
        #expect(await world.run("purge", "--yes", "--include-inferred", "--max-delete", "100%").exit == 0)
        #expect(try inferred.world.names.isEmpty)
    }

    @Test func `Actions staged with it need the flag again`() async throws {
        #expect(await world.run("upload", "--stage", "--include-inferred").exit == 0)
        #expect(try await world.objects("apply").contains { $0["why"] == "inferred" })
        #expect(inferred.sent == 2)
        #expect(await world.run("apply", "--include-inferred").exit == 0)
        #expect(inferred.sent == 3)
        #expect(await world.run("purge", "--stage", "--include-inferred").exit == 0)
        #expect(try await world.objects("apply", "--yes", "--max-delete", "100%").contains { $0["why"] == "inferred" })
        #expect(try inferred.world.names == ["b.jpg"])
        #expect(await world.run("apply", "--yes", "--max-delete", "100%", "--include-inferred").exit == 0)
        #expect(try inferred.world.names.isEmpty)
    }

    @Test func `A plan does not permit it`() async throws {
        let plan = world.tree.path("plan.ndjson").string
        #expect(await world.run("upload", "--include-inferred", "--plan", plan).exit == 0)
        #expect(try await world.objects("apply", "--plan", plan).contains { $0["why"] == "inferred" })
        #expect(inferred.sent == 2)
        #expect(await world.run("apply", "--plan", plan, "--include-inferred").exit == 0)
        #expect(inferred.sent == 3)
        #expect(await world.run("purge", "--include-inferred", "--plan", plan).exit == 0)
        #expect(await world.run("apply", "--plan", plan, "--yes", "--max-delete", "100%").exit == 0)
        #expect(try inferred.world.names == ["b.jpg"])
    }

    @Test func `A plan made without the flag contains none`() async throws {
        let plan = world.tree.path("plan.ndjson").string
        #expect(await world.run("upload", "--plan", plan).exit == 0)
        #expect(await world.run("apply", "--plan", plan, "--include-inferred").exit == 0)
        #expect(inferred.sent == 2)
    }

    @Test func `A status counts it apart from what is to upload, and says how to send it`() async throws {
        func photos(_ key: String) async throws -> Int? {
            let status = try #require(try await world.objects("status").first)
            return (status.members[key] as? [String: Any])?["photos"] as? Int
        }
        #expect(try await photos("notUploaded") == 2)
        #expect(try await photos("inferredNotUploaded") == 1)
        let text = await world.run("status").output
        #expect(text.contains("\nto upload                   2 ("), "\(text)")
        #expect(text.contains("\ninferred, not uploaded      1 ("), "\(text)")
        #expect(text.contains("; to send them: workphotos upload --include-inferred\n"), "\(text)")
        await world.run("upload")
        #expect(try await photos("notUploaded") == 0)
        #expect(try await photos("inferredNotUploaded") == 1)
        await world.run("mark", "work", "--yes", "photos/b.jpg")
        #expect(try await photos("notUploaded") == 1)
        #expect(try await photos("inferredNotUploaded") == 0)
        await world.run("mark", "auto", "--yes", "photos/b.jpg")
        await world.run("upload", "--include-inferred")
        #expect(try await photos("inferredNotUploaded") == 0)
        #expect(!(await world.run("status")).output.contains("inferred, not uploaded"))
    }

    @Test func `What is held from its destination and inferred is counted once`() async throws {
        await world.run("upload", "--include-inferred")
        await world.run("retract", "photos/b.jpg", "--yes")
        let status = try #require(try await world.objects("status").first)
        let counts = ["uploaded", "notUploaded", "inferredNotUploaded", "heldFromDestinations"].map { key in
            (status.members[key] as? [String: Any])?["photos"] as? Int
        }
        #expect(counts == [2, 0, 1, 0])
    }

    @Test func `The metrics of a run count it apart too`() async throws {
        try world.tree.makeDirectory("node")
        #expect(await world.run("run", "--no-purge", "--metrics", "node/workphotos.prom").exit == 0)
        let metrics = String(decoding: try world.tree.read("node/workphotos.prom"), as: UTF8.self)
        #expect(metrics.contains("state=\"to-upload\"} 0\n"), "\(metrics)")
        #expect(metrics.contains("state=\"inferred-not-uploaded\"} 1\n"), "\(metrics)")
    }

    @Test func `A run skips it too`() async throws {
        #expect(await world.run("run", "--yes").exit == 0)
        #expect(inferred.sent == 2)
        #expect(try inferred.world.names == ["b.jpg"])
        #expect(await world.run("run", "--no-purge", "--include-inferred").exit == 0)
        #expect(inferred.sent == 3)
    }

    @Test func `A photo that is marked work needs no flag`() async throws {
        await world.run("mark", "work", "--yes", "photos/b.jpg")
        #expect(await world.run("upload").exit == 0)
        #expect(inferred.sent == 3)
        #expect(await world.run("purge", "--yes", "--max-delete", "100%").exit == 0)
        #expect(try inferred.world.names.isEmpty)
    }

    @Test func `A group with one inferred file is inferred as a whole`() async throws {
        try world.tree.write(FilePath("photos/b.xmp"), XMPPacket().bytes)
        await world.run("scan", world.library)
        let lines = try await world.objects("upload")
        #expect(lines.contains { $0["why"] == "inferred" })
        #expect(inferred.sent == 2)
    }

    @Test func `A list tells which verdicts rest on an inferred position, be it of another member`() async throws {
        try inferred.add("b-edited.jpg", "10:05:00", make: "", model: "")
        await world.run("scan", world.library)
        let edit = try await inferred.line("b-edited.jpg")
        #expect(edit["positionSource"] == nil && edit["verdict"] == "work")
        #expect(edit.members["inferred"] as? Bool == true)
        #expect(try await inferred.line("b.jpg").members["inferred"] as? Bool == true)
        #expect(try await inferred.line("a.jpg").members["inferred"] as? Bool == false)
        await world.run("mark", "work", "--yes", "photos/b.jpg")
        #expect(try await inferred.line("b-edited.jpg").members["inferred"] as? Bool == false)
    }

    @Test func `A share refuses it, in a dry run too, and says that it has to be marked`() async throws {
        inferred.service.abilities = .all
        await world.run("upload", "--include-inferred")
        for end in ["--dry-run", "--yes"] {
            let lines = try await world.objects("share", "--link", end)
            #expect(lines.filter { $0["why"] == "inferred" }.map { $0["state"] } == ["refused"], "\(end)")
            #expect(lines.filter { $0["why"] == "inferred" }.allSatisfy { $0["path"]?.hasSuffix("/b.jpg") == true })
            #expect(lines.last?[number: "refused"] == 1)
            let outcome = await world.run("share", "photos/b.jpg", "--link", end)
            #expect(outcome.exit == 4 && outcome.output.contains("workphotos mark work /"), "\(outcome.output)")
            #expect(!outcome.output.contains("--include-inferred"))
        }
        #expect(inferred.service.shown.count == 2)
        await world.run("mark", "work", "--yes", "photos/b.jpg")
        #expect(await world.run("share", "photos/b.jpg", "--link", "--yes").exit == 0)
        #expect(inferred.service.shown.count == 3)
    }

    @Test func `With inference turned off again none of it is work`() async throws {
        try inferred.configure("infer = false")
        #expect(try await inferred.line("b.jpg")["reason"] == "no-position")
        #expect(await world.run("upload", "--include-inferred").exit == 0)
        #expect(inferred.sent == 2)
    }
}
