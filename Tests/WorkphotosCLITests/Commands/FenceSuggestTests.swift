import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

struct FenceSuggestTests {
    /// A library with photos of an office on twelve working days, and of a flat on as many weekends.
    private func scanned() async throws -> World {
        let world = try World()
        for week in 0..<6 {
            for (day, name) in [(0, "a"), (2, "b")] {
                let date = String(
                    format: "2026:%02d:%02d", 5 + (week * 7 + day + 3) / 31, (week * 7 + day + 3) % 31 + 1)
                try world.add("office/\(week)\(name).jpg", TestPhoto(at: Place.office, taken: "\(date) 10:00:00"))
            }
            let date = String(format: "2026:%02d:%02d", 5 + (week * 7 + 8) / 31, (week * 7 + 8) % 31 + 1)
            for hour in 14..<17 {
                try world.add("home/\(week)\(hour).jpg", TestPhoto(at: Place.home, taken: "\(date) \(hour):00:00"))
            }
        }
        try world.add("cafe.jpg", TestPhoto(at: Place.cafe))
        await world.run("scan", world.library)
        return world
    }

    @Test func `A mere visit is not suggested as anything, and a place in the south can be typed`() async throws {
        let world = try World()
        for hour in 10..<20 {
            try world.add("\(hour).jpg", TestPhoto(at: (-37.5, -7), taken: "2026:05:04 \(hour):00:00"))
        }
        await world.run("scan", world.library)
        let text = await world.run("fence", "suggest").output
        #expect(text.contains("  only you know what it is: workphotos fence suggest --add\n"), "\(text)")
        #expect(!text.contains("fence add"))
        let typed = ["fence", "add", "Place", "--at", "-37.5,-7", "--radius", "20m"]
        #expect(await world.type(typed).exit == 0)
    }

    @Test func `Places are suggested with their likely use`() async throws {
        let world = try await scanned()
        let lines = try await world.objects("fence", "suggest")
        #expect(lines.compactMap { $0["type"] } == ["suggestion", "suggestion", "summary"])
        let work = try #require(lines.first)
        #expect(work["name"] == "Work")
        #expect(work["kind"] == "work")
        #expect(work[number: "latitude"] == 52.52)
        #expect(work[number: "longitude"] == 13.405)
        #expect(work[number: "radius"] == 20)
        #expect(work[number: "photos"] == 12)
        #expect(work[number: "days"] == 12)
        #expect(work["firstDay"] == "2026-05-04")
        #expect(work["lastDay"] == "2026-06-10")
        #expect(work.members["weekdays"] as? [Double] == [0.5, 0, 0.5, 0, 0, 0, 0])
        #expect((work.members["hours"] as? [Double])?.count == 24)
        #expect(work.members["existing"] is NSNull)
        #expect(lines[1]["kind"] == "never")
        #expect(lines[1]["name"] == "Home")
        #expect(lines[2][number: "suggestions"] == 2)
        let text = await world.run("fence", "suggest").output
        #expect(text.contains("Work: looks like work (weekdays in the daytime), 20 m around 52.52,13.405\n"))
        #expect(text.contains("  12 photos on 12 days, 2026-05-04 to 2026-06-10\n  0a.jpg to 5b.jpg\n"), "\(text)")
        let map = "https://www.openstreetmap.org/?mlat=52.52&mlon=13.405#map=17/52.52/13.405"
        #expect(text.contains("  \(map)\n") && work["map"] == map)
        #expect(text.contains(" 24 h, mostly 10:00 to 11:00\n") && text.contains(" 24 h, mostly 14:00 to 17:00\n"))
        #expect(work["firstPath"] == "\(world.library)/office/0a.jpg" && work["lastPath"]?.hasSuffix("/5b.jpg") == true)
        #expect(text.contains("  workphotos fence add Home --kind never --at 52.487,13.425 --radius 20m\n"))
        #expect(text.contains("  to count only these hours, add: --hours 'mon-fri 10:00-11:00'\n"), "\(text)")
        #expect(text.components(separatedBy: "--hours").count == 2, "a home has no hours")
        let place = ["fence", "add", "Work", "--at", "52.52,13.405", "--radius", "20m"]
        #expect(!world.tree.exists(world.fences))
        #expect(await world.type(place + ["--hours", "mon-fri 10:00-11:00"]).exit == 0)
    }

