import Foundation
import PhotoModel
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

struct ReportCommandTests {
    /// A scanned library: a photo of the office, one of home in a `never` fence, and one of nowhere.
    private func scanned() async throws -> World {
        let world = try World()
        try world.add("Oslo/office.jpg")
        try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        try world.add("nowhere.jpg", TestPhoto())
        await world.addOffice()
        await world.run("fence", "add", "Home", "--at", "52.487,13.425", "--radius", "150m", "--kind", "never")
        await world.run("scan", world.library)
        return world
    }

    private func page(_ world: World, _ arguments: String...) async throws -> String {
        let outcome = await world.type(["report", "--html", "report.html"] + arguments)
        #expect(outcome.exit == 0, "\(outcome.notes)")
        return String(decoding: try world.tree.read("report.html"), as: UTF8.self)
    }

    @Test func `A page has the work photos and no never fence, and only its owner can read it`() async throws {
        let world = try await scanned()
        let page = try await page(world)
        #expect(page.contains("office.jpg\n"))
        #expect(!page.contains("home.jpg") && !page.contains("nowhere.jpg") && !page.contains("Home"))
        #expect(page.contains("1 work photo ("))
        #expect(try world.tree.permissions("report.html") == .ownerReadWrite)
    }

    @Test func `Other photos are included if that is asked for`() async throws {
        let world = try await scanned()
        let all = try await page(world, "--all")
        for name in ["office.jpg", "home.jpg", "nowhere.jpg", #""name":"Home""#] { #expect(all.contains(name)) }
        let unsure = try await page(world, "--unsure")
        #expect(unsure.contains("nowhere.jpg") && !unsure.contains("office.jpg") && !unsure.contains("home.jpg"))
    }

    @Test func `A page about the photos of a fence has no other fence`() async throws {
        let world = try await scanned()
        await world.run("fence", "add", "Depot", "--at", "52.6,13.5", "--radius", "150m")
        #expect(try await page(world).contains("Depot"))
        let one = try await page(world, "--fence", "Office")
        #expect(one.contains(#""name":"Office""#) && one.contains("office.jpg") && !one.contains("Depot"))
    }

    @Test func `A page replaces another page and nothing else`() async throws {
        let world = try await scanned()
        try world.tree.write("report.html", Array("<!DOCTYPE html><title>mine</title>".utf8))
        let refused = await world.run("report", "--html", "report.html")
        #expect(refused.exit == 1)
        #expect(refused.notes.contains("it is not a report of workphotos"), "\(refused.notes)")
        try world.tree.remove("report.html")
        _ = try await page(world)
        try world.tree.setPermissions("report.html", [.ownerReadWrite, .groupRead, .otherRead])
        #expect(try await page(world, "--title", "May <b>").contains("<title>May &lt;b&gt;</title>"))
        #expect(try world.tree.permissions("report.html") == .ownerReadWrite)
        let photo = await world.run("report", "--html", "\(world.library)/home.jpg")
        #expect(photo.exit == 1)
        try world.tree.link("link.html", to: "gone.html")
        let link = await world.run("report", "--html", "link.html")
        #expect(link.exit == 1 && link.notes.contains("this is a link to what is not there"), "\(link)")
        #expect(await world.run("report", "--html", "-").exit == 64)
        #expect(!world.tree.exists("-"))
    }

    @Test func `A signal leaves the page that was there`() async throws {
        let world = try await scanned()
        let before = try await page(world)
        world.interruption = TestInterruption(afterQuestions: 0)
        let outcome = await world.run("report", "--html", "report.html", "--all")
        #expect(outcome.exit == 130)
        #expect(String(decoding: try world.tree.read("report.html"), as: UTF8.self) == before)
        #expect(try world.tree.snapshot().keys.filter { $0.hasSuffix(".new") }.isEmpty)
    }

    @Test func `Without positions no format says where a photo was taken`() async throws {
        let world = try await scanned()
        let texts = [
            try await page(world, "--all", "--no-positions"),
            await world.run("report", "--all", "--no-positions", "--csv").output,
            await world.run("report", "--all", "--no-positions", "--geojson").output,
            await world.run("report", "--all", "--no-positions", "--json").output,
        ]
        for text in texts {
            #expect(text.contains("office.jpg"))
            for place in ["52.52", "13.405", "52.487", "Oslo/", world.library] {
                #expect(!text.contains(place), "\(place)")
            }
        }
        let whole = await world.run("report", "--csv").output
        #expect(whole.contains("52.52") && whole.contains("Oslo/office.jpg"))
    }

    @Test func `The formats for programs have the same photos`() async throws {
        let world = try await scanned()
        #expect(await world.run("report", "--csv").output.split(separator: "\n").count == 2)
        let objects = try await world.objects("report", "--all")
        #expect(objects.compactMap { $0["type"] } == ["photo", "photo", "photo", "summary"])
        #expect(objects.last?["command"] == "report")
        let collection = try JSONObject(.init(await world.run("report", "--geojson").output.utf8))
        #expect((collection.members["features"] as? [Any])?.count == 1)
    }

    @Test func `The summary says what was written`() async throws {
        let world = try await scanned()
        let summary = try #require(try await world.objects("report", "--html", "report.html").last)
        #expect(summary["path"] == world.tree.path("report.html").string)
        #expect(summary[number: "photos"] == 1)
        #expect(summary[number: "pictures"] == 0)
        #expect(
            await world.run("report", "--html", "report.html").output == "Written: report.html (1 photo, 0 pictures)\n")
    }

