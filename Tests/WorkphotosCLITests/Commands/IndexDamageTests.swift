import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A damaged index or one from before the first release, and the ways to replace it: each is followed as the program
/// describes it.
struct IndexDamageTests {
    private let sent: Sent
    private var world: World { sent.world }
    private let backup: String

    /// Uploads two photos, holds one of them after the backup was made, and adds a third later.
    init() async throws {
        sent = try await Sent("a.jpg", "b.jpg")
        let world = sent.world
        try await sent.rebuildAndScan()
        #expect(await world.run("destination", "add", "nas", sent.spec).exit == 0)
        await world.run("mark", "personal", "\(world.library)/b.jpg")
        backup = world.tree.path("far away/copy of it.sqlite").string
        try world.tree.makeDirectory("far away")
        #expect(await world.run("index", "backup", backup).exit == 0)
        await world.run("hold", "\(world.library)/a.jpg")
        try world.add("c.jpg", TestPhoto(at: Place.office, taken: "2026:05:05 09:00:00"))
    }

    /// A way in which an index is damaged, or too old.
    enum Damage: CaseIterable {
        case pages, cut, noDatabase, faults, beforeRelease, otherLayout
    }

    private func damage(_ damage: Damage) throws {
        var bytes = try world.tree.read(world.index)
        switch damage {
        case .pages: for place in 8_192..<bytes.count where place % 4_096 < 3_000 { bytes[place] = 0xA5 }
        case .cut: bytes.removeLast(bytes.count / 2)
        case .noDatabase: for place in 0..<4_096 { bytes[place] = 0 }
        // The header claims nine free pages, and there are none.
        case .faults: bytes.replaceSubrange(36..<40, with: [0, 0, 0, 9])
        case .beforeRelease: bytes.replaceSubrange(68..<72, with: Array("WkPh".utf8))
        // A column has another name in the schema's text.
        case .otherLayout:
            let places = bytes.ranges(of: Array("unsetTakenAt INTEGER".utf8))
            try #require(!places.isEmpty)
            for place in places { bytes.replaceSubrange(place, with: Array("formerTime_s INTEGER".utf8)) }
        }
        try world.tree.write(world.index, bytes)
    }

    /// Types the given lines, as a shell would.
    private func type(_ lines: [String]) async throws {
        for line in lines.flatMap({ $0.split(separator: " && ") }) {
            let words = TypedLine(String(line)).words
            if words.first == "mv" {
                let paths = words.dropFirst().map {
                    FilePath(String($0.dropFirst(world.tree.path.string.utf8.count + 1)))
                }
                try #require(paths.count == 2)
                try world.tree.rename(paths[0], to: paths[1])
            } else {
                let outcome = await world.type(Array(words.dropFirst()))
                #expect(outcome.exit == 0, "\(line): \(outcome.notes)")
            }
        }
    }

    private func remedies() async throws -> [JSONObject] {
        try await world.objects("index", "check").filter { $0["type"] == "remedy" }
    }

    private func names(_ arguments: String...) async -> [String] {
        await world.list(arguments + ["--format", "paths", "--sort", "path"]).output.split(separator: "\n")
            .map { String($0.split(separator: "/").last ?? "") }
    }

