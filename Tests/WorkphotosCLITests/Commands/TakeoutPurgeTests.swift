import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Purging a photo with a Takeout file, which uploads do not send.
struct TakeoutPurgeTests {
    private let removable: Removable
    private let json: FilePath = "photos/a.jpg.supplemental-metadata.json"
    private var world: World { removable.world }

    init() async throws {
        removable = try await Removable("b.jpg")
        try removable.add("a.jpg")
        try world.tree.write(json, Self.takeout(at: Place.office))
        await world.run("scan")
        #expect(await world.run("upload").exit == 0)
    }

    /// Of the moment at which the photos were taken, in UTC.
    private static func takeout(at place: (latitude: Double, longitude: Double)) -> [UInt8] {
        Array(
            """
            {"photoTakenTime": {"timestamp": "1777881600"},
            "geoData": {"latitude": \(place.latitude), "longitude": \(place.longitude)}}
            """.utf8)
    }

    @Test func `The photo can be removed, and the file stays and is counted`() async throws {
        let why = await world.run("why", "\(world.library)/a.jpg").output
        #expect(why.hasSuffix("  kept by   nothing\n"), "\(why)")
        let dry = await world.run("purge", "-n", "--path", "*a.jpg").output
        #expect(dry.contains("Would remove 1 photo (") && dry.contains("\n1 Takeout file stays\n"), "\(dry)")
        let lines = try await world.objects("purge", "--yes")
        #expect(lines.last?[number: "done"] == 2)
        #expect(lines.last?[number: "staying"] == 1)
        #expect(try world.names == ["a.jpg.supplemental-metadata.json"])
    }

    @Test func `It is no orphan afterwards, and undo finds it again`() async throws {
        #expect(await world.run("purge", "--yes").exit == 0)
        try removable.add("new.jpg")
        let scan = await world.run("scan")
        #expect(!(scan.output + scan.notes).contains("without a photo"), "\(scan)")
        let run = try #require(try await world.objects("runs").first { $0["command"] == "purge" }?[number: "id"])
        #expect(await world.run("undo", "\(Int(run))").exit == 0)
        await world.run("scan")
        let photo = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        let members = photo.members["members"] as? [[String: Any]] ?? []
        #expect(members.map { $0["role"] as? String } == ["still", "sidecar"])
    }

    @Test func `It gives nothing to another photo of that name, which can be sent and removed too`() async throws {
        #expect(await world.run("purge", "--yes").exit == 0)
        // Another time than the removed photo's, of which it might be an edit.
        var photo = TestPhoto(taken: "2026:05:04 11:00:00")
        photo.tail = [7]
        try world.add("a.jpg", photo)
        await world.run("scan")
        let placeless = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect([placeless["verdict"], placeless["reason"]] == ["unsure", "no-position"])
        await world.run("mark", "work", "--yes", "\(world.library)/a.jpg")
        let upload = try await world.objects("upload")
        #expect(upload.last?[number: "done"] == 1, "\(upload.map(\.members))")
        let purge = try await world.objects("purge", "--yes")
        #expect(purge.last?[number: "done"] == 1, "\(purge.map(\.members))")
    }

    /// What happens to the file that stayed, before another photo comes.
    enum Change: CaseIterable, Sendable {
        case times, permissions, writtenAnew, moved, movedAndScanned, copied, renamed, rootForgotten, readAnew
    }

    /// What stays says nothing of where later photos were taken.
    private func purgeAllButAnOldOne() async throws {
        #expect(await world.run("purge", "--yes").exit == 0)
        try world.add("old.jpg", TestPhoto(taken: "2020:01:01 10:00:00"))
        await world.run("scan")
    }

    @Test(arguments: Change.allCases)
    func `It gives nothing to another photo, whatever happens to it but another content`(change: Change) async throws {
        try await purgeAllButAnOldOne()
        let name = try await apply(change)
        var photo = TestPhoto(taken: "2026:05:04 11:00:00")
        photo.tail = [7]
        try world.add(name, photo)
        await world.run("scan", world.library)
        await world.run("scan", "--reread", world.library)
        let placeless = try #require(try await world.objects("why", "\(world.library)/\(name)").first)
        #expect([placeless["verdict"], placeless["reason"]] == ["unsure", "no-position"], "\(placeless.members)")
    }

    /// - Returns: the name for another photo that the file would fit.
    private func apply(_ change: Change) async throws -> String {
        let elsewhere: FilePath = "photos/d/a.jpg.supplemental-metadata.json"
        switch change {
        case .times: try world.tree.setModified(json, seconds: 1_700_000_000)
        case .permissions: try world.tree.setPermissions(json, .ownerReadWrite)
        case .writtenAnew:
            let content = try world.tree.read(json)
            try world.tree.remove(json)
            try world.tree.write(json, content)
        case .moved, .movedAndScanned:
            try world.tree.makeDirectory("photos/d")
            try world.tree.rename(json, to: elsewhere)
            if change == .movedAndScanned { await world.run("scan") }
            return "d/a.jpg"
        case .copied:
            try world.tree.write(elsewhere, try world.tree.read(json))
            return "d/a.jpg"
        case .renamed:
            try world.tree.rename(json, to: "photos/c.jpg.json")
            return "c.jpg"
        case .rootForgotten: #expect(await world.run("root", "forget", world.library, "--yes").exit == 0)
        case .readAnew: await world.run("scan", "--reread")
        }
        return "a.jpg"
    }