    @Test func `Where no photo has a position, tracks and inference are named`() async throws {
        let world = try World()
        try world.add("a.jpg", TestPhoto(at: nil))
        await world.run("scan", world.library)
        let outcome = await world.run("fence", "suggest")
        #expect(outcome.notes.hasPrefix("None of the photos has a position."), "\(outcome.notes)")
        #expect(outcome.notes.contains("infer = true in [triage]") && outcome.notes.contains("--gpx"))
    }

    @Test func `Photos of the place that stay as they are get a reason`() async throws {
        let world = try await scanned()
        #expect(await !world.run("fence", "suggest", "-n").notes.contains("would not become work"))
        await world.run("mark", "personal", "\(world.library)/office/0a.jpg")
        let outcome = await world.run("fence", "suggest", "-n")
        #expect(outcome.notes.contains("The place has 1 more photo that would not become work: "), "\(outcome)")
    }

    @Test func `A directory and a selection limit the photos`() async throws {
        let world = try await scanned()
        let below = try await world.objects("fence", "suggest", world.library + "/home")
        #expect(below.compactMap { $0["name"] } == ["Home"])
        #expect(try await world.objects("fence", "suggest", "--min-photos", "13").compactMap { $0["name"] } == ["Home"])
        #expect(try await world.objects("fence", "suggest", "--limit", "1").compactMap { $0["name"] } == ["Work"])
        #expect(try await world.objects("fence", "suggest", "--work").compactMap { $0["name"] } == [])
        #expect(try await world.objects("fence", "suggest", "--since", "2026-06-01").compactMap { $0["name"] } == [])
        #expect(await world.run("fence", "suggest", "--min-photos", "1").exit == 64)
        #expect(await world.run("fence", "suggest", "x", "--path", "y").exit == 64)
    }

    @Test func `The user names each place and first sees what it changes`() async throws {
        let world = try await scanned()
        world.confirmation = TypedAnswers(["y", "Office", ""], canAsk: true)
        let outcome = await world.run("fence", "suggest", "--add")
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("12 unsure -> work\n19 unsure -> personal\nAdded: Office\n"))
        #expect(outcome.output.contains("Added: Home\n"))
        #expect(
            world.confirmation.questions == [
                "Name, Enter for \"Work\", - to skip it:", "Name, Enter for \"Work\", - to skip it:",
                "Name, Enter for \"Home\", - to skip it:",
            ], "y is no name")
        let fences = try await world.objects("fence", "list")
        #expect(fences.compactMap { $0["name"] } == ["Office", "Home"])
        #expect(fences.compactMap { $0["kind"] } == ["work", "never"])
        #expect(await world.run("fence", "suggest").notes == "No place outside the fences has 10 photos.\n")
    }

    @Test func `A fence that photos spill out of gets the larger circle`() async throws {
        let world = try await scanned()
        for number in 0..<8 {
            let place = (latitude: 52.5203, longitude: 13.405)
            try world.add("office/\(number).jpg", TestPhoto(at: place, taken: "2026:06:1\(number) 11:00:00"))
        }
        await world.run("scan", world.library)
        await world.run("fence", "add", "Office", "--at", "52.52,13.405", "--radius", "15m")
        let line = try #require(try await world.objects("fence", "suggest").first)
        #expect(line["existing"] == "Office")
        world.confirmation = TypedAnswers(["Harbour", "", "y", "-"], canAsk: true)
        let outcome = await world.run("fence", "suggest", "--add")
        #expect(outcome.notes.contains("\"Harbour\" is none of these answers."), "it is asked again")
        #expect(outcome.output.contains("8 personal -> work\nChanged: Office\n"))
        let radius = try #require(try await world.objects("fence", "list").first?[number: "radius"])
        #expect(radius > 20 && radius < 40)
    }

    @Test func `Without a terminal nothing is asked`() async throws {
        let world = try await scanned()
        let outcome = await world.run("fence", "suggest", "--add")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("next: workphotos fence suggest"))
        let dry = await world.run("fence", "suggest", "-n", "--list")
        #expect(dry.output.contains("unsure -> work        \(world.library)/office/0a.jpg\n"))
        #expect(!world.tree.exists(world.fences))
    }

    @Test func `Without an index there is nothing to suggest from`() async throws {
        #expect(await (try World()).run("fence", "suggest").exit == 10)
    }
}
