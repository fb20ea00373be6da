import SystemPackage
import Testing
import WorkphotosTestSupport

/// Positions of photos that have none, as a user sees them.
struct InferenceTests {
    private let inferred: Inferred
    private var world: World { inferred.world }

    init() async throws { inferred = try await Inferred() }

    @Test func `A photo between two of its camera is placed between them, and says so`() async throws {
        let photo = try await inferred.line("b.jpg")
        #expect(photo["positionSource"] == "inferred" && photo["verdict"] == "work")
        #expect(photo[number: "latitude"].map { abs($0 - 52.52) < 1e-6 } == true)
        #expect(photo[number: "horizontalAccuracy"].map { (83...84).contains($0) } == true)
        #expect(try await inferred.line("a.jpg")["positionSource"] == "exif")
    }

    @Test func `Why lists the points, and what keeps it from being removed`() async throws {
        let why = await world.run("why", "photos/b.jpg").output
        #expect(why.contains("from inferred") && why.contains("between 52.52,13.405 of "))
        #expect(why.contains("/photos/a.jpg and ") && why.contains("purge --include-inferred"))
        let object = try #require(try await world.objects("why", "photos/b.jpg").first)
        #expect((object.members["kept"] as? [String])?.contains("inferred") == true)
        #expect(object["accuracySource"] == "inference")
        let points = try #require(object.members["inferredFrom"] as? [[String: Any]])
        #expect(points.map { $0["what"] as? String } == ["photo", "photo"])
        #expect(points.compactMap { $0["path"] as? String }.map { $0.hasSuffix("a.jpg") } == [true, false])
        let own = try await world.objects("why", "photos/a.jpg").first
        #expect((own?.members["inferredFrom"] as? [Any])?.isEmpty == true)
    }

    @Test func `A photo that is read again keeps its place`() async throws {
        #expect(try await world.objects("scan", "--reread", world.library).last?[number: "work"] == 3)
        #expect(try await inferred.line("b.jpg")["verdict"] == "work")
    }

    @Test func `Screenshots and pictures from messengers get no position`() async throws {
        try inferred.add("sent.jpg", "10:05:00", make: "", model: "")
        await world.run("scan", world.library)
        #expect(try await inferred.line("sent.jpg")["reason"] == "no-position")
    }

    @Test func `A track places a photo with an offset, and readers see changes at once`()
        async throws
    {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        try inferred.configure("infer = true\ngpx = [\"~/tracks/*.gpx\"]")
        #expect(try await inferred.line("b.jpg")["verdict"] == "work")
        try inferred.track("tracks/day.gpx", at: Place.office)
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        #expect(await world.run("why", "photos/t.jpg").output.contains("at 2026-05-04T08:30:00Z of "))
        try inferred.track("tracks/day.gpx", at: Place.home)
        #expect(try await inferred.line("t.jpg")["verdict"] == "personal")
        try world.tree.remove("tracks/day.gpx")
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
    }

    @Test func `A track given to a scan stays until it is forgotten`() async throws {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        #expect(await world.run("scan", world.library, "--gpx", track).exit == 0)
        try world.tree.remove("day.gpx")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        #expect(await world.run("scan", world.library, "--forget-gpx").exit == 0)
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
    }