    @Test func `A file that fits two photos gives nothing to one when the other was removed`() async throws {
        try removable.add("c.jpg")
        try world.add("c.jpeg", TestPhoto(taken: "2026:05:04 11:00:00"))
        try world.tree.write("photos/c.json", Self.takeout(at: Place.office))
        await world.run("scan")
        await world.run("upload")
        await world.run("purge", "--yes", "--path", "*c.jpg")
        try #require(try world.names.filter { $0.hasPrefix("c.") } == ["c.jpeg", "c.json"])
        await world.run("scan", "--reread")
        let other = try #require(try await world.objects("why", "\(world.library)/c.jpeg").first)
        #expect(other["verdict"] == "unsure", "\(other.members)")
    }

    @Test func `It gives nothing to another photo when the index was lost and rebuilt`() async throws {
        #expect(await world.run("purge", "--yes").exit == 0)
        try await makeIndexAnew()
        try world.add("a.jpg", TestPhoto(taken: "2026:05:04 11:00:00"))
        await world.run("scan", world.library)
        let placeless = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect([placeless["verdict"], placeless["reason"]] == ["unsure", "no-position"], "\(placeless.members)")
    }

    private func makeIndexAnew() async throws {
        world.removeIndex()
        let rebuilt = await world.run("index", "rebuild", "--from", world.nas)
        #expect(rebuilt.exit == 0, "\(rebuilt)")
    }

    @Test(arguments: [false, true])
    func `An edit that fits two photos is none of one when the other was removed`(isRebuilt: Bool) async throws {
        try removable.add("c.jpg")
        try world.add("c.jpeg", TestPhoto(at: Place.office, taken: "2026:05:04 11:00:00"))
        try world.add("c_edited.jpg", TestPhoto(taken: "2026:05:04 11:00:00"))
        await world.run("scan")
        await world.run("upload")
        await world.run("purge", "--yes", "--path", "*c.jpg")
        try #require(try world.names.filter { $0.hasPrefix("c") } == ["c.jpeg", "c_edited.jpg"])
        await world.run("scan")
        if isRebuilt {
            await world.run("upload")
            try await makeIndexAnew()
            await world.run("scan", world.library)
        }
        let edit = try #require(try await world.objects("why", "\(world.library)/c_edited.jpg").first)
        #expect([edit["verdict"], edit["reason"]] == ["unsure", "no-position"], "\(edit.members)")
    }

    @Test func `It gives nothing to an edit that comes later`() async throws {
        try await purgeAllButAnOldOne()
        try world.add("a-edited.jpg", TestPhoto(taken: "2026:05:04 11:00:00"))
        await world.run("scan")
        let edit = try #require(try await world.objects("why", "\(world.library)/a-edited.jpg").first)
        #expect([edit["verdict"], edit["reason"]] == ["unsure", "no-position"], "\(edit.members)")
    }

    @Test func `A file of another content gives its place`() async throws {
        try await purgeAllButAnOldOne()
        try world.tree.write(json, Self.takeout(at: Place.office) + [0x20])
        try world.add("a.jpg", TestPhoto(taken: "2026:05:04 11:00:00"))
        await world.run("scan")
        let photo = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect(photo["verdict"] == "work", "\(photo.members)")
    }

    @Test func `Where Takeout's files are sent, the photo waits for its own`() async throws {
        try removable.configure("[upload]\nsidecars = [\"xmp\", \"takeout\"]\n")
        let lines = try await world.objects("purge", "--yes", "--path", "*a.jpg")
        #expect(lines.last?[number: "done"] == 0)
        #expect(try world.names.contains("a.jpg"))
    }

    @Test func `A Takeout file that changed since the scan keeps its photo`() async throws {
        try world.tree.write(json, Self.takeout(at: Place.home) + [0x20])
        let lines = try await world.objects("purge", "--yes", "--path", "*a.jpg")
        #expect(lines.first?["why"] == "changed-since-scan")
        #expect(try world.names.contains("a.jpg"))
    }

    @Test func `A Takeout file of another year gives no place, and why says so`() async throws {
        try world.add("c.jpg", TestPhoto(taken: "2023:05:04 10:00:00"))
        try world.tree.write("photos/c.jpg.json", Self.takeout(at: Place.office))
        await world.run("scan")
        let why = await world.run("why", "\(world.library)/c.jpg").output
        #expect(why.contains("Unsure: it has no position"), "\(why)")
        #expect(why.contains("a Takeout file of another time, so that its place only counts in a fence"), "\(why)")
    }

    @Test func `A Takeout file's place in a never fence is in why, though the photo's own place counts`() async throws {
        await world.run("fence", "add", "Home", "--at", "52.487,13.425", "--radius", "150m", "--kind", "never")
        try world.add("c.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00"))
        try world.tree.write("photos/c.jpg.json", Self.takeout(at: Place.home))
        await world.run("scan")
        let why = await world.run("why", "\(world.library)/c.jpg").output
        #expect(why.contains("52.487,13.425 is said of it, which only counts in a fence that is never work"), "\(why)")
        #expect(why.contains("inside by the other place") && !why.contains("too far to matter"), "\(why)")
        let fences = try #require(
            try await world.objects("why", "\(world.library)/c.jpg").first?.members["fences"] as? [[String: Any]])
        let home = fences.first { $0["name"] as? String == "Home" }
        #expect((home?["otherDistance"] as? Double).map { $0 < 0 } == true, "\(fences)")
    }
}