    @Test func `Small pictures are in the page, without their texts`() async throws {
        let world = try World()
        let thumbnail = JPEGFile([[0xFF, 0xFE, 0, 9] + Array("48.8583".utf8)]).bytes
        try world.tree.write("photos/a.jpg", JPEGFile(ExifStructure(thumbnail: thumbnail)).bytes)
        await world.addOffice()
        await world.run("scan", world.library)
        let picture = Data(JPEGFile().bytes).base64EncodedString()
        #expect(try await page(world, "--all").contains("\n0 \(picture)\n"))
        #expect(try await page(world, "--all", "--thumbnails", "0").contains("id=\"data-pictures\">\n</script>"))
    }

    @Test func `A photo has no picture once a file beside it has come, and its row says so`() async throws {
        let world = try World()
        try world.tree.write("photos/a.jpg", JPEGFile(ExifStructure(thumbnail: JPEGFile().bytes)).bytes)
        await world.addOffice()
        await world.run("scan", world.library)
        let picture = "\n0 \(Data(JPEGFile().bytes).base64EncodedString())\n"
        let before = try await page(world, "--all")
        #expect(before.contains(picture) && !before.contains("different files than before"))
        try world.tree.write("photos/a.xmp", XMPPacket(elements: "<!-- 1 -->").bytes)
        let after = try await page(world, "--all")
        #expect(!after.contains(picture) && after.contains("different files than before"))
        await world.run("scan", world.library)
        #expect(try await page(world, "--all").contains(picture))
        try world.tree.write("photos/a.xmp", XMPPacket(elements: "<!-- two -->").bytes)
        let changed = try await page(world, "--all")
        #expect(!changed.contains(picture) && changed.contains("changed since the last scan"))
    }

    @Test func `A map of the world is below the photos if the machine has one`() async throws {
        let world = try await scanned()
        let place = "share/marble/data/naturalearth"
        #expect(try await !page(world).contains("id=\"data-land\""))
        for (name, bytes) in [
            ("land", [2, 1] as [UInt8]), ("lakes", [2, 2]), ("admin_0_boundary_lines_land", [2, 3]),
        ] {
            try world.tree.write(FilePath("\(place)/ne_50m_\(name).pn2"), bytes)
        }
        let page = try await page(world)
        for (name, digits) in [("land", "AgE="), ("lakes", "AgI="), ("borders", "AgM=")] {
            #expect(page.contains("id=\"data-\(name)\">\n\(digits)</script>"))
        }
        #expect(try await !self.page(world, "--no-positions").contains("id=\"data-land\""))
    }

    @Test func `A photo shows its copies and what keeps it`() async throws {
        let world = try await scanned()
        _ = try world.addNAS()
        await world.run("destination", "add", "nas", world.nas)
        #expect(try await page(world).contains(#""fate":["","stays: not uploaded"]"#))
        await world.run("upload", "--to", "nas")
        let sent = try await page(world)
        #expect(sent.contains(#""uploads":["","nas"]"#) && sent.contains(#""fate":[""]"#))
        await world.run("hold", "\(world.library)/Oslo/office.jpg", "--reason", "for the book")
        #expect(try await page(world).contains("held (for the book)"))
    }

