import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Selections of list and other commands, including mark, hold and unhold.
struct SelectionTests {
    private let world: World

    init() async throws {
        world = try World()
        let today = UTCInstant(nanoseconds: world.clock.now).text.prefix(10).replacing("-", with: ":")
        try world.add("2026/Oslo/a.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00"))
        try world.add("2026/b.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:05 10:00:00"))
        try world.add("c.jpg", TestPhoto(taken: "2025:05:06 10:00:00"))
        try world.add("now.jpg", TestPhoto(at: Place.beach, taken: "\(today) 00:00:01"))
        await world.addOffice()
        #expect(await world.run("scan", world.library).exit == 0)
    }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    /// The names of a list, in its order.
    private func list(_ arguments: String...) async -> [String] {
        await world.list(arguments + ["--format", "paths"]).output.split(separator: "\n").map { line in
            String(line.dropFirst(world.library.count + 1))
        }
    }

    @Test(
        arguments: [
            (["--verdict", "work"], ["2026/Oslo/a.jpg"]),
            (["--verdict", "unsure", "--verdict", "work"], ["c.jpg", "2026/Oslo/a.jpg"]),
            (["--reason", "no-position"], ["c.jpg"]),
            (["--reason", "outside-fences", "--since", "2026"], ["2026/b.jpg", "now.jpg"]),
            (["--path", "a.jpg"], ["2026/Oslo/a.jpg"]), (["--path", "2026"], ["2026/Oslo/a.jpg", "2026/b.jpg"]),
            (["--path", "Oslo/*"], ["2026/Oslo/a.jpg"]), (["--path", "*/c.jpg"], ["c.jpg"]),
            (["--path", "~/photos/2026"], ["2026/Oslo/a.jpg", "2026/b.jpg"]), (["--path", "slo"], []),
            (["--since", "today"], ["now.jpg"]), (["--until", "2025"], ["c.jpg"]),
            (["--since", "2026-W19", "--until", "2026-W19"], ["2026/Oslo/a.jpg", "2026/b.jpg"]),
            (["--weekday", "mon", "--until", "2026-05-31"], ["2026/Oslo/a.jpg"]),
            (
                ["--weekday", "sun-mon", "--weekday", "tue", "--until", "2026-05-31"],
                ["c.jpg", "2026/Oslo/a.jpg", "2026/b.jpg"]
            ),
            (["--weekday", "tue", "--time", "09:00-11:00"], ["c.jpg", "2026/b.jpg"]),
            (["--weekday", "tue", "--time", "9-11"], ["c.jpg", "2026/b.jpg"]),
            (["--weekday", "weekdays", "--time", "8:00-12", "--until", "2025"], ["c.jpg"]),
            (["--weekday", "tue", "--time", "9am-11:00am"], ["c.jpg", "2026/b.jpg"]),
            (["--weekday", "weekend", "--time", "10pm-11am", "--until", "2026-05-31"], ["2026/Oslo/a.jpg"]),
            (["--time", "23:59-00:01"], ["now.jpg"]),
            (["--weekday", "sun", "--time", "22:00-11:00", "--until", "2026-05-31"], ["2026/Oslo/a.jpg"]),
        ] as [([String], [String])])
    func `A list is narrowed by verdict, reason, place and time`(arguments: [String], names: [String]) async {
        let found = await world.list(arguments + ["--format", "paths"]).output.split(separator: "\n")
        #expect(found.map { String($0.dropFirst(world.library.count + 1)) } == names)
    }

    @Test(arguments: [
        ["--reason", "none"], ["--verdict", "maybe"], ["--since", "soon"], ["--path", "["], ["--path", "a/../b"],
        ["--weekday", "08:00-18:00"], ["--weekday", "mo"], ["--time", "mon"], ["--time", "8-6pm"],
        ["--fields", "path", "--json"], ["--fields", "nothing"], ["--count", "--format", "csv"],
    ])
    func `Invalid combinations are usage errors`(arguments: [String]) async {
        #expect(await world.list(arguments).exit == 64)
    }

    @Test(arguments: [
        (["--time", "noon"], "\"noon\" is no time of day; write times as in 08:00-18:00"),
        (["--time", "mon 8-18"], "times have no days; write them as in 08:00-18:00"),
        (["--weekday", "1-5"], "days have no times; write them as in mon-fri"),
        (["--weekday", "weekday"], "did you mean weekdays?"),
    ])
    func `A wrong day or time is answered with how it is written`(arguments: [String], words: String) async {
        let outcome = await world.list(arguments)
        #expect(outcome.exit == 64 && outcome.notes.contains(words), "\(outcome.notes)")
    }

    @Test(arguments: [[], ["--count"]])
    func `A list of nothing says so if latitude and longitude are swapped`(flags: [String]) async {
        let circle = ["--within", "100m"] + flags
        let outcome = await world.list(["--near", "13.405,52.52"] + circle)
        let next = (["workphotos list --near 52.52,13.405"] + circle).joined(separator: " ")
        let words = "With the two swapped, at 52.52,13.405, it would hold 1 photo: \(next)\n"
        #expect(outcome.exit == 0 && outcome.notes.hasSuffix(words), "\(outcome)")
        #expect(await !world.list(["--near", "13.405,-52.52"] + circle).notes.contains("swapped"))
        #expect(await !world.list(["--near", "52.52,13.405"] + circle).notes.contains("swapped"))
    }

    @Test func `Marked and held photos are listed`() async {
        await world.run("mark", "work", "--yes", path("c.jpg"))
        await world.run("hold", path("2026/b.jpg"))
        #expect(await list("--marked") == ["c.jpg"])
        #expect(await list("--held") == ["2026/b.jpg"])
        #expect(await list("--held", "--marked").isEmpty)
    }

    @Test func `A table shows the newest first, and other formats are in order of time`() async {
        let table = await world.list([]).output.split(separator: "\n")
        #expect(table.first?.hasSuffix("now.jpg") == true)
        #expect(await list().first == "c.jpg")
        #expect(await world.list(["--reverse"]).output.split(separator: "\n").first?.hasSuffix("c.jpg") == true)
        #expect(await world.list(["--sort", "taken"]).output.split(separator: "\n").first?.hasSuffix("c.jpg") == true)
        #expect(await world.list(["--limit", "1"]).output.contains("now.jpg"))
    }

    @Test func `The count is printed alone, and on a terminal at the end`() async throws {
        #expect(await world.list(["--count"]) == Outcome(exit: 0, output: "4\n"))
        let summary = try #require(try await world.objects("list", "--count", "--unsure").last)
        #expect((summary[number: "photos"], summary["type"]) == (1, "summary"))
        #expect(summary[number: "bytes"] ?? 0 > 0)
        world.terminals = [.output]
        #expect(await world.list([]).output.hasSuffix("4 photos, \(try total()).\n".replacing(".\n", with: "\n")))
        #expect(await world.list(["--no-summary"]).output.split(separator: "\n").count == 4)
        world.terminals = []
        #expect(try await world.objects("list", "--no-summary").allSatisfy { $0["type"] == "photo" })
    }

    @Test func `On a terminal paths begin with their root's name, and verdicts have colours`() async {
        world.terminals = [.output]
        let plain = await world.list(["--path", "a.jpg"]).output
        #expect(plain.contains("  …/photos/2026/Oslo/a.jpg\n"), "\(plain)")
        #expect(!plain.contains("\u{1B}"))
        world.variables["TERM"] = "xterm"
        #expect(await world.list(["--path", "a.jpg"]).output.contains("\u{1B}[32mwork    \u{1B}[0m"))
        world.variables["NO_COLOR"] = "1"
        #expect(await world.list([]).output.contains("\u{1B}") == false)
    }

    private func total() throws -> String {
        let photos = try world.tree.snapshot().filter { $0.key.hasPrefix("photos/") }
        return photos.reduce(Int64(0)) { $0 + Int64($1.value.count) }.byteSize
    }

    @Test func `Columns are chosen by the names of JSON's members`() async {
        let table = await world.list(["--path", "a.jpg", "--fields", "verdict,takenAt"]).output
        #expect(table == "work\t2026-05-04T10:00:00\n")
        let csv = await world.list(["--path", "a.jpg", "--format", "csv", "--fields", "fence,verdict"]).output
        #expect(csv == "fence,verdict\nOffice,work\n")
        let wrong = await world.list(["--fields", "takenat"])
        #expect(wrong.notes.contains("did you mean 'takenAt'?"))
    }

    @Test func `Only the leader of a group is listed`() async throws {
        try world.add("2026/b-edited.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:05 10:00:00"))
        await world.run("scan")
        let all = await list("--path", "2026/b*")
        let leaders = await list("--path", "2026/b*", "--group")
        #expect(leaders == ["2026/b.jpg"] || all.count == 1 || leaders.count == all.count)
        #expect(leaders.contains("2026/b.jpg"))
    }

    @Test func `A directory is marked with all known photos in it`() async throws {
        try world.add("2026/new.jpg")
        let outcome = await world.run("mark", "personal", path("2026"))
        #expect(outcome.exit == 0)
        #expect(outcome.output.split(separator: "\n").count == 3, "a line for each, and one of totals")
        let told = "1 photo in \(path("2026")) was never scanned and left out; next: workphotos scan \(path("2026"))"
        #expect(outcome.notes.contains(told), "\(outcome.notes)")
        #expect(await list("--marked") == ["2026/Oslo/a.jpg", "2026/b.jpg"])
        #expect(await world.run("mark", "auto", "--yes", "--marked").exit == 0)
        #expect(await list("--marked").isEmpty)
    }

    @Test func `A selection is held and released, in a directory or in the whole library`() async throws {
        #expect(await world.run("hold", path("2026"), "--work", "--reason", "printing").exit == 0)
        #expect(await list("--held") == ["2026/Oslo/a.jpg"])
        #expect(await world.run("hold", "--unsure", "-n").output.contains("c.jpg"))
        #expect(await list("--held") == ["2026/Oslo/a.jpg"])
        #expect(await world.run("unhold", "--yes", "--held").exit == 0)
        #expect(await list("--held").isEmpty)
        #expect(await world.run("mark", "personal", "--reason", "no-position").exit == 0)
        #expect(await list("--marked") == ["c.jpg"])
    }

    @Test func `Naming nothing is a usage error, and so is a file together with a selection`() async {
        #expect(await world.run("mark", "work").exit == 64)
        #expect(await world.run("hold", path("c.jpg"), "--work").exit == 64)
        let none = await world.run("unhold", "--yes", "--held")
        #expect((none.exit, none.output) == (0, ""))
        #expect(none.notes.contains("No photo matches"))
    }
}