    @Test func `A track stays named to a scan where the configuration named it as well for a time`() async throws {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.home)
        await world.run("scan", world.library, "--gpx", track)
        try inferred.configure("infer = true\ngpx = [\"\(track)\"]")
        try inferred.track("day.gpx", at: Place.office)
        await world.run("scan", world.library)
        try inferred.configure("infer = true")
        await world.run("scan", world.library)
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        await world.run("scan", world.library, "--forget-gpx")
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
    }

    @Test(arguments: ["", "tracks/*.gpx", "./day.gpx", "~anna/day.gpx"])
    func `A track of the configuration that is not named from the top or the home is an error`(
        path: String
    ) async throws {
        try inferred.configure("infer = true\ngpx = [\"/tracks/a.gpx\", \"\(path)\"]")
        let outcome = await world.run("scan", world.library)
        #expect(outcome.exit == 78)
        #expect(
            outcome.notes.contains("config.toml:3: gpx in [triage] must be a list of paths that begin with / or ~/"))
    }

    @Test func `A pattern that names no track is told by scan, config check and doctor`() async throws {
        try inferred.track("tracks/day.gpx", at: Place.office)
        try inferred.configure("infer = true\ngpx = [\"~/tracks/*.gpx\", \"~/track/*.gpx\"]")
        let words = "gpx in [triage]: no file matches \(world.tree.path("track/*.gpx").string)"
        for command in [["scan", world.library], ["config", "check"]] {
            let outcome = await world.type(command)
            #expect(outcome.exit == 0 && outcome.notes.split(separator: "\n").contains(words[...]), "\(outcome.notes)")
            #expect(!outcome.notes.contains("/tracks/*.gpx"))
        }
        let lines = try await world.objects("doctor").filter { $0["name"] == "configuration" }
        #expect(lines.map { $0["state"] } == ["ok", "warning"] && lines.last?["detail"] == words)
        try inferred.configure("infer = false\ngpx = [\"~/track/*.gpx\"]")
        #expect(!(await world.run("scan", world.library)).notes.contains("no file matches"))
    }

    @Test func `An upload judges again by the current track`() async throws {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        await world.run("scan", world.library, "--gpx", track)
        try inferred.track("day.gpx", at: Place.home)
        #expect(await world.run("upload", "--include-inferred").exit == 0)
        #expect(inferred.sent == 3, "t.jpg is not work any more")
    }

    @Test func `An offset of a camera's clock is used only for the look-up and changes no hour`() async throws {
        try inferred.add("t.jpg", "09:33:30", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        #expect(await world.run("scan", world.library, "--gpx", track).exit == 0)
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
        #expect(await world.run("scan", world.library, "--camera-offset", "M9=1h3m").exit == 0)
        let photo = try await inferred.line("t.jpg")
        #expect(photo["positionSource"] == "inferred" && photo["verdict"] == "work")
        #expect(photo["takenAt"] == "2026-05-04T09:33:30" && photo["utcOffset"] == nil && photo["takenAtUTC"] == nil)
        #expect(await world.run("why", "photos/t.jpg").output.contains("2026-05-04T08:30:00Z"))
        #expect(await world.run("scan", world.library, "--camera-offset", "M9=none").exit == 0)
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
        #expect(await world.run("scan", world.library, "--camera-offset", "M9=1h3m").exit == 0)
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        #expect(await world.run("scan", world.library, "--camera-offset", "none").exit == 0)
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position", "none forgets those of named cameras too")
        #expect(await world.run("scan", world.library, "--camera-offset=-1m").exit == 0)
        #expect(await world.run("scan", world.library, "--camera-offset", "Hasselblad=1h").notes.contains("Hasselblad"))
    }

    @Test func `A photo of a clock determines the offset`() async throws {
        try inferred.add("clock.jpg", "11:06:00", model: "M9")
        try inferred.add("t.jpg", "09:33:30", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        let outcome = await world.run(
            "scan", world.library, "--clock-photo", "photos/clock.jpg", "--clock-time", "2026-05-04T12:03:00+02:00",
            "--gpx", track)
        #expect(outcome.exit == 0 && outcome.notes.contains("Leica M9: its clock is 1h3m ahead of UTC"))
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        let late = await world.run(
            "scan", world.library, "--clock-photo", "photos/clock.jpg", "--clock-time", "2026-05-04T13:36:30+02:00")
        #expect(late.notes.contains("Leica M9: its clock is 30m30s behind UTC"), "\(late.notes)")
    }

    @Test(arguments: [
        ["--clock-photo", "photos/a.jpg"], ["--clock-time", "2026-05-04T12:03:00Z"],
        ["--clock-photo", "photos/a.jpg", "--clock-time", "2026-05-04T12:03:00"], ["--camera-offset", "soon"],
        ["--camera-offset", "=1h"],
    ])
    func `Invalid values are refused before any work`(arguments: [String]) async throws {
        #expect(await world.type(["scan", world.library] + arguments).exit == 64)
    }

    @Test func `A photo that does not show a clock ends the scan before it begins`() async throws {
        let time = "2026-05-04T12:03:00Z"
        #expect(await world.run("scan", "--clock-photo", "photos/no.jpg", "--clock-time", time).exit == 1)
        let past = "2020-01-01T00:00:00Z"
        #expect(await world.run("scan", "--clock-photo", "photos/a.jpg", "--clock-time", past).exit == 1)
    }

    @Test func `A track that cannot be read is a problem, and the rest is done`() async throws {
        try inferred.add("new.jpg", "10:06:00")
        try world.tree.write(FilePath("bad.gpx"), Array("<gpx><trk>".utf8))
        let bad = world.tree.path("bad.gpx").string
        let outcome = await world.run("scan", world.library, "--gpx", bad, "no.gpx")
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("bad.gpx: line 1: the file is not well-formed XML"))
        #expect(outcome.notes.contains("no.gpx: there is no such file"))
        #expect(try await inferred.line("new.jpg")["verdict"] == "work")
    }

    @Test func `While one track cannot be read, none gives a position`() async throws {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let good = try inferred.track("good.gpx", at: Place.office)
        try world.tree.write(FilePath("bad.gpx"), Array("<gpx><trk>".utf8))
        let bad = world.tree.path("bad.gpx").string
        let outcome = await world.run("scan", world.library, "--gpx", good, bad)
        #expect(outcome.exit == 3)
        #expect(outcome.notes.contains("; tracks give no positions until it is mended or taken away\n"))
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
        try world.tree.write(FilePath("bad.gpx"), Array("<gpx></gpx>".utf8))
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
        try world.tree.write(FilePath("bad.gpx"), Array("<gpx>".utf8))
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
        try world.tree.remove("bad.gpx")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
    }

    @Test func `Beside a sidecar that cannot be read nothing is inferred`() async throws {
        #expect(try await inferred.line("b.jpg")["verdict"] == "work")
        try world.tree.write("photos/b.xmp", Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf".utf8))
        #expect(await world.run("scan", world.library).exit == 3)
        let photo = try await inferred.line("b.jpg")
        #expect(photo["verdict"] == "unsure" && photo["reason"] == "unknown-correction")
        try world.tree.remove("photos/b.xmp")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(try await inferred.line("b.jpg")["verdict"] == "work")
    }

    @Test func `If inference is off, a scan keeps what it is given and says so`() async throws {
        try inferred.configure("infer = false")
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        let outcome = await world.run("scan", world.library, "--gpx", track)
        #expect(outcome.exit == 0 && outcome.notes.contains("infer = true"))
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position")
        try inferred.configure("infer = true")
        #expect(try await inferred.line("t.jpg")["verdict"] == "work")
    }

    @Test func `A dry run infers and writes nothing`() async throws {
        try inferred.add("t.jpg", "10:30:30", offset: "+02:00", model: "M9")
        let track = try inferred.track("day.gpx", at: Place.office)
        let before = try world.tree.snapshot()
        let summary = try #require(try await world.objects("scan", "-n", world.library, "--gpx", track).last)
        #expect(summary[number: "work"] == 4)
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `An edit of the fences judges inferred positions again`() async throws {
        let outcome = await world.run(
            "fence", "add", "Yard", "--at", "52.5225,13.405", "--radius", "100m", "--kind", "never")
        #expect(outcome.exit == 0)
        #expect(try await inferred.line("b.jpg")["verdict"] == "work")
        await world.run("fence", "remove", "--yes", "Office")
        #expect(try await inferred.line("b.jpg")["verdict"] == "unsure")
    }

    @Test func `An inferred position too near a boundary leaves the photo unsure`() async throws {
        await world.run("fence", "remove", "--yes", "Office")
        await world.run("fence", "add", "Desk", "--at", "52.52,13.405", "--radius", "40m")
        let photo = try await inferred.line("b.jpg")
        #expect(photo["reason"] == "near-boundary" && photo["positionSource"] == "inferred")
        #expect(try await inferred.line("a.jpg")["verdict"] == "work")
    }

    @Test func `A narrower window infers less`() async throws {
        try inferred.configure("infer = true\ninfer-window = \"4m\"")
        #expect(try await inferred.line("b.jpg")["reason"] == "no-position")
    }

    @Test func `Status and why show a camera's offset with where it came from`() async throws {
        try inferred.add("t.jpg", "11:33:30", model: "M9")
        try inferred.configure("infer = true")
        await world.run("scan", world.library, "--camera-offset", "M9=1h3m", "--camera-offset=-30s")
        let status = await world.run("status").output
        #expect(status.contains("M9: 1h3m ahead of UTC, by --camera-offset"))
        #expect(status.contains("all others: 30s behind UTC, by --camera-offset"))
        let offsets = try #require(
            try await world.objects("status").first?.members["cameraOffsets"] as? [[String: Any]])
        #expect(offsets.map { $0["seconds"] as? Double } == [3_780, -30])
        #expect(
            await world.run("why", "photos/t.jpg").output.contains(
                "1h3m ahead of UTC, by --camera-offset for this camera"))
        #expect(
            await world.run("why", "photos/b.jpg").output.contains(
                "30s behind UTC, by --camera-offset for all cameras without one of their own"))
    }

    @Test func `A camera whose model repeats its maker is named once, and found by that name`() async throws {
        for name in ["t.jpg", "u.jpg"] { try inferred.add(name, "10:30:30", make: "Canon", model: "Canon EOS R5") }
        let track = try inferred.track("day.gpx", at: Place.office)
        let scan = await world.run("scan", world.library, "--gpx", track).notes
        #expect(scan.contains("workphotos scan --camera-offset 'Canon EOS R5=OFFSET'\n"), "\(scan)")
        await world.run("scan", "--camera-offset", "Canon EOS R5=2h")
        #expect(try await inferred.line("t.jpg")["positionSource"] == "inferred")
        #expect(await world.run("status").output.contains("Canon EOS R5: 2h ahead of UTC"))
        #expect(!(await world.run("status")).output.contains("Canon Canon"))
        await world.run("scan", "--camera-offset", "Canon Canon EOS R5=none")
        #expect(try await inferred.line("t.jpg")["reason"] == "no-position", "maker and model are both its name")
    }

    @Test func `Why says how a photo may get a position only where it may get one`() async throws {
        func why(_ name: String) async -> String { await world.run("why", "photos/\(name)").output }
        try inferred.add("sent.jpg", "10:05:00", make: "", model: "")
        try world.add("undated.jpg", TestPhoto())
        try inferred.add("t.jpg", "10:30:30", model: "M9")
        #expect(await why("t.jpg").contains("\n  A scan may infer its position from tracks, or from photos of its "))
        #expect(await why("t.jpg").contains("before and after: workphotos scan \(world.library)\n"))
        await world.run("scan", world.library)
        #expect(await why("sent.jpg").contains("\n  No position is inferred for it, since it names no camera\n"))
        #expect(await why("undated.jpg").contains("\n  No position is inferred for it, since it has no time of day "))
        #expect(await why("t.jpg").contains("\n  No position follows from tracks, or from photos of its camera "))
        #expect(await why("t.jpg").contains("; to add a track: workphotos scan --gpx FILE\n"))
        #expect(!(await why("t.jpg")).contains("infer = true"), "it is on already")
        try inferred.configure("infer = false")
        #expect(await why("t.jpg").contains("infer = true in [triage], and workphotos scan --gpx FILE\n"))
        #expect(!(await why("sent.jpg")).contains("infer = true"), "nothing would be inferred for it")
        #expect(!(await why("a.jpg")).contains("position from tracks"))
    }

    @Test func `Why says which offset is missing where there are tracks`() async throws {
        try inferred.add("t.jpg", "10:30:30", model: "M9")
        try inferred.add("late.jpg", "20:30:30", offset: "+02:00", model: "M9")
        await world.run("scan", world.library, "--gpx", try inferred.track("day.gpx", at: Place.office))
        let offset = "such as 2h: workphotos scan --camera-offset 'Leica M9=OFFSET'\n"
        #expect(await world.run("why", "photos/t.jpg").output.contains(offset))
        #expect(await world.run("why", "photos/late.jpg").output.contains("; to add a track: "))
        await world.run("scan", "--camera-offset", "Leica M9=1m")
        #expect(await world.run("why", "photos/t.jpg").output.contains("; to add a track: "))
    }

    @Test func `A scan with tracks that place nothing says which offset is missing`() async throws {
        try inferred.add("t.jpg", "10:30:30", model: "M9")
        try inferred.configure("infer = true")
        try inferred.track("tracks/day.gpx", at: Place.office)
        let scan = await world.run("scan", world.library, "--gpx", "tracks/day.gpx").notes
        #expect(scan.contains("The tracks place no photo"), "\(scan)")
        #expect(scan.contains("such as 2h:\n  workphotos scan --camera-offset 'Leica M"), "\(scan)")
        #expect(
            !(await world.run("scan", world.library, "--camera-offset", "2h").notes.contains(
                "The tracks place no photo")))
    }
}
