import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A kind of destination that the program does not have: `shelf:BOARD`, or `shelf:BOARD;KEY` with a secret key.
private final class ShelfKind: DestinationKind {
    let name = "shelf"
    let form = "shelf:BOARD"
    let neededKeys = ["board"]
    let otherKeys = ["key"]
    let settings = [
        KindSetting("lamp", .text("bright")), KindSetting("plan", .path), KindSetting("rules", .texts),
        KindSetting("lock", .secret), KindSetting("wait", .duration(.seconds(5), in: .zero ... .seconds(60))),
    ]
    let service: FakeUploadService
    /// The specs and settings for which a service was requested.
    let asked = Mutex<[(spec: DestinationSpec, settings: DestinationSettings)]>([])

    init(_ service: FakeUploadService) {
        self.service = service
    }

    func place(of table: [String: String]) -> String {
        table["board", default: ""] + (table["key"].map { ";\($0)" } ?? "")
    }

    func spec(of place: String, path: (String) -> FilePath) throws(TextError) -> DestinationSpec? {
        let board = place.prefix { $0 != ";" }
        if board.isEmpty { return nil }
        return DestinationSpec(kind: name, place: place, shown: board == place ? nil : "\(board);…")
    }

    func shown(_ value: String, of key: String) -> String { key == "key" ? "…" : value }

    func check(_ settings: DestinationSettings) throws(SettingError) {
        guard settings.tables["shelf"]?["rules"] == nil else {
            throw SettingError(table: "shelf", key: "rules", message: "a shelf has none")
        }
    }

    func service(for spec: DestinationSpec, settings: DestinationSettings) throws(UploadError) -> any UploadService {
        asked.withLock { $0.append((spec, settings)) }
        return service
    }
}

struct ForeignKindTests {
    private let world: World
    private let kind: ShelfKind

    init() async throws {
        world = try World()
        kind = ShelfKind(FakeUploadService(marker: DestinationMarker("0123456789abcdef0123456789abcdef")))
        world.destinationKinds = DestinationKinds([kind])
        try world.tree.makeDirectory("trash")
        let trash = FakeTrashService(in: world.tree.path("trash"))
        world.trashService = { _ in trash }
        await world.addOffice()
        try world.add("a.jpg")
    }

    private func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    @Test func `Secrets in places are not shown with the configuration`() async throws {
        try configure(
            "[upload]\nto = \"shelf:top;hunter2\"\n[destinations.attic]\nkind = \"shelf\"\nboard = \"top\"\n"
                + "key = \"hunter2\"\n")
        for flag in ["--origin", "--json"] {
            let shown = await world.run("config", "show", flag)
            #expect(shown.exit == 0 && shown.output.contains("shelf:top;…"), "\(shown.output)")
            #expect(!shown.output.contains("hunter2"))
        }
    }

    @Test func `A listed kind of destination can do everything that the others can`() async throws {
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(
            await world.run("destination", "add", "attic", "shelf:top").output
                == "added: attic (shelf:top), which already was a destination\n")
        #expect(await world.run("upload", "--to", "attic").exit == 0)
        #expect(kind.service.entries.count == 1)
        #expect(await world.run("verify", "attic").exit == 0)
        #expect(await world.run("purge", "--yes").exit == 0)
        #expect(!world.tree.exists("photos/a.jpg"))
        #expect(Set(kind.asked.withLock { $0.map(\.spec.text) }) == ["shelf:top"])
    }

    @Test func `A secret in a place is kept by the index, and shown nowhere`() async throws {
        try configure("[destinations.attic]\nkind = \"shelf\"\nboard = \"top\"\nkey = \"XYZ12\"\n")
        var said = ""
        let commands = [
            ["scan", world.library], ["destination", "list"], ["destination", "list", "--json"],
            ["upload", "--json"], ["destination", "check", "attic"], ["verify"], ["upload", "--to", "shelf:low;XYZ12"],
            ["destination", "list"], ["destination", "remove", "attic"],
            ["index", "check"],
        ]
        for command in commands {
            let outcome = await world.type(command)
            said += outcome.output + outcome.notes
        }
        #expect(said.contains("shelf:top;…"))
        #expect(!said.contains("XYZ12"))
        #expect(kind.asked.withLock { $0.map(\.spec.text) }.contains("shelf:top;XYZ12"))
    }

    @Test func `Configuration and flags determine how destinations are reached`() async throws {
        try configure(
            "[upload]\nbwlimit = \"2M\"\n[shelf]\nlamp = \"dim\"\nplan = \"~/plan.txt\"\n"
                + "[destinations.attic]\nkind = \"shelf\"\nboard = \"top\"\n")
        await world.run("scan", world.library)
        await world.run("upload")
        await world.run("upload", "--to", "attic", "--since", "2020-01-01", "--bwlimit", "08:00,1M 20:00,off")
        let settings = kind.asked.withLock { $0.map(\.settings) }
        #expect(settings.map(\.limit?.text) == ["2M", "08:00,1M 20:00,off"])
        #expect(
            settings.first?.tables == ["shelf": ["lamp": .text("dim"), "plan": .path(world.tree.path("plan.txt"))]])
        #expect(settings.first?.variables == world.variables)
    }

    @Test(arguments: [["upload"], ["scan"], ["destination", "list"], ["run", "--no-purge"], ["config", "show"]])
    func `Settings that a kind cannot use are refused with their line`(command: [String]) async throws {
        try configure("[shelf]\nrules = [\"--dry-run\"]\n")
        let outcome = await world.type(command == ["scan"] ? ["scan", world.library] : command)
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("config.toml:2: rules in [shelf]: a shelf has none"))
    }

    @Test func `A secret of a kind reaches only the kind, and is shown nowhere`() async throws {
        try configure("[shelf]\nlock = \"XYZ12\"\n[destinations.attic]\nkind = \"shelf\"\nboard = \"top\"\n")
        var said = ""
        for command in [
            ["config", "show"], ["config", "show", "--json"], ["config", "show", "--origin"], ["scan", world.library],
            ["upload", "--json"], ["destination", "check", "attic"], ["doctor"],
        ] {
            let outcome = await world.type(command)
            said += outcome.output + outcome.notes
        }
        #expect(said.contains("shelf.lock = \"…\""))
        #expect(!said.contains("XYZ12"))
        let settings = kind.asked.withLock { $0.map(\.settings) }
        #expect(settings.first?.tables["shelf"] == ["lock": .secret(Secret(Array("XYZ12".utf8)))])
        #expect(!String(reflecting: settings).contains("XYZ12"))
    }

    @Test func `A duration of a kind has to be one that it can use`() async throws {
        #expect(await world.run("config", "show").output.contains("shelf.wait = \"5s\""))
        try configure("[shelf]\nwait = \"2m\"\n")
        let outcome = await world.run("config", "show")
        #expect(outcome.exit == 78)
        #expect(outcome.notes.contains("config.toml:2: wait in [shelf] must be a duration from \"0s\" to \"1m\""))
    }

    @Test func `A kind's own settings are read, checked and shown like all others`() async throws {
        #expect(await world.run("config", "show").output.contains("shelf.lamp = \"bright\""))
        try configure("[shelf]\nlapm = \"dim\"\n")
        #expect(await world.run("config", "show").notes.contains("did you mean 'lamp'?"))
        try configure("[shelf]\nlamp = \"\"\n")
        #expect(await world.run("config", "show").notes.contains("lamp in [shelf] must be a text, or left out"))
    }
}
