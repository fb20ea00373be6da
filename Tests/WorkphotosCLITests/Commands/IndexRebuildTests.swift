import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A lost index is rebuilt from the list of receipts at a destination.
struct IndexRebuildTests {
    @Test func `After a scan the photos count as uploaded again`() async throws {
        let sent = try await Sent("a.jpg", "b.jpg")
        try sent.world.add("c.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 09:00:00"))
        let outcome = await sent.world.run("index", "rebuild", "--from", sent.spec)
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("has 2 receipts; 2 added\nnext: workphotos scan DIR"))
        #expect(await sent.world.run("scan", sent.world.library).exit == 0)
        #expect(await sent.list("--uploaded") == ["a.jpg", "b.jpg"].map { "\(sent.world.library)/\($0)" })
        #expect(await sent.list("--not-uploaded") == ["\(sent.world.library)/c.jpg"])
        let why = try #require(try await sent.world.objects("why", "\(sent.world.library)/a.jpg").first)
        #expect(why.members["kept"] as? [String] == [])
        let uploads = try #require(why.members["uploads"] as? [[String: Any]])
        #expect(uploads.first?["target"] as? String == "Office/a.jpg")
        #expect(sent.service.calls.allSatisfy { !$0.changesSomething })
    }

    @Test func `The destination is asked once for the sizes of all its copies`() async throws {
        let sent = try await Sent("a.jpg", "b.jpg", "c.jpg")
        #expect(await sent.world.run("index", "rebuild", "--from", sent.spec).exit == 0)
        #expect(sent.service.questions.map(\.count) == [3])
    }

    @Test func `The destination gets the name that is given`() async throws {
        let sent = try await Sent("a.jpg")
        let rebuild = ["index", "rebuild", "--from", sent.spec]
        #expect(await sent.world.type(rebuild + ["--name", "a:b"]).exit == 64)
        // An index that had the place without a name.
        #expect(await sent.world.type(rebuild).exit == 0)
        let named = await sent.world.type(rebuild + ["--name", "nas"])
        #expect(named.exit == 0 && named.output.hasPrefix("nas has 1 receipt"), "\(named)")
        #expect(try await sent.world.objects("destination", "list").first?["name"] == "nas")
        #expect(await sent.world.type(rebuild + ["--name", "other"]).exit == 1)
        sent.world.removeIndex()
        #expect(await sent.world.type(rebuild + ["--name", "nas"]).output.hasPrefix("nas has 1 receipt"))
    }

    @Test func `Copies and sidecars are found as well`() async throws {
        let sent = try await Sent("a.jpg")
        let world = sent.world
        try world.tree.write("photos/copy/z.jpg", try world.tree.read("photos/a.jpg"))
        try world.tree.write("photos/a.xmp", XMPPacket().bytes)
        try sent.put("photos/a.xmp")
        try sent.giveReceipts(for: ["photos/a.jpg", "photos/a.xmp"])
        try await sent.rebuildAndScan()
        #expect(await sent.list("--uploaded").count == 2)
        #expect(await sent.list("--not-uploaded").isEmpty)
    }

    @Test func `An existing index is added to, and the next scan finds unchanged photos`() async throws {
        let sent = try await Sent("a.jpg", "b.jpg")
        let world = sent.world
        await world.run("scan", world.library)
        await world.run("mark", "work", "--yes", "\(world.library)/b.jpg")
        let summary = try #require(try await world.objects("index", "rebuild", "--from", sent.spec).last)
        #expect([summary[number: "receipts"], summary[number: "new"], summary[number: "reread"]] == [2, 2, 1])
        #expect(summary.members["newIndex"] as? Bool == false)
        // Marking has hashed b.jpg.
        #expect(await sent.list("--uploaded") == ["\(world.library)/b.jpg"])
        await world.run("scan")
        #expect(await sent.list("--uploaded").count == 2)
        let again = try #require(try await world.objects("index", "rebuild", "--from", sent.spec).last)
        #expect([again[number: "new"], again[number: "reread"]] == [0, 0])
        #expect(try await world.objects("list", "--work").first?["marked"] == nil)
        #expect(try await world.objects("why", "\(world.library)/b.jpg").first?["marked"] == "work")
    }

    @Test func `A dry run writes and creates nothing`() async throws {
        let sent = try await Sent("a.jpg")
        let before = try sent.world.tree.snapshot()
        let summary = try #require(try await sent.world.objects("index", "rebuild", "-n", "--from", sent.spec).last)
        #expect([summary[number: "receipts"], summary[number: "new"]] == [1, 1])
        #expect(try sent.world.tree.snapshot() == before)
        await sent.world.run("scan", sent.world.library)
        let scanned = try sent.world.tree.snapshot()
        #expect(await sent.world.run("index", "rebuild", "--dry-run", "--from", sent.spec).exit == 0)
        #expect(try sent.world.tree.snapshot() == scanned)
        #expect(sent.service.calls.allSatisfy { !$0.changesSomething })
    }

    @Test func `A place that is no destination creates no index`() async throws {
        let sent = try await Sent("a.jpg")
        sent.service.setMarker(nil)
        let unmarked = await sent.world.run("index", "rebuild", "--from", sent.spec)
        sent.service.isGone = true
        let gone = await sent.world.run("index", "rebuild", "--from", sent.spec)
        for outcome in [unmarked, gone] {
            #expect(outcome.exit == 1)
            #expect(!outcome.notes.contains("--create"), "a new one has no receipts: \(outcome.notes)")
        }
        #expect(await sent.world.run("index", "rebuild", "--from", "nobody").exit == 1)
        #expect(!sent.world.tree.exists(sent.world.index))
    }

    @Test func `Invalid lines, a cut one and those of others are counted and skipped`() async throws {
        let sent = try await Sent("a.jpg")
        let line = try sent.line(for: "photos/a.jpg")
        let other = String(decoding: line, as: UTF8.self).replacing(World.marker, with: "ffff")
        sent.service.receipts = Array("not json\n{}\n\(other)".utf8) + line + line.prefix(50)
        let outcome = await sent.world.run("index", "rebuild", "--from", sent.spec, "--json")
        #expect(outcome.exit == 3)
        let summary = try #require(try await sent.world.objects("index", "rebuild", "-n", "--from", sent.spec).last)
        #expect(summary[number: "unreadable"] == 3)
        #expect(summary[number: "foreign"] == 1)
        #expect(outcome.notes.contains("3 invalid lines in the list"))
    }

    @Test func `What is in the folder of albums restores no receipt`() async throws {
        let sent = try await Sent("a.jpg", "b.jpg")
        let moved = String(decoding: try sent.line(for: "photos/a.jpg"), as: UTF8.self)
            .replacing("Office/", with: "ALBUMS/")
        sent.service.place(.file(try sent.world.tree.read("photos/a.jpg"), modified: 1), at: "ALBUMS/a.jpg")
        sent.service.receipts = Array(moved.utf8) + (try sent.line(for: "photos/b.jpg"))
        let summary = try #require(try await sent.world.objects("index", "rebuild", "--from", sent.spec).last)
        #expect([summary[number: "receipts"], summary[number: "unreadable"]] == [1, 1])
        #expect(await sent.world.run("scan", sent.world.library).exit == 0)
        #expect(await sent.list("--uploaded") == ["\(sent.world.library)/b.jpg"])
    }
}
