import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct DestinationCommandTests {
    private let world: World
    private var nas: String { "folder:\(world.tree.path.string)/nas" }
    private let marker: FilePath = "nas/.workphotos-destination"

    init() throws {
        world = try World()
        try world.tree.makeDirectory("nas")
        world.uploadService = { (spec: DestinationSpec) throws(UploadError) in
            guard let path = spec.directory else {
                throw UploadError(.unavailable, "this version does not send to \(spec.text)")
            }
            return MarkedDirectory(path)
        }
    }

    private func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    @Test func `A destination is added, listed, checked and removed`() async throws {
        let added = await world.run("destination", "add", "nas", nas)
        let isInMemory = Destination(name: "nas", spec: try DestinationKinds.test().spec(parsing: nas)).isInMemory
        let note = isInMemory ? "It is in memory (tmpfs): the next reboot deletes what is sent there\n" : ""
        #expect(added == Outcome(exit: 0, output: "added: nas (\(nas))\n", notes: note))
        #expect(world.tree.exists(marker))
        let listed = try await world.objects("destination", "list")
        #expect(listed.map { $0["type"] } == ["destination", "summary"])
        #expect(listed[0]["name"] == "nas" && listed[0]["spec"] == nas && listed[0]["origin"] == "index")
        #expect(listed[0]["marker"]?.count == 32)
        #expect(listed[0][number: "receipts"] == 0)
        let checked = try await world.objects("destination", "check", "nas")
        #expect(checked[0]["marker"] == listed[0]["marker"])
        #expect(try #require(checked[0][number: "free"]) > 0)
        #expect(await world.run("destination", "remove", "--yes", "nas").output == "removed: nas (\(nas))\n")
        #expect(try await world.objects("destination", "list").count == 1)
        #expect(world.tree.exists(marker), "what is there stays there")
        let again = try await world.objects("destination", "add", "nas", nas)
        #expect(again.last?["how"] == "adopted")
        #expect(again.last?["marker"] == listed[0]["marker"])
    }

    @Test func `Only the removal of a destination that has something of the library asks`() async throws {
        await world.run("destination", "add", "nas", nas)
        #expect(await world.run("destination", "remove", "nas").exit == 0)
        let removable = try await Removable("a.jpg")
        let world = removable.world
        let alone = await world.run("destination", "remove", "nas")
        #expect(alone.exit == 64 && alone.notes.contains("This removes nas"), "\(alone)")
        #expect(alone.notes.contains("1 photo will count as not uploaded"), "\(alone.notes)")
        #expect(try await world.objects("destination", "list").count == 2)
        world.confirmation = TypedAnswers(["n", "y"], canAsk: true)
        #expect(await world.run("destination", "remove", "nas").exit == 1)
        #expect(try await world.objects("destination", "list").count == 2)
        #expect(await world.run("destination", "remove", "nas").exit == 0)
        #expect(try await world.objects("destination", "list").count == 1)
        let question = try #require(world.confirmation.questions.first)
        #expect(question.contains("to bring it back: workphotos destination add nas"), "\(question)")
    }

    @Test func `A dry run writes nothing, at the destination or here`() async throws {
        let before = try world.tree.snapshot(leavingOut: [])
        #expect(await world.run("destination", "add", "nas", nas, "-n").exit == 0)
        #expect(await world.run("destination", "add", "new", "\(nas)/new", "--create", "-n").exit == 0)
        #expect(try world.tree.snapshot(leavingOut: []) == before)
        #expect(!world.tree.exists("nas/new") && !world.tree.exists(world.index))
        await world.run("destination", "add", "nas", nas)
        let made = try world.tree.snapshot()
        #expect(await world.run("destination", "remove", "nas", "-n").output.hasPrefix("would be removed"))
        #expect(await world.run("destination", "check", "nas").exit == 0)
        #expect(try world.tree.snapshot() == made)
    }

    @Test func `A refused destination leaves no trace`() async throws {
        try world.add("a.jpg")
        await world.run("scan", world.library)
        let before = try world.tree.snapshot()
        let overlap = await world.run("destination", "add", "x", "folder:\(world.library)/up", "--create")
        #expect(overlap.exit == 4)
        #expect(overlap.notes.contains(world.library))
        #expect(await world.run("destination", "add", "x", "folder:\(world.tree.path.string)").exit == 4)
        let missing = await world.run("destination", "add", "usb", "folder:usb")
        #expect(missing.exit == 1)
        #expect(
            missing.notes.contains(
                "workphotos destination add usb folder:\(world.tree.path.string)/usb --create"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `A destination in a configured root that no scan has seen is refused`() async throws {
        try world.add("a.jpg")
        try world.tree.write(".config/workphotos/config.toml", Array("[scan]\nroots = [\"~/photos\"]\n".utf8))
        let before = try world.tree.snapshot()
        let refused = await world.run("destination", "add", "x", "folder:\(world.library)/up", "--create")
        #expect(refused.exit == 4)
        #expect(refused.notes.contains("is inside the library's root \(world.library)"))
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `Invalid names and places are usage errors`() async throws {
        for arguments in [["", nas], ["a:b", nas], ["nas", "mnt/nas"], ["nas", "ftp:x"], ["nas", "folder:"]] {
            #expect(await world.type(["destination", "add"] + arguments).exit == 64, "\(arguments)")
        }
        #expect(!world.tree.exists(world.index))
    }

    @Test func `A path that is not UTF-8 is refused`() async throws {
        let outcome = await world.run("destination", "add", "nas", "folder:nas\u{10FFFF}")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("UTF-8"))
    }

    @Test func `A place is kept absolute, with its links resolved`() async throws {
        try world.tree.link("road", to: "nas")
        for spec in ["folder:road", "folder:./nas/../nas", nas] {
            #expect(try await world.objects("destination", "add", "nas", spec).last?["spec"] == nas)
        }
    }

    @Test func `A name belongs to one place, and a place has one name`() async throws {
        try world.tree.makeDirectory("other")
        await world.run("destination", "add", "nas", nas)
        let taken = await world.run("destination", "add", "nas", "folder:other")
        #expect(taken.exit == 1 && taken.notes.contains("destination remove nas"))
        #expect(!world.tree.exists("other/.workphotos-destination"))
        let second = await world.run("destination", "add", "second", nas)
        #expect(second.exit == 1 && second.notes.contains("'nas'"))
        // The disk is mounted elsewhere now.
        try world.tree.remove("other")
        try world.tree.rename("nas", to: "other")
        let moved = await world.run("destination", "add", "nas", "folder:other")
        #expect(moved.exit == 0)
        #expect(moved.notes.contains("nas is at folder:") && moved.notes.contains("no more at \(nas)\n"), "\(moved)")
        #expect(try await world.objects("destination", "list")[0]["spec"]?.hasSuffix("/other") == true)
    }

    @Test func `An unmounted destination is reported as such`() async throws {
        await world.run("destination", "add", "nas", nas)
        try world.tree.remove(marker)
        let outcome = await world.run("destination", "check", "nas")
        #expect(outcome.exit == 1)
        #expect(outcome.notes.contains("is it mounted?"))
        #expect(await world.run("destination", "add", "nas", nas).exit == 1)
        #expect(!world.tree.exists(marker))
    }

    @Test func `A configured destination is listed and checked, and changed only in the configuration`() async throws {
        try configure("[upload]\nto = \"nas\"\n\n[destinations.nas]\nkind = \"folder\"\npath = \"~/nas\"\n")
        let listed = try await world.objects("destination", "list")
        #expect(listed[0]["name"] == "nas" && listed[0]["spec"] == nas && listed[0]["origin"] == "configuration")
        #expect(listed[0]["marker"] == nil)
        #expect(!world.tree.exists(world.index))
        let unmarked = await world.run("destination", "check", "nas")
        #expect(unmarked.exit == 1 && unmarked.notes.contains("workphotos upload --to nas --create"))
        try world.tree.write(marker, Array("abc\n".utf8))
        #expect(await world.run("destination", "check", "nas").exit == 0)
        for arguments in [["add", "nas", "folder:photos"], ["add", "x", nas]] {
            let outcome = await world.type(["destination"] + arguments)
            #expect(outcome.exit == 1)
            #expect(outcome.notes.contains("config.toml:4: "))
        }
        await world.run("scan", world.library)
        #expect(await world.run("destination", "remove", "--yes", "nas").notes.contains("config.toml:4: "))
        let shown = await world.run("config", "show").output
        #expect(shown.contains("destinations.nas.path = \"~/nas\"") && shown.contains("upload.to = \"nas\""))
    }

    @Test func `A name that the index has at another place is listed at the configuration's`() async throws {
        await world.run("destination", "add", "nas", nas)
        try configure("[destinations.nas]\nkind = \"folder\"\npath = \"/elsewhere\"\n")
        let outcome = await world.run("destination", "list")
        #expect(outcome.exit == 0 && outcome.output.contains("folder:/elsewhere"), "\(outcome)")
    }

    @Test func `An unknown name gets the nearest one as a suggestion`() async throws {
        await world.run("destination", "add", "archive", nas)
        for command in ["check", "remove"] {
            let outcome = await world.run("destination", command, "archvie")
            #expect(outcome.exit == 1)
            #expect(outcome.notes.contains("did you mean 'archive'?"))
        }
        #expect(await world.run("destination", "check", "drive:Work").exit == 1)
    }

    @Test func `A destination that a scan finds in the library is reported, and refused`() async throws {
        try world.add("share/a.jpg")
        await world.run("destination", "add", "nas", nas)
        try world.tree.write("photos/share/.workphotos-destination", world.tree.read(marker))
        let scan = await world.run("scan", world.library)
        #expect(scan.exit == 0)
        #expect(scan.notes.contains("\(world.library)/share: this upload destination"))
        let check = await world.run("destination", "check", "nas")
        #expect(check.exit == 4)
        #expect(check.notes.contains("\(world.library)/share"))
        #expect(try await world.objects("list").last?[number: "photos"] == 1)
        try world.tree.remove("photos/share/.workphotos-destination")
        #expect(await !world.run("scan", world.library).notes.contains("destination"))
        #expect(await world.run("destination", "check", "nas").exit == 0)
    }
}
