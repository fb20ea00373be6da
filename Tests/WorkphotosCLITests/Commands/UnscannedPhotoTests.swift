import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos in a named directory that no scan has found, which a decision on the directory does not reach.
struct UnscannedPhotoTests {
    private let world: World

    init() async throws { world = try await World.withOfficeAndHome() }

    /// The number in the summary of a command.
    private func unscanned(_ arguments: String...) async throws -> Double? {
        let outcome = await world.type(arguments + ["--json"])
        #expect(outcome.exit == 0, "\(outcome)")
        let summary = try #require(outcome.output.split(separator: "\n").last)
        return try JSONObject(Data(summary.utf8))[number: "unscanned"]
    }

    @Test func `They are counted by their names as a scan would find them, until one has`() async throws {
        try world.tree.write(world.configuration, Array("[scan]\nexclude = [\"skip\"]\n".utf8))
        for name in ["new.jpg", "trip/new.dng", ".hidden.jpg", "skip/new.jpg"] { try world.add(name) }
        for name in ["new.xmp", "notes.txt"] { try world.tree.write(FilePath("photos/\(name)")) }
        #expect(try await unscanned("hold", world.library) == 2)
        let quiet = await world.run("mark", "personal", "-q", world.library)
        #expect(quiet.notes.contains("2 photos in \(world.library) were never scanned"), "\(quiet)")
        await world.run("scan")
        #expect(try await unscanned("hold", world.library) == 0)
    }

    @Test func `A directory around a root stands for the root and for what is beside it`() async throws {
        try world.add("new.jpg")
        try world.tree.write("other/new.jpg")
        #expect(try await unscanned("mark", "personal", world.tree.path.string) == 2)
    }

    @Test func `A directory of which no scan knows any photo is an error, with what to type`() async throws {
        try world.add("trip/new.dng")
        let trip = "\(world.library)/trip"
        for words in [
            ["hold", "--reason", "at print"], ["hold", "-n"], ["mark", "personal"], ["mark", "auto"], ["unhold"],
        ] {
            let outcome = await world.type(words + [trip])
            let plain = (words.filter { $0 != "-n" } + [trip]).joined(separator: " ")
            let again = words.count == 3 ? "hold \(trip) --reason 'at print'" : plain
            #expect(outcome.exit == 1 && outcome.notes.contains("found the photos in \(trip) (1). "), "\(outcome)")
            #expect(outcome.notes.contains("then type: workphotos \(again)"), "\(outcome)")
            #expect(TypedLine.next(of: outcome) == ["workphotos scan \(trip)"])
            #expect(!outcome.notes.contains("No photo matches"), "one advice, not two")
        }
        let lines = try await world.objects("mark", "personal", trip, "\(world.library)/trip")
        #expect(lines.count == 1 && lines[0]["type"] == "error" && lines[0][number: "exit"] == 1)
        #expect(lines[0]["what"] == "not-scanned" && lines[0]["next"] == "workphotos scan \(trip)")
        await world.run("scan", trip)
        #expect(try await unscanned("mark", "personal", trip) == 0)
    }

    @Test(arguments: [["hold"], ["mark", "personal"], ["mark", "work", "--yes"], ["unhold", "-n"]])
    func `A directory without any photo is an error, and a selection that finds none in it is not`(
        words: [String]
    ) async throws {
        try world.tree.write("photos/trip/notes.txt")
        let trip = "\(world.library)/trip"
        let outcome = await world.type(words + [trip])
        #expect(outcome.exit == 1 && outcome.notes.contains("There is no photo in \(trip) that"), "\(outcome)")
        #expect(TypedLine.next(of: outcome) == ["ls -la \(trip)"])
        #expect(!outcome.notes.contains("No photo matches"))
        let selected = await world.type(words + [trip, "--work"])
        #expect(selected.exit == 0 && selected.notes.contains("No photo matches"), "\(selected)")
        #expect(await world.run("why", trip).notes.contains("No photo matches"))
    }

    @Test func `They are counted once if a directory is named twice, or with one inside it`() async throws {
        try world.add("trip/new.jpg")
        #expect(try await unscanned("hold", "\(world.library)/trip", world.library, world.library) == 1)
    }

    @Test func `Files and selections stand for what they name`() async throws {
        try world.add("new.jpg")
        #expect(try await unscanned("mark", "personal", world.library, "--work") == 0)
        #expect(try await unscanned("mark", "personal", "\(world.library)/a.jpg") == 0)
    }
}
