import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Marks and holds that are made on the page are those of the commands.
struct ReviewDecisionTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func photo(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list", "--path", "*/\(name)").first)
    }

    @Test func `A mark is seen by the command line at once, and undone`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let answer = try await page.decide("personal", photos, "a.jpg")
            #expect(answer[number: "photos"] == 1 && answer[objects: "left"].isEmpty)
            let row = try #require(answer[object: "changes"]?[objects: "rows"].first)
            #expect(row[number: "row"] == Double(try photos.row("a.jpg")))
            #expect(row["reason"] == "marked")
            #expect(answer[object: "changes"]?["undo"] == "mark personal, 1 photo")
            #expect(try await photo("a.jpg")["marked"] == "personal")
            let asked = try await page.change("/undo", #"{"confirmed":false}"#)
            #expect(asked[object: "ask"]?[texts: "lines"].contains("becomes work: 1 photo") == true)
            #expect(try await photo("a.jpg")["marked"] == "personal")
            let undone = try await page.change("/undo", #"{"confirmed":true}"#)
            #expect(undone["words"]?.hasPrefix("mark personal of ") == true)
            #expect(try await photo("a.jpg")["verdict"] == "work")
            #expect(try await page.refusal(of: "/undo", #"{"confirmed":true}"#) == "refused")
        }
    }

    @Test func `What is undone is told of a photo and its copy, and of nothing else`() async throws {
        try world.add("copy of a.jpg")
        await world.run("scan", world.library)
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let rows = try ["a.jpg", "copy of a.jpg"].map { try photos.row($0) }.sorted()
            let answer = try await page.decide("personal", photos, "a.jpg")
            #expect(answer[object: "changes"]?.rows == rows)
            #expect(try await page.change("/undo", #"{"confirmed":false}"#)[object: "ask"] != nil)
            let undone = try await page.change("/undo", #"{"confirmed":true}"#)
            #expect(undone[object: "changes"]?.rows == rows)
            #expect(try await photo("copy of a.jpg")["verdict"] == "work")
        }
    }

    @Test func `An undoing that was confirmed takes back the change that was shown, and no other`() async throws {
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 12:00:00"))
        await world.run("scan", world.library)
        try await ServedPage.open(in: world) { page in
            _ = try await page.decide("personal", try await page.photos(), "a.jpg")
            #expect(try await page.change("/undo", #"{"confirmed":false}"#)[object: "ask"] != nil)
            await world.run("mark", "personal", path("b.jpg"))
            #expect(try await page.change("/undo", #"{"confirmed":true}"#)[object: "ask"] != nil)
            #expect(try await photo("b.jpg")["marked"] == "personal")
            #expect(try await page.change("/undo", #"{"confirmed":true}"#)[object: "ask"] == nil)
            #expect(try await photo("b.jpg")["marked"] == nil)
            #expect(try await photo("a.jpg")["marked"] == "personal")
        }
    }

    @Test func `An undoing that nothing has to be asked about is asked about where another one was confirmed`()
        async throws
    {
        try await ServedPage.open(in: world) { page in
            _ = try await page.decide("personal", try await page.photos(), "a.jpg")
            #expect(try await page.change("/undo", #"{"confirmed":false}"#)[object: "ask"] != nil)
            await world.run("mark", "work", path("home.jpg"))
            let asked = try await page.change("/undo", #"{"confirmed":true}"#)
            #expect(asked[object: "ask"]?["headline"]?.hasPrefix("This undoes mark work of ") == true)
            #expect(try await photo("home.jpg")["marked"] == "work")
        }
    }

    @Test func `A confirmation of what was shown before something else is asked about again`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            _ = try await page.decide("hold", photos, "a.jpg")
            #expect(try await page.decide("unhold", photos, "a.jpg")[object: "ask"] != nil)
            // Another tab decides on something else.
            _ = try await page.decide("work", photos, "home.jpg")
            #expect(try await page.decide("unhold", photos, "a.jpg", confirmed: true)[object: "ask"] != nil)
            #expect(try await photo("a.jpg")["held"] == "held")
            #expect(try await page.decide("unhold", photos, "a.jpg", confirmed: true)[object: "ask"] == nil)
            #expect(try await photo("a.jpg")["held"] == nil)
        }
    }

    @Test func `Each decision is that of a command`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            _ = try await page.decide("work", photos, "home.jpg")
            #expect(try await photo("home.jpg")["marked"] == "work")
            _ = try await page.decide("auto", photos, "home.jpg")
            #expect(try await photo("home.jpg")["marked"] == nil)
            _ = try await page.decide("hold", photos, "a.jpg")
            #expect(try await photo("a.jpg")["held"] == "held")
            #expect(try await page.decide("unhold", photos, "a.jpg")[object: "ask"] != nil)
            _ = try await page.decide("unhold", photos, "a.jpg", confirmed: true)
            #expect(try await photo("a.jpg")["held"] == nil)
        }
    }

    @Test func `What another terminal decides is shown, and asked about before it is reversed`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(try await page.changes(since: photos.moment).rows.isEmpty)
            await world.run("mark", "personal", path("a.jpg"))
            let changes = try await page.changes(since: photos.moment)
            #expect(changes.rows == [try photos.row("a.jpg")])
            #expect(changes[objects: "rows"].first?["reason"] == "marked")
            #expect(changes["undo"] == "mark personal, 1 photo")
            let moment = try #require(changes[number: "moment"].map { Int($0) })
            #expect(try await page.changes(since: moment).rows.isEmpty)
            let asked = try await page.decide("work", photos, "a.jpg")
            #expect(asked[object: "ask"]?["headline"] == "mark work reaches 1 photo")
            #expect(
                asked[object: "ask"]?[texts: "lines"] == [
                    "reverses: 1 photo marked personal", "to take it back: workphotos mark --undo",
                ])
            #expect(try await photo("a.jpg")["marked"] == "personal")
            // More is reversed now than what the person has seen.
            await world.run("hold", path("a.jpg"))
            await world.run("mark", "personal", path("home.jpg"))
            let both = try await page.decide("auto", photos, "a.jpg", "home.jpg")
            #expect(both[object: "ask"]?[texts: "lines"].first == "reverses: 2 photos marked personal")
            await world.run("mark", "auto", "--yes", path("home.jpg"))
            #expect(try await page.decide("auto", photos, "a.jpg", "home.jpg", confirmed: true)[object: "ask"] != nil)
            _ = try await page.decide("auto", photos, "a.jpg", "home.jpg", confirmed: true)
            #expect(try await photo("a.jpg")["marked"] == nil)
        }
    }

    @Test func `More than a hundred photos are asked about, but not what protects them`() async throws {
        for number in 0..<101 {
            var photo = TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00")
            photo.tail = [UInt8(number), 1]
            try world.add("many/\(number).jpg", photo)
        }
        await world.run("scan", world.library)
        try await ServedPage.open(in: world, ["--path", "many/*"]) { page in
            let photos = try await page.photos()
            let rows = Array(photos.names.indices)
            #expect(rows.count == 101)
            let asked = try await page.decide("work", photos, rows: rows)
            #expect(asked[object: "ask"]?[number: "photos"] == 101)
            #expect(try await page.decide("personal", photos, rows: rows)[number: "photos"] == 101)
            #expect(try await world.objects("list", "--marked").last?[number: "photos"] == 101)
        }
    }

    @Test func `What is not as the page showed it is refused`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let stamp = photos.stamp(of: [0])
            func refusal(_ rows: [Int], stamp: UInt32) async throws -> String? {
                let body = ServedPage.decision("personal", rows, count: 1, stamp: stamp, confirmed: true)
                return try await page.refusal(of: "/decide", body)
            }
            let wrong = ServedPage.decision("personal", [0], count: 2, stamp: stamp, confirmed: true)
            #expect(try await page.client.post("/decide", wrong).status == 400)
            #expect(try await refusal([0], stamp: stamp ^ 1) == "changed")
            #expect(try await refusal([2], stamp: stamp) == "changed")
            #expect(try await world.objects("list", "--marked").last?[number: "photos"] == 0)
            try world.add("a.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 11:00:00"))
            await world.run("scan", world.library)
            let row = try photos.row("a.jpg")
            #expect(try await refusal([row], stamp: photos.stamp(of: [row])) == "changed")
            #expect(try await page.changes(since: photos.moment).rows == [row])
            let now = try await page.photos()
            #expect(try await refusal([row], stamp: now.stamp(of: [row])) == nil)
        }
    }

    @Test func `A file that is another one now is not marked work, but personal`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let row = try photos.row("home.jpg")
            try world.add("home.jpg", TestPhoto(at: Place.home, taken: "2026:05:04 21:00:00"))
            let answer = try await page.decide("work", photos, "home.jpg", confirmed: true)
            #expect(answer[number: "photos"] == 0)
            #expect(answer[objects: "left"].first?[number: "row"] == Double(row))
            #expect(try await photo("home.jpg")["marked"] == nil)
            #expect(try await page.decide("personal", photos, "home.jpg")[number: "photos"] == 1)
            #expect(try await photo("home.jpg")["marked"] == "personal")
            try world.tree.remove("photos/home.jpg")
            let gone = try await page.decide("personal", photos, "home.jpg")
            #expect(gone[number: "photos"] == 0 && gone[objects: "left"].first?["why"] != nil)
        }
    }

    @Test func `A photo beside which a file has come is not marked work, but personal`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            try world.tree.write("photos/home.xmp", XMPPacket(elements: "<!-- 1 -->").bytes)
            let answer = try await page.decide("work", photos, "home.jpg")
            #expect(answer[number: "photos"] == 0)
            #expect(answer[objects: "left"].first?["why"]?.hasPrefix("with different files than before") == true)
            #expect(try await photo("home.jpg")["marked"] == nil)
            #expect(try await page.decide("personal", photos, "home.jpg")[number: "photos"] == 1)
        }
    }

    @Test func `Of a photo that was sent the answer says so`() async throws {
        _ = try world.addNAS()
        #expect(await world.run("upload", "--to", world.nas, "--create").exit == 0)
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let answer = try await page.decide("personal", photos, "a.jpg")
            #expect(answer["words"] == "1 photo of these was sent before: workphotos retract FILE takes copies back")
            #expect(try await page.decide("personal", photos, "home.jpg")["words"] == nil)
        }
    }

    @Test func `A copy and the other files of a group are shown as they are now`() async throws {
        try world.add("copy.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:05"))
        try world.add("b.png", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:05"))
        await world.run("scan", world.library)
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let answer = try await page.decide("personal", photos, "a.jpg")
            let changed = Set(answer[object: "changes"]?.rows ?? [])
            #expect(changed == [try photos.row("a.jpg"), try photos.row("copy.jpg")])
            let group = try await page.decide("personal", photos, "b.jpg")
            #expect(Set(group[object: "changes"]?.rows ?? []).contains(try photos.row("b.jpg")))
            let verdicts = try await world.objects("list").dropLast().filter { $0["verdict"] == "personal" }
            let shown = try await page.changes(since: photos.moment)[objects: "rows"].filter {
                $0["reason"] == "marked"
            }
            // All but home.jpg, which was personal before.
            #expect(shown.count == verdicts.count - 1)
        }
    }

    @Test func `A later page undoes what an earlier one did`() async throws {
        try await ServedPage.open(in: world) { page in
            _ = try await page.decide("personal", try await page.photos(), "a.jpg")
        }
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(photos.about["undo"] == "mark personal, 1 photo")
            _ = try await page.change("/undo", #"{"confirmed":false}"#)
            _ = try await page.change("/undo", #"{"confirmed":true}"#)
            #expect(try await photo("a.jpg")["verdict"] == "work")
            #expect(try await page.changes(since: photos.moment)["undo"] == nil)
        }
    }
}
