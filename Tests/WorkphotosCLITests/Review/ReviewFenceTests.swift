import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Fences that are changed on the page are changed as by the commands.
struct ReviewFenceTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
    }

    private func verdict(_ name: String) async throws -> String? {
        try await world.objects("list", "--path", "*/\(name)").first?["verdict"]
    }

    private func edit(
        _ act: String, _ name: String, _ more: String = "", saves: Bool = false, confirmed: Bool = false
    ) -> String {
        #"{"act":"\#(act)","name":"\#(name)"\#(more),"save":\#(saves),"confirmed":\#(confirmed)}"#
    }

    private let home = #","center":[13.425,52.487],"radius":80"#

    @Test func `A fence is tried, saved and taken back`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            #expect(photos.about[bool: "fenceEdits"] == true)
            let office = try #require(photos.about[objects: "fences"].first)
            #expect(office.members["center"] as? [Double] == [13.405, 52.52] && office[number: "radius"] == 150)
            let before = try world.tree.read(world.fences)
            let tried = try await page.change("/fence", edit("add", "Home", home))
            #expect(tried["words"] == "1 personal -> work" && tried[bool: "saved"] == false)
            #expect(tried[objects: "rows"].first?[number: "row"] == Double(try photos.row("home.jpg")))
            #expect(tried[objects: "rows"].first?["verdict"] == "work")
            #expect(try world.tree.read(world.fences) == before)
            #expect(try await page.change("/fence", edit("add", "Home", home, saves: true))[bool: "saved"] == true)
            #expect(try await verdict("home.jpg") == "work")
            let changes = try await page.changes(since: photos.moment)
            #expect(changes.rows == [try photos.row("home.jpg")])
            #expect(changes[objects: "fences"].compactMap { $0["name"] } == ["Office", "Home"])
            #expect(try await page.change("/fence", edit("undo", "", saves: true))[object: "ask"] != nil)
            #expect(try await verdict("home.jpg") == "work")
            let undone = try await page.change("/fence", edit("undo", "", saves: true, confirmed: true))
            #expect(undone[bool: "saved"] == true)
            #expect(try world.tree.read(world.fences) == before)
            #expect(try await verdict("home.jpg") == "personal")
        }
    }

    @Test func `A fence is moved, renamed and removed`() async throws {
        try await ServedPage.open(in: world) { page in
            let moved = #","newName":"House","kind":"never","points":[13.42,52.48,13.43,52.48,13.43,52.49,13.42,52.49]"#
            let asked = try await page.change("/fence", edit("edit", "Office", moved, saves: true))
            #expect(asked[object: "ask"] == nil && asked[bool: "saved"] == true)
            let fence = try #require(try await world.objects("fence", "list").first)
            #expect(fence["name"] == "House" && fence["kind"] == "never")
            // No verdict changes by that, so nothing is asked.
            let removed = try await page.change("/fence", edit("remove", "House", saves: true))
            #expect(removed[object: "ask"] == nil && removed[bool: "saved"] == true)
            #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == [])
        }
    }

    @Test func `A fence that is never work is given up only after a question`() async throws {
        await world.run("fence", "add", "Home", "--kind", "never", "--at", "52.487,13.425", "--radius", "80m")
        try await ServedPage.open(in: world) { page in
            let asked = try await page.change("/fence", edit("edit", "Home", #","kind":"work""#, saves: true))
            #expect(asked[object: "ask"]?["headline"] == "This changes the fence Home")
            #expect(try await verdict("home.jpg") == "personal")
            let json = edit("edit", "Home", #","kind":"work""#, saves: true, confirmed: true)
            #expect(try await page.change("/fence", json)[bool: "saved"] == true)
            #expect(try await verdict("home.jpg") == "work")
        }
    }

    @Test func `A removal that was confirmed is asked about again once the fences are others`() async throws {
        try await ServedPage.open(in: world) { page in
            let removal = edit("remove", "Office", saves: true, confirmed: true)
            let asked = try await page.change("/fence", removal)
            #expect(asked[object: "ask"]?[texts: "lines"].contains("1 work -> unsure") == true)
            await world.run("fence", "edit", "Office", "--radius", "200km", "--yes")
            let again = try await page.change("/fence", removal)
            #expect(again[object: "ask"]?[texts: "lines"].contains("2 work -> unsure") == true)
            #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office"])
            #expect(try await page.change("/fence", removal)[bool: "saved"] == true)
            #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == [])
        }
    }

    @Test func `An undoing that was confirmed takes back the change that was shown, and no other`() async throws {
        await world.run("fence", "add", "Quiet", "--kind", "never", "--at", "52.52,13.405", "--radius", "50m")
        try await ServedPage.open(in: world) { page in
            #expect(try await page.change("/fence", edit("undo", "", saves: true))[object: "ask"] != nil)
            await world.run("fence", "add", "Silent", "--kind", "never", "--at", "52.52,13.405", "--radius", "60m")
            let undo = edit("undo", "", saves: true, confirmed: true)
            let asked = try await page.change("/fence", undo)
            #expect(asked[object: "ask"]?["headline"]?.hasPrefix("This undoes fence add of ") == true)
            #expect(
                try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office", "Quiet", "Silent"])
            #expect(try await page.change("/fence", undo)[bool: "saved"] == true)
            #expect(try await world.objects("fence", "list").compactMap { $0["name"] } == ["Office", "Quiet"])
        }
    }

    @Test func `A change that the page never showed is undone only after a question that names what is lost`()
        async throws
    {
        try await ServedPage.open(in: world) { page in
            await world.run("fence", "add", "Away", "--kind", "never", "--at", "52.7,13.9", "--radius", "80m")
            for confirmed in [false, true] {
                let asked = try await page.change("/fence", edit("undo", "", saves: true, confirmed: confirmed))
                if confirmed {
                    #expect(asked[bool: "saved"] == true, "\(asked)")
                } else {
                    let lines = asked[object: "ask"]?[texts: "lines"]
                    #expect(lines == ["removes the fence Away, which is never work"], "\(asked)")
                }
                let names = try await world.objects("fence", "list").compactMap { $0["name"] }
                #expect(names == ["Office"] + (confirmed ? [] : ["Away"]))
            }
        }
    }

    @Test func `A fence that was changed since the page knew it is asked about before it is changed`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            await world.run("fence", "edit", "Office", "--radius", "200m")
            func shape(_ since: Int) -> String { #","center":[13.405,52.52],"radius":160,"since":\#(since)"# }
            let asked = try await page.change("/fence", edit("edit", "Office", shape(photos.moment), saves: true))
            let line = asked[object: "ask"]?[texts: "lines"].first
            #expect(line?.hasPrefix("was changed meanwhile, and is now: work, 200 m around ") == true, "\(asked)")
            let moment = try #require(try await page.changes(since: photos.moment)[number: "moment"].map { Int($0) })
            let saved = try await page.change("/fence", edit("edit", "Office", shape(moment), saves: true))
            #expect(saved[bool: "saved"] == true)
        }
    }

    @Test(arguments: [
        #"{"act":"edit","name":"Nowhere","kind":"work","save":true,"confirmed":true}"#,
        #"{"act":"add","name":"Office","center":[13.4,52.5],"radius":50,"save":true,"confirmed":true}"#,
        #"{"act":"add","name":"Line","points":[13.4,52.5,13.5,52.5,13.6,52.5],"save":true,"confirmed":true}"#,
        #"{"act":"add","name":"Empty","save":true,"confirmed":true}"#,
        #"{"act":"undo","name":"","save":true,"confirmed":true}"#,
    ])
    func `What makes no fence is refused, and the file stays`(json: String) async throws {
        // The last change was made by other means: there is nothing to undo.
        let bytes = try world.tree.read(world.fences) + Array("\n".utf8)
        try world.tree.write(world.fences, bytes)
        try await ServedPage.open(in: world) { page in
            let refusal = try await page.refusal(of: "/fence", json)
            #expect(refusal == "refused")
            #expect(try world.tree.read(world.fences) == bytes)
        }
    }

    @Test func `An edit of the file by other means is shown`() async throws {
        try await ServedPage.open(in: world) { page in
            let photos = try await page.photos()
            let text = String(decoding: try world.tree.read(world.fences), as: UTF8.self)
            try world.tree.write(world.fences, Array(text.replacing("\"Office\"", with: "\"Studio\"").utf8))
            let changes = try await page.changes(since: photos.moment)
            #expect(changes[objects: "fences"].compactMap { $0["name"] } == ["Studio"])
            #expect(changes[objects: "rows"].compactMap { $0["fence"] }.contains("Studio"))
        }
    }

    @Test func `Places with many photos are suggested`() async throws {
        for number in 0..<12 {
            var photo = TestPhoto(at: Place.cafe, taken: "2026:05:\(10 + number) 11:00:00")
            photo.tail = [UInt8(number), 1]
            try world.add("cafe/\(number).jpg", photo)
        }
        await world.run("scan", world.library)
        try await ServedPage.open(in: world) { page in
            let suggestions = try JSONObject(Data(try await page.client.get("/suggestions").body))
            let suggestion = try #require(suggestions[objects: "suggestions"].first)
            #expect(suggestion[number: "photos"] == 12 && suggestion["words"]?.isEmpty == false)
        }
    }
}
