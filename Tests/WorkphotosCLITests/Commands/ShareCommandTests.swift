import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Copies are shown to others, from the words that are typed to what is printed.
struct ShareCommandTests {
    private let removable: Removable
    private var world: World { removable.world }
    private var nas: FakeUploadService { removable.service }

    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg")
        removable.service.abilities = .all
    }

    private func target(_ name: String) -> String { "Office/2026/2026-05-04/\(name)" }

    private func path(_ name: String) -> String { "\(world.library)/\(name)" }

    @Test(arguments: [
        ["share"], ["share", "--link", "--with", "anna@example.com"], ["share", "--list", "--stop"],
        ["share", "--list", "--link"], ["share", "--list", "a.jpg"], ["share", "--list", "-n"],
        ["share", "--link", "--notify"], ["share", "--with", "anna@example.com", "--message", "x"],
        ["share", "--with", "anna"], ["share", "--link", "--role", "owner"], ["share", "--link", "--expires", "soon"],
        ["share", "--stop", "--role", "reader"], ["share", "--stop", "--yes"],
        ["share", "a.jpg", "--work", "--link"], ["share", "--list", "--album", "x"], ["share", "--remove", "a.jpg"],
        ["share", "--album", "x", "--remove"], ["share", "--album", "x", "--remove", "a.jpg", "--link"],
        ["share", "--album", "x", "--stop", "a.jpg"], ["share", "--remove-copies"],
        ["share", "--stop", "--remove-copies"], ["share", "--album", "x", "--remove-copies"],
        ["share", "--stop", "--album", "x", "--remove-copies", "--link", "--yes"],
        ["share", "--stop", "--album", "x", "--remove-copies"], ["share", "--add", "--link"],
        ["share", "--album", "x", "--add", "--list"], ["share", "--album", "x", "--add", "--stop"],
        ["share", "--album", "x", "--add", "--role", "writer"], ["share", "--strip-location", "--link", "--yes"],
        ["share", "--album", "x", "--strip-location", "--list"], ["share", "--album", "a/b", "--link", "--yes"],
        ["share", "--album", "", "--link", "--yes"], ["share", "--album", "x", "--link", "--yes"],
    ])
    func `Invalid combinations are usage errors`(arguments: [String]) async throws {
        #expect(await world.type(arguments).exit == 64)
        #expect(nas.shown.isEmpty)
    }

    @Test func `An album that a photo keeps from being shared says how to take that out`() async throws {
        nas.keepAlbums()
        #expect(await world.run("share", "--album", "Visit", "--link", "--yes").exit == 0)
        #expect(await world.run("share", "--stop", "--album", "Visit").exit == 0)
        #expect(await world.run("mark", "personal", path("a.jpg")).exit == 0)
        let refused = await world.run("share", "--album", "Visit", "--with", "anna@example.com", "--yes")
        #expect(refused.exit == 4)
        let next = "workphotos share --album Visit --to nas --remove \(path("a.jpg"))"
        #expect(refused.notes.contains("\n  next: \(next)\n"), "\(refused)")
        #expect(await world.type(Array(TypedLine(next).words.dropFirst())).exit == 0)
        #expect(await world.run("share", "--album", "Visit", "--with", "anna@example.com", "--yes").exit == 0)
    }

    @Test func `A photo of an album that a purge removed is marked by the path that it had`() async throws {
        nas.keepAlbums()
        #expect(await world.run("share", "--album", "Visit", "--link", "--yes").exit == 0)
        let purge = await world.run("purge", "--yes", "--max-delete", "100%")
        #expect(purge.exit == 0 && !world.tree.exists("photos/a.jpg"), "\(purge)")
        #expect(await world.run("mark", "personal", path("a.jpg")).exit == 0)
        let line = "workphotos share --album Visit --to nas --remove \(path("a.jpg"))"
        for command in [["status"], ["share", "--list"]] {
            let told = await world.type(command)
            #expect((told.output + told.notes).contains(line), "\(told)")
        }
        #expect(await world.run("mark", "auto", path("a.jpg"), "--yes").exit == 0)
        let list = await world.run("share", "--list")
        #expect(!(list.output + list.notes).contains(line), "\(list)")
    }

    @Test func `An album is shared and added to after a purge of its photos, as long as they are work`() async throws {
        nas.keepAlbums()
        #expect(await world.run("share", "--album", "Visit", "--link", "--yes").exit == 0)
        let purge = await world.run("purge", "--yes", "--max-delete", "100%")
        #expect(purge.exit == 0 && !world.tree.exists("photos/a.jpg"), "\(purge)")
        let shared = await world.run("share", "--album", "Visit", "--with", "anna@example.com", "--yes")
        #expect(shared.exit == 0, "\(shared)")
        try removable.add("c.jpg")
        await world.run("scan", world.library)
        #expect(await world.run("upload").exit == 0)
        let added = await world.run("share", "--album", "Visit", "--add", path("c.jpg"), "--yes")
        #expect(added.exit == 0, "\(added)")
        #expect(
            nas.albumCopies.keys.sorted() == ["Albums/Visit/a.jpg", "Albums/Visit/b.jpg", "Albums/Visit/c.jpg"])
        nas.setAlbumCopy(nil, at: "Albums/Visit/a.jpg")
        #expect(await world.run("share", "--album", "Visit", "--link", "--yes").exit == 0)
        #expect(nas.albumCopies.count == 3, "the destination copies the upload once more")
        let office = "\(Place.office.latitude),\(Place.office.longitude)"
        await world.run("fence", "add", "Home", "--at", office, "--radius", "1km", "--kind", "never")
        let refused = await world.run("share", "--album", "Visit", "--with", "ben@example.com", "--yes")
        #expect(refused.exit == 4 && refused.output.contains("a.jpg; "), "\(refused)")
        #expect(nas.shares.values.flatMap(\.self).count == 2)
    }

    @Test(arguments: [["--link", "--yes"], ["--with", "anna@example.com", "-n"], ["--stop"], ["--list"]])
    func `A folder is not shared, and the error says why`(arguments: [String]) async throws {
        let outcome = await world.type(["share", "--folder"] + arguments)
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("A folder of uploads is not shared: it would show whatever comes into it"))
        #expect(await !world.run("help", "share").output.contains("--folder"))
        #expect(nas.shown.isEmpty)
    }

    /// Every option of a selection.
    private static let selections = [
        ["--work"], ["--personal"], ["--unsure"], ["--verdict", "work"], ["--marked"], ["--held"],
        ["--fence", "Office"], ["--since", "2026"], ["--until", "2026"], ["--camera", "Canon"], ["--uploaded"],
        ["--not-uploaded"], ["--near", "47,8", "--within", "1km"], ["--path", "*.jpg"], ["--limit", "1"],
        ["--weekday", "mon-fri"], ["--time", "08:00-18:00"],
    ]

    @Test func `Files and any option of a selection cannot be combined`() async {
        for selection in Self.selections {
            let outcome = await world.type(["share", "a.jpg", "--link"] + selection)
            #expect(outcome.exit == 64, "\(selection)")
            #expect(outcome.notes.contains("Give files or a selection, not both."), "\(selection): \(outcome.notes)")
        }
        let options = await options(of: "share").intersection(options(of: "list")).subtracting(options(of: "status"))
        #expect(options == Set(Self.selections.joined().filter { $0.hasPrefix("--") }))
    }

    /// The long names of a command's options, as its help lists them.
    private func options(of command: String) async -> Set<String> {
        let lines = await world.run("help", command).output.split(separator: "\n").filter { $0.hasPrefix("  -") }
        return Set(lines.compactMap { $0.split(separator: " ").first { $0.hasPrefix("--") }.map(String.init) })
    }

    @Test func `Without a terminal or --yes nothing is done, and the remedy is shown`() async throws {
        let calls = nas.calls.count
        let outcome = await world.run("share", "a.jpg", "--link")
        #expect(outcome.exit == 64)
        #expect(outcome.notes.contains("There is no terminal to ask whether files may be shared"))
        #expect(TypedLine.next(of: outcome) == ["workphotos share a.jpg --link --dry-run"])
        #expect(nas.calls.count == calls)
    }

    @Test func `A link with an end is refused before anything is asked`() async throws {
        let outcome = await world.run("share", "--link", "--expires", "2027-01-31", "--yes")
        #expect(
            outcome
                == Outcome(
                    exit: 64,
                    notes:
                        "workphotos: The destination 'nas' (folder:\(world.tree.path("nas").string)) does not support links "
                        + "that end; omit --expires; nothing was shared\n"))
        #expect(nas.shown.isEmpty)
    }

    @Test func `A share is shown with its link, and listed`() async throws {
        let outcome = await world.run("share", path("a.jpg"), "--link", "--yes")
        let link = "https://share.example/\(target("a.jpg"))"
        #expect(
            outcome
                == Outcome(
                    exit: 0,
                    output:
                        "shared       nas: \(target("a.jpg")); anyone who has the link as reader; \(link)\n1 shared\n")
        )
        #expect(nas.shown == [target("a.jpg")])
        let list = await world.run("share", "--list")
        #expect(
            list
                == Outcome(
                    exit: 0,
                    output: "shared       nas: \(target("a.jpg")); anyone who has the link as reader; \(link)\n"))
        #expect(await world.run("share", "--list", "-q").output == list.output)
    }

    @Test func `Programs get a line for each copy and person`() async throws {
        let lines = try await world.objects(
            "share", path("a.jpg"), "--with", "Anna@example.com", "--with", "ben@example.com", "--with",
            "anna@example.com", "--role", "writer", "--expires", "2026-12-31", "--notify", "--yes")
        #expect(lines.map { $0["type"] } == ["share", "share", "summary"])
        let line = try #require(lines.first)
        #expect(line["path"] == path("a.jpg") && line["destination"] == "nas" && line["target"] == target("a.jpg"))
        #expect(line["with"] == "anna@example.com" && line["role"] == "writer" && line["state"] == "done")
        #expect(line["expiresAt"] == "2027-01-01T00:00:00Z" && line["link"]?.hasPrefix("https:") == true)
        #expect(line["verdict"] == "work")
        #expect(lines.last?[number: "done"] == 2)
    }

    @Test func `A dry run shows what would be shared`() async throws {
        let outcome = await world.run("share", "--fence", "Office", "--with", "anna@example.com", "-n")
        #expect(outcome.exit == 0)
        #expect(outcome.output.hasPrefix("would share  nas: \(target("a.jpg")); anna@example.com as reader\n"))
        #expect(outcome.output.hasSuffix("2 would share\n"))
        #expect(nas.shown.isEmpty)
    }

    @Test func `The user is asked, and a no shares nothing`() async throws {
        world.confirmation = TypedAnswers(["", "y"], canAsk: true)
        let no = await world.run("share", "--link")
        #expect(no.exit == 1 && no.notes == "workphotos: Nothing was shared\n")
        #expect(await world.run("share", "--link").exit == 0)
        let question = try #require(world.confirmation.questions.first)
        #expect(question.hasPrefix("Let anyone who has the link see the copies of 2 photos ("))
        #expect(question.hasSuffix("\n  at: nas\n  until: it is stopped\nContinue? [y/N]"))
    }

    @Test func `A personal photo is refused by name and skipped in a selection`() async throws {
        await world.run("mark", "personal", path("a.jpg"))
        let named = await world.run("share", path("a.jpg"), "--link", "--yes")
        #expect(named.exit == 4)
        #expect(named.output == "refused      nas: \(path("a.jpg")); no longer work\n1 refused\n")
        let selected = await world.run("share", "--link", "--yes")
        #expect(selected.exit == 0)
        #expect(selected.output.hasSuffix("1 shared\nNot shared: 1 personal\n"))
        #expect(await world.run("share", "nothing.jpg", "--link", "--yes").exit == 1)
    }

    @Test func `A shared photo that is personal now is reported everywhere, with the command that stops it`()
        async throws
    {
        try removable.configure("[scan]\nroots = [\"\(world.library)\"]\n")
        await world.run("share", "--link", "--yes")
        await world.run("mark", "personal", path("a.jpg"))
        let next = "workphotos share --stop \(path("a.jpg"))"
        let words = "\(path("a.jpg")): personal; anyone who has the link can see it at nas"
        let list = await world.run("share", "--list")
        #expect(list.exit == 0)
        #expect(list.notes == "workphotos: Shared with others, but not work now:\n  \(words)\n  next: \(next)\n")
        let status = await world.run("status")
        #expect(status.output.contains("shared                      2\n"))
        #expect(status.output.contains("shared, but not work now    \(words)\n"))
        #expect(TypedLine.next(of: status) == [next])
        let json = try #require(try await world.objects("status").first)
        #expect(json[number: "shared"] == 2)
        let exposed = try #require(json.members["sharedButNotWork"] as? [[String: Any]])
        #expect(exposed.map { $0["path"] as? String } == [path("a.jpg")])
        let run = await world.run("run", "--no-purge", "-q")
        #expect(run.notes.contains(words) && TypedLine.next(of: run) == [next])
        #expect(try await world.objects("run", "--no-purge").last?[number: "exposed"] == 1)
        let stopped = await world.run("share", "--stop", path("a.jpg"))
        #expect(
            stopped
                == Outcome(
                    exit: 0,
                    output: "stopped      nas: \(target("a.jpg")); anyone who has the link as reader\n1 stopped\n"
                ))
        #expect(TypedLine.next(of: await world.run("status")).isEmpty)
        #expect(nas.shown == [target("b.jpg")])
    }

    @Test func `A share that could not be ended is an error that stays`() async throws {
        await world.run("share", "--link", "--yes")
        nas.keepsSharing = true
        let outcome = await world.run("share", "--stop")
        #expect(outcome.exit == 4)
        #expect(outcome.output.contains("is shared still"))
        #expect(try await world.objects("share", "--list").last?[number: "done"] == 2)
        nas.isGone = true
        #expect(await world.run("share", "--stop").exit == 1)
    }

    @Test func `A named photo that is not shared is reported, and one that nobody knows is an error`() async throws {
        await world.run("share", path("a.jpg"), "--link", "--yes")
        #expect(
            await world.run("share", "--stop", path("b.jpg"))
                == Outcome(exit: 0, output: "\(path("b.jpg")) is not shared\n"))
        #expect(
            await world.run("share", "--stop", "--with", "anna@example.com", path("a.jpg"))
                == Outcome(
                    exit: 0, output: "\(path("a.jpg")) is shared otherwise than named: workphotos share --list\n"))
        let typo = path("typo.jpg")
        let mixed = await world.run("share", "--stop", typo, path("a.jpg"))
        #expect(mixed.exit == 3 && mixed.output.hasSuffix("\n1 stopped\n"), "\(mixed)")
        #expect(mixed.notes.contains("\(typo): no such photo is known, and nothing of that name is shared"))
        #expect(nas.shown.isEmpty)
        #expect(await world.run("share", "--stop", typo).exit == 1)
        #expect(await world.run("share", "--stop", typo, "-n").exit == 1)
    }

    @Test func `If nothing is shared that is reported`() async throws {
        #expect(await world.run("share", "--list") == Outcome(exit: 0, output: "Nothing is shared.\n"))
        #expect(await world.run("share", "--stop") == Outcome(exit: 0, output: "None of that is shared\n"))
        #expect(await world.run("share", "--list", "-q") == Outcome(exit: 0))
        #expect(await (try World()).run("share", "--list").exit == 10)
    }

    @Test func `A dry run of an album shows where its copies would be`() async throws {
        nas.keepAlbums()
        let outcome = await world.run("share", "--album", "Visit", "--link", "-n")
        #expect(
            outcome.output == """
                would share  nas: Albums/Visit/a.jpg; anyone who has the link as reader
                would share  nas: Albums/Visit/b.jpg; anyone who has the link as reader
                2 would share

                """, "\(outcome)")
        #expect(nas.albumFolders.isEmpty && nas.shown.isEmpty)
        let lines = try await world.objects("share", "--album", "Visit", "--link", "-n")
        #expect(lines.first?["album"] == "Visit" && lines.first?["path"] == path("a.jpg"))
    }

    @Test func `A clean album is made, and what cannot be cleaned is exit 3`() async throws {
        nas.keepAlbums()
        try removable.add("c.jpg")
        try world.tree.write("photos/c.jpg", Array(try world.tree.read("photos/c.jpg").dropLast(7)))
        await world.run("scan", world.library)
        #expect(await world.run("upload").exit == 0)
        let words = ["share", "--album", "Site", "--strip-location", "--link"]
        let outcome = await world.type(words + ["--yes"])
        #expect(outcome.exit == 3, "\(outcome)")
        #expect(outcome.output.contains("refused      nas: \(path("c.jpg")); "), "\(outcome.output)")
        #expect(nas.albumCopies.keys.sorted() == ["Albums/Site/a.jpg", "Albums/Site/b.jpg"])
        #expect(nas.shown == ["Albums/Site"])
    }

    @Test func `A folder on this machine cannot share`() async throws {
        nas.abilities = nil
        let outcome = await world.run("share", "--link", "--yes")
        #expect(outcome.exit == 64 && outcome.notes.contains("cannot share copies"))
    }
}
