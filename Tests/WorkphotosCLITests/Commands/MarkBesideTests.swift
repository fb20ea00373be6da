import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What is decided on one file of a photo that no scan knows stays with the photo's other file too, whatever becomes of
/// both before the first scan.
struct MarkBesideTests {
    private let removable: Removable
    private var world: World { removable.world }
    private let named = "IMG_E7.JPG"
    /// The file beside it.
    private let other = "IMG_7.JPG"

    init() async throws {
        removable = try await Removable("d.jpg", "e.jpg", "f.jpg", "g.jpg")
        for name in [named, other] { try removable.add(name) }
    }

    private static let words = [["mark", "personal"], ["hold"]]

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    private func decide(_ word: [String], _ name: String) async {
        let outcome = await world.type(word + [path(name)])
        #expect(outcome.exit == 0, "\(outcome)")
    }

    /// Edits the other file in place, or as programs do that write a new file and give it the name.
    private func edit(byRename: Bool = false) throws {
        let (file, new) = (FilePath("photos/\(other)"), FilePath("photos/new.tmp"))
        let bytes = try world.tree.read(file) + Array("edited".utf8)
        try world.tree.write(byRename ? new : file, bytes)
        guard byRename else { return }
        try remove(other)
        try world.tree.rename(new, to: file)
    }

    private func remove(_ name: String) throws { try world.tree.remove(FilePath("photos/\(name)")) }

    private func photo(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list", "--path", "*/photos/\(name)").first)
    }

    private func isProtected(_ name: String) async throws -> Bool {
        let photo = try await photo(name)
        return photo["verdict"] == "personal" || photo["held"] != nil
    }

    @Test(arguments: words, [false, true])
    func `It is neither sent nor removed when it is edited and the named file is gone`(
        word: [String], isByRename: Bool
    ) async throws {
        await decide(word, named)
        try edit(byRename: isByRename)
        try remove(named)
        await world.run("scan")
        #expect(try await isProtected(other))
        await world.run("upload")
        #expect(removable.service.entries.keys.contains { $0.lastComponent?.string == other } == (word == ["hold"]))
        await world.run("purge", "--yes", "--max-delete", "100%", "--path", "*/\(other)")
        #expect(try world.names.contains(other))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test(arguments: words)
    func `Its copy elsewhere that a scan knows and nobody has hashed is protected at once`(
        word: [String]
    ) async throws {
        try world.tree.write(FilePath("photos/far/\(other)"), world.tree.read(FilePath("photos/\(other)")))
        await world.run("scan", "\(world.library)/far")
        #expect(try await !isProtected("far/\(other)"))
        await decide(word, named)
        #expect(try await isProtected("far/\(other)"))
    }

    @Test(arguments: words)
    func `Of a photo that was scanned the copies of all its files are protected at once`(word: [String]) async throws {
        try world.tree.write(FilePath("photos/far/\(other)"), world.tree.read(FilePath("photos/\(other)")))
        await world.run("scan")
        #expect(try await !isProtected("far/\(other)"))
        await decide(word, named)
        #expect(try await isProtected("far/\(other)"))
    }

    @Test(arguments: words)
    func `So are those of a file that is missing at the moment, if its bytes are known`(word: [String]) async throws {
        await world.run("scan")
        await decide(["hold"], other)
        await decide(["unhold", "--yes"], other)
        try world.tree.write(FilePath("photos/far/\(other)"), world.tree.read(FilePath("photos/\(other)")))
        await world.run("scan")
        try remove(other)
        #expect(try await !isProtected("far/\(other)"))
        await decide(word, named)
        #expect(try await isProtected("far/\(other)"))
    }

    @Test(arguments: words)
    func `It is known when it is edited and moved at once`(word: [String]) async throws {
        await decide(word, named)
        try edit()
        try world.tree.makeDirectory("photos/far")
        try world.tree.rename(FilePath("photos/\(other)"), to: FilePath("photos/far/Z.jpg"))
        try remove(named)
        await world.run("scan")
        #expect(try await isProtected("far/Z.jpg"))
    }

    @Test(arguments: [
        ["mark", "auto", "--yes"], ["mark", "work", "--yes"], ["mark", "--undo", "--yes"], ["unhold", "--yes"],
        ["mark", "--undo", "--yes", "hold"],
    ])
    func `It ends with the decision on the named file, before a scan and after an edit`(end: [String]) async throws {
        let begin = end.contains { $0.hasSuffix("hold") } ? ["hold"] : ["mark", "personal"]
        let words = end.contains("--undo") ? Array(end.prefix(3)) : end + [path(named)]
        await decide(begin, named)
        #expect(await world.type(words).exit == 0)
        await world.run("scan")
        #expect(try await !isProtected(other))
        try removable.add("k/\(other)")
        try removable.add("k/\(named)")
        await decide(begin, "k/\(named)")
        let bytes = try world.tree.read(FilePath("photos/k/\(other)"))
        try world.tree.write(FilePath("photos/k/\(other)"), bytes + Array("edited".utf8))
        await world.run("scan")
        #expect(try await isProtected("k/\(other)"))
        #expect(await world.type(end.contains("--undo") ? words : end + [path("k/\(named)")]).exit == 0)
        #expect(try await !isProtected("k/\(other)"))
        await world.run("scan")
        try remove("k/\(named)")
        await world.run("scan")
        #expect(try await !isProtected("k/\(other)"))
        #expect(await world.run("index", "check").exit == 0)
    }

    @Test func `What was decided on it itself stays when the decision on the named file ends`() async throws {
        await decide(["mark", "personal"], named)
        await decide(["mark", "personal"], other)
        await decide(["mark", "auto", "--yes"], named)
        try edit()
        try remove(named)
        await world.run("scan")
        #expect(try await isProtected(other))
    }

    @Test func `Before a scan why knows a personal mark on the other file, which a mark as work leaves`() async throws {
        await decide(["mark", "personal"], other)
        await decide(["mark", "work", "--yes"], named)
        let why = try #require(try await world.objects("why", path(named)).first)
        #expect(why["verdict"] == "personal" && why["marked"] == "personal")
        await world.run("scan")
        #expect(try await photo(named)["verdict"] == "personal")
    }

    @Test func `An undo gives back the mark that it had`() async throws {
        await decide(["mark", "work"], other)
        await decide(["mark", "personal"], named)
        #expect(await world.run("mark", "--undo", "--yes").exit == 0)
        try remove(named)
        await world.run("scan")
        let photo = try await photo(other)
        #expect(photo["marked"] == "work" && photo["verdict"] == "work")
    }
}
