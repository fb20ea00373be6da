import Foundation
import SystemPackage
import Testing
import WorkphotosCLI
import WorkphotosTestSupport

struct ReviewCommandTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    @Test func `The page has all photos, and only the user can read what leads to it`() async throws {
        let outcome = try await ServedPage.open(in: world) { page in
            let file = page.file.string.dropFirst(world.tree.path.string.count + 1)
            #expect(try world.tree.permissions(FilePath(String(file))) == .ownerReadWrite)
            let directory = FilePath(String(file)).removingLastComponent()
            #expect(try world.tree.permissions(directory) == .ownerReadWriteExecute)
            let photos = try await page.photos()
            #expect(photos.names.sorted() == ["a.jpg", "home.jpg"])
            #expect(photos.about[bool: "review"] == true)
            #expect(photos.about[object: "settles"]?["no-position"] != nil)
            #expect(photos.blocks["stamp"]?.count == 8)
        }
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect(outcome.notes.contains("workphotos upload --dry-run"))
        #expect(!outcome.output.contains("token") && outcome.notes.contains("2 photos"))
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("run/") }.isEmpty)
    }

    @Test func `A selection narrows the photos, which keep their rows when they leave it`() async throws {
        try await ServedPage.open(in: world, ["--personal"]) { page in
            let photos = try await page.photos()
            #expect(photos.names == ["home.jpg"])
            _ = try await page.decide("work", photos, "home.jpg")
            #expect(try await page.photos().names == ["home.jpg"])
            let changes = try await page.changes(since: photos.moment)
            #expect(changes.rows == [0] && changes[bool: "reload"] == false)
        }
    }

    @Test func `Photos that come and go are told`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let row = try photos.row("home.jpg")
            try world.tree.remove("photos/home.jpg")
            await world.run("scan", world.library)
            #expect(try await page.changes(since: photos.moment)[numbers: "gone"] == [row])
            let decision = ServedPage.decision(
                "personal", [row], count: 1, stamp: photos.stamp(of: [row]), confirmed: false)
            #expect(try await page.refusal(of: "/decide", decision) == "changed")
            try world.add("new.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:05 10:00:00"))
            await world.run("scan", world.library)
            #expect(try await page.changes(since: photos.moment)[bool: "reload"] == true)
            let now = try await page.photos()
            #expect(now.names == photos.names + ["new.jpg"])
            let changes = try await page.changes(since: now.moment)
            #expect(changes[bool: "reload"] == false && changes[numbers: "gone"] == [row])
            let totals: [Double] = now.about[objects: "totals"].compactMap { $0[number: "photos"] }
            #expect(totals.max() == 1)
        }
    }

    @Test func `Staged actions are shown and dropped, and the page says what carries them out`() async throws {
        _ = try world.addNAS()
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 12:00:00"))
        await world.run("scan", world.library)
        #expect(await world.run("upload", "--to", world.nas, "--create", "--stage").exit == 0)
        let outcome = try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(photos.about[number: "staged"] == 2)
            let actions = try JSONObject(Data(try await page.client.get("/staged").body))[objects: "actions"]
            let ids: [Int] = actions.compactMap { $0[number: "id"] }.map { Int($0) }
            #expect(ids.count == 2 && actions.allSatisfy { $0["kind"] == "upload" })
            let rows: [Int] = actions.flatMap { $0[numbers: "rows"] }
            let office: Set<Int> = [try photos.row("a.jpg"), try photos.row("b.jpg")]
            #expect(rows.count == 2 && Set(rows) == office)
            let dropped = try await page.change("/unstage", #"{"ids":[\#(ids[0])],"confirmed":false}"#)
            #expect(dropped[number: "actions"] == 1 && dropped["words"] == "Dropped 1 photo")
            let asked = try await page.change("/unstage", #"{"ids":[\#(ids[1])],"confirmed":false}"#)
            #expect(asked[object: "ask"]?["headline"] == "This drops all 1 staged photo")
            // Something else is shown meanwhile.
            _ = try await page.decide("hold", photos, "home.jpg")
            _ = try await page.decide("unhold", photos, "home.jpg")
            let again = try await page.change("/unstage", #"{"ids":[\#(ids[1])],"confirmed":true}"#)
            #expect(again[object: "ask"] != nil)
            #expect(try await page.changes(since: photos.moment)[number: "staged"] == 1)
            let done = try await page.change("/done", "{}")
            #expect(done[texts: "lines"] == ["workphotos apply \(ids[1])", "workphotos upload --dry-run"])
        }
        #expect(outcome.exit == 0)
        #expect(try await world.objects("staged").last?[number: "staged"] == 1)
    }

    @Test func `A second page is not served, and the first is named`() async throws {
        try await ServedPage.open(in: world) { page in
            let second = await world.run("review", "--no-browser")
            #expect(second.exit == 1 && second.notes.contains("http://\(page.client.host)/"), "\(second)")
            #expect(!second.notes.contains("token") && !second.output.contains("token"))
            let first = try await page.client.get("/changes?since=0")
            #expect(first.status == 200)
        }
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(photos.names.count == 2)
        }
    }

    @Test func `A signal ends it`() async throws {
        let interruption = world.interruption
        let outcome = try await ServedPage.open(in: world) { _ in interruption.raise() }
        #expect(outcome.exit == 130, "\(outcome.notes)")
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("run/") }.isEmpty)
    }

    @Test func `Without an index there is no page, and none is made`() async throws {
        world.removeIndex()
        let outcome = await world.run("review")
        #expect(outcome.exit == 10)
        #expect(!world.tree.exists(world.index))
    }

    @Test func `Fences that are invalid are said before anything is opened`() async throws {
        try world.tree.write(world.fences, Array("{".utf8))
        #expect(await world.run("review").exit == 78)
    }

    @Test func `The address can be printed, for a tunnel too`() async throws {
        let port = try LoopbackSocket.freePort()
        let code = try await ServedPage.printed(in: world, ["--port", "\(port)"]) { output, client in
            #expect(output.hasPrefix("On your machine: ssh -L \(port):127.0.0.1:\(port) HOST\n"), "\(output)")
            #expect(client.host == "127.0.0.1:\(port)")
            let photos = try await client.get("/photos")
            #expect(photos.status == 200)
        }
        #expect(code == 0)
    }

    @Test func `The line for programs has the address`() async throws {
        let code = try await ServedPage.printed(in: world, ["--no-browser", "--json"]) { output, client in
            let line = try JSONObject(Data(output.utf8))
            #expect(line["type"] == "review" && line[number: "photos"] == 2)
            #expect(line["address"]?.hasPrefix("http://\(client.host)/start?token=") == true)
        }
        #expect(code == 0)
    }

    @Test func `A port has to be one`() async {
        #expect(await world.run("review", "--port", "0").exit == 64)
    }
}