    @Test func `The page is opened by its address`() async throws {
        let world = try await scanned()
        let opened = Mutex<[String]>([])
        world.openPage = { address in
            opened.withLock { $0.append(address) }
            return true
        }
        #expect(await world.run("report", "--html", "a b%é.html", "--open").exit == 0)
        #expect(opened.withLock { $0 } == ["file://\(world.tree.path.string)/a%20b%25%C3%A9.html"])
        world.openPage = { _ in false }
        #expect(
            await world.run("report", "--html", "a b%é.html", "--open").notes.contains("No browser could be opened"))
    }

    @Test(arguments: [
        [], ["--csv", "--geojson"], ["--csv", "--json"], ["--html", "a.html", "--csv"], ["--csv", "--title", "May"],
        ["--json", "--open"], ["--geojson", "--thumbnails", "3"], ["--html", "a.html", "--thumbnails", "-1"],
    ])
    func `What contradicts itself is a mistake`(_ arguments: [String]) async throws {
        let world = try World()
        #expect(await world.type(["report"] + arguments).exit == 64)
        #expect(!world.tree.exists("a.html"))
    }

    @Test func `A page of a plan says what would go where and what would stay`() async throws {
        let world = try await scanned()
        _ = try world.addNAS()
        await world.run("destination", "add", "nas", world.nas)
        try world.add("new.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 10:00:00"))
        await world.run("scan", world.library)
        try world.add("new.jpg", TestPhoto(at: Place.office, taken: "2026:05:06 10:00:00"))
        let outcome = await world.run("upload", "--dry-run", "--html", "plan.html", "--title", "Look first")
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("They are shown in plan.html (2 photos, 0 pictures)"))
        let page = String(decoding: try world.tree.read("plan.html"), as: UTF8.self)
        #expect(page.contains("goes to nas: ") && page.contains("stays: changed since the last scan; scan again"))
        #expect(page.contains("<title>Look first</title>") && page.contains(#""fates":["would go","would stay"]"#))
        #expect(!page.contains("home.jpg"))
        await world.run("upload", "--dry-run", "--html", "plan.html", "--no-positions")
        let bare = String(decoding: try world.tree.read("plan.html"), as: UTF8.self)
        #expect(bare.contains("goes to nas") && !bare.contains("goes to nas: "))
        #expect(!world.tree.exists("nas/Office"))
    }

    @Test func `A page of removals and of what is staged says where the copies are`() async throws {
        let world = try await scanned()
        _ = try world.addNAS()
        _ = try world.addTrash()
        await world.run("destination", "add", "nas", world.nas)
        await world.run("upload", "--to", "nas")
        #expect(await world.run("purge", "--dry-run", "--html", "plan.html").exit == 0)
        let plan = String(decoding: try world.tree.read("plan.html"), as: UTF8.self)
        #expect(plan.contains("goes away; its copy is at nas: ") && plan.contains("office.jpg\n"))
        await world.run("purge", "--stage")
        let staged = await world.run("staged", "--html", "plan.html")
        #expect(staged.exit == 0 && staged.notes.contains("(1 photo, 0 pictures)"), "\(staged.notes)")
        #expect(String(decoding: try world.tree.read("plan.html"), as: UTF8.self).contains("What is staged"))
        #expect(try world.names.contains("Oslo/office.jpg"))
    }

    @Test func `A page of a run has the photos that it removed`() async throws {
        let world = try await scanned()
        _ = try world.addNAS()
        _ = try world.addTrash()
        await world.run("destination", "add", "nas", world.nas)
        await world.run("upload", "--to", "nas")
        #expect(await world.run("purge", "--yes").exit == 0)
        #expect(try !world.names.contains("Oslo/office.jpg"))
        let runs = try await world.objects("runs").filter { $0["type"] == "run" && $0["command"] == "purge" }
        let number = Int(try #require(runs.first?[number: "id"]))
        let outcome = await world.run("runs", "\(number)", "--html", "run.html")
        #expect(outcome.exit == 0 && outcome.notes.contains("(1 photo, 0 pictures)"), "\(outcome.notes)")
        let page = String(decoding: try world.tree.read("run.html"), as: UTF8.self)
        #expect(page.contains("was removed; its copy is at nas: ") && page.contains("office.jpg\n"))
    }

    @Test(arguments: [
        ["upload", "--html", "a.html"], ["purge", "--html", "a.html"], ["purge", "--stage", "--html", "a.html"],
        ["upload", "-n", "--no-positions"], ["staged", "--open"], ["staged", "--no-positions"],
        ["runs", "--html", "a.html"], ["runs", "--empty-trash", "1", "--html", "a.html"],
    ])
    func `A page of a plan is written only where nothing else is done`(_ arguments: [String]) async throws {
        let world = try World()
        #expect(await world.type(arguments).exit == 64)
        #expect(!world.tree.exists("a.html"))
    }
}