    @Test(arguments: Damage.allCases)
    func `The ways to recover are listed in order, with what each loses`(_ damage: Damage) async throws {
        try self.damage(damage)
        let before = try world.tree.snapshot()
        let outcome = await world.run("index", "check")
        #expect([1, 10].contains(outcome.exit), "\(outcome)")
        let backup = try #require(outcome.output.firstRange(of: "1. The backup \(backup) of "))
        let rebuild = try #require(outcome.output.firstRange(of: "2. The receipts that the destinations keep"))
        let scan = try #require(outcome.output.firstRange(of: "3. A new scan. Lost: all of that"))
        #expect(backup.lowerBound < rebuild.lowerBound && rebuild.lowerBound < scan.lowerBound)
        #expect(!outcome.notes.contains("next: workphotos index check"))
        if outcome.exit == 10 { #expect(outcome.notes.contains("\n  next: mv \(world.tree.path.string)/")) }
        let ways = try await remedies()
        #expect(ways.map { $0["what"] } == ["backup", "rebuild", "scan"])
        #expect(ways.allSatisfy { $0["loses"]?.isEmpty == false })
        #expect(ways[0]["path"] == self.backup && ways[0][number: "photos"] == 2 && ways[1]["path"] == nil)
        #expect(try world.tree.snapshot() == before, "nothing is written")
    }

    @Test func `A lost index is answered with a backup and with the receipts before a scan`() async throws {
        world.removeIndex()
        let nas = world.tree.path("nas").string
        try world.tree.write(
            world.configuration, Array("[destinations.nas]\nkind = \"folder\"\npath = \"\(nas)\"\n".utf8))
        let outcome = await world.run("list")
        #expect(outcome.exit == 10)
        let parts = ["index backup --index '\(backup)' ", "index rebuild --from nas", "workphotos scan DIR", "next: "]
        let places = parts.compactMap { outcome.notes.firstRange(of: $0)?.lowerBound }
        #expect(places.count == 4 && places == places.sorted(), "\(outcome.notes)")
        #expect(outcome.notes.contains("next: workphotos index backup --index '\(backup)' "))
        #expect(await world.run("doctor").output.contains("there is no index; if it was lost"))
        let ways = try await remedies()
        #expect(ways.map { $0["what"] } == ["backup", "rebuild", "scan"])
        try await type(try #require(ways.first).members["commands"] as? [String] ?? [])
        #expect(await names("--personal") == ["b.jpg"])
    }

    @Test func `All three ways are said of a lost index that alone knew the destination`() async throws {
        world.removeIndex()
        let parts = [
            "index backup --index '\(backup)' ", "index rebuild --from folder:PATH", "workphotos scan DIR", "next: ",
        ]
        let known = await world.run("list")
        #expect(parts.allSatisfy(known.notes.contains), "\(known.notes)")
        #expect(known.notes.contains("next: workphotos index backup --index '\(backup)' "))
        #expect(try await remedies().map { $0["what"] } == ["backup", "rebuild", "scan"])
        try world.tree.remove("far away/copy of it.sqlite")
        let unknown = await world.run("status")
        #expect(unknown.notes.contains("index backup --index BACKUP ") && unknown.notes.contains(parts[1]))
        #expect(unknown.notes.contains("next: workphotos scan DIR"), "it needs no more knowledge")
        #expect(await world.run("doctor").output.contains("there is no index; if it was lost"))
    }

    @Test(arguments: Damage.allCases)
    func `The backup restores everything except what came later`(_ damage: Damage) async throws {
        try self.damage(damage)
        try await type(try #require(try await remedies().first).members["commands"] as? [String] ?? [])
        #expect(await world.run("index", "check").output == "The index is intact.\n")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(await names() == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(await names("--uploaded") == ["a.jpg", "b.jpg"])
        #expect(await names("--personal") == ["b.jpg"])
        #expect(try await world.objects("why", "\(world.library)/a.jpg").first?["held"] == nil)
        #expect(try await world.objects("destination", "list").map { $0["name"] } == ["nas", nil])
    }

    @Test(arguments: Damage.allCases)
    func `The destinations restore what was sent`(_ damage: Damage) async throws {
        try self.damage(damage)
        let commands = try #require(try await remedies().dropFirst().first).members["commands"] as? [String] ?? []
        try await type(commands.map { known($0) })
        #expect(await names() == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(await names("--uploaded") == ["a.jpg", "b.jpg"])
        #expect(await names("--personal").isEmpty, "marks are lost")
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: Damage.allCases)
    func `A scan restores the photos, and an upload what was sent`(_ damage: Damage) async throws {
        try self.damage(damage)
        let commands = try #require(try await remedies().last).members["commands"] as? [String] ?? []
        #expect(commands.count == 2)
        try await type(commands.map { known($0) })
        #expect(await names() == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(await names("--uploaded").isEmpty)
        #expect(await world.run("upload", "--to", sent.spec).exit == 0)
        #expect(await names("--uploaded") == ["a.jpg", "b.jpg", "c.jpg"])
        #expect(sent.service.entries.count == 3, "what is there is not sent again")
    }

    /// A line with its placeholders replaced.
    private func known(_ line: String) -> String {
        line.replacing(" folder:PATH", with: " \(sent.spec)").replacing("scan DIR", with: "scan \(world.library)")
    }

    @Test func `The configuration's values are in the commands`() async throws {
        try damage(.noDatabase)
        let text = "[scan]\nroots = [\"~/photos\"]\n[destinations.shelf]\nkind = \"folder\"\npath = \"~/nas\"\n"
        try world.tree.write(world.configuration, Array(text.utf8))
        let lines = try await remedies().flatMap { $0.members["commands"] as? [String] ?? [] }
        #expect(lines.contains("workphotos index rebuild --from shelf"))
        #expect(lines.filter { $0.hasPrefix("workphotos scan") } == Array(repeating: "workphotos scan", count: 3))
    }

    @Test func `A damaged or missing backup is not offered`() async throws {
        try damage(.noDatabase)
        let copy = FilePath("far away/copy of it.sqlite")
        var bytes = try world.tree.read(copy)
        for place in 8_192..<bytes.count { bytes[place] = 0xA5 }
        try world.tree.write(copy, bytes)
        #expect(try await remedies().map { $0["what"] } == ["rebuild", "scan"])
        try world.tree.remove(copy)
        #expect(try await remedies().map { $0["what"] } == ["rebuild", "scan"])
    }

    @Test func `Nothing is sent or removed while a mark cannot be read`() async throws {
        var bytes = try world.tree.read(world.index)
        let places = bytes.ranges(of: Array("personal\(world.library)/b.jpg".utf8))
        try #require(!places.isEmpty)
        for place in places { bytes[place.lowerBound] = UInt8(ascii: "P") }
        try world.tree.write(world.index, bytes)
        for command in ["upload --to nas", "upload --to nas -n", "purge --yes", "purge -n"] {
            let outcome = await world.type(command.split(separator: " ").map(String.init))
            #expect(outcome.exit == 10 && outcome.notes.contains("marks or holds"), "\(command): \(outcome)")
        }
        #expect(sent.service.entries.count == 2 && world.tree.exists("photos/a.jpg"))
        let check = await world.run("index", "check")
        #expect((check.output + check.notes).contains("1 rows of mark with values that are not permitted"))
    }

    @Test func `A file with the name of the list of backups is left alone`() async throws {
        let list = FilePath(".local/state/workphotos/index.sqlite.backups")
        #expect(try world.tree.read(list).suffix(8) == Array(".sqlite\n".utf8))
        for (number, text) in ["mine\n", "/a", "/a b\n"].enumerated() {
            try world.tree.write(list, Array(text.utf8))
            #expect(await world.run("index", "backup", world.tree.path(FilePath("\(number).sqlite")).string).exit == 0)
            #expect(try world.tree.read(list) == Array(text.utf8))
        }
    }

    @Test func `A copy next to the index is found, and the newest of several is used`() async throws {
        try world.tree.write(".local/state/workphotos/index.sqlite.bak", world.tree.read(world.index))
        try world.tree.setModified("far away/copy of it.sqlite", seconds: 1_600_000_000)
        try damage(.cut)
        let path = try #require(try await remedies().first?["path"])
        #expect(path.hasSuffix("/index.sqlite.bak"))
    }
}
