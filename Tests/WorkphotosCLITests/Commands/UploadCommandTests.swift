import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct UploadCommandTests {
    private let world: World
    private let service: FakeUploadService

    /// A library with a photo of each of two places of work, and a destination in memory.
    init() async throws {
        world = try World()
        service = try world.addNAS()
        try world.add("a.jpg")
        try world.add("b.jpg", TestPhoto(at: Place.cafe, taken: "2026:05:04 11:00:00"))
    }

    private var nas: String { world.nas }

    private func fence(_ name: String, at point: String, _ more: String...) async {
        let added = await world.type(["fence", "add", name, "--at", point, "--radius", "100m"] + more)
        #expect(added.exit == 0, "\(added.notes)")
    }

    private func scan() async {
        await fence("Office", at: "52.52,13.405")
        #expect(await world.run("scan", world.library).exit == 0)
    }

    private func configure(_ text: String) throws {
        try world.tree.write(world.configuration, Array(text.utf8))
    }

    @Test func `A home directory in a spec is the user's, without a shell`() async throws {
        await scan()
        let whole = "folder:\(world.tree.path.string)/nas"
        #expect(await world.run("destination", "add", "nas", "folder:~/nas").output.hasPrefix("added: nas (\(whole))"))
        #expect(await world.run("upload", "--to", "folder:~/nas").exit == 0)
        try configure("[upload]\nto = \"folder:~/nas\"\n")
        #expect(await world.run("upload").output.hasPrefix("Nothing to do"))
        #expect(try await world.objects("destination", "list").map { $0["spec"] } == [whole, nil])
    }

    @Test func `A fence with the name of the folder of albums gets another folder`() async throws {
        await fence("albums", at: "52.52,13.405")
        #expect(await world.run("scan", world.library).exit == 0)
        await world.run("destination", "add", "nas", nas)
        let sent = try #require(try await world.objects("upload").first)
        let members = try #require(sent.members["members"] as? [[String: Any]])
        #expect(members.first?["target"] as? String == "_albums/2026/2026-05-04/a.jpg")
    }

    @Test func `A new version of a sidecar beside the earlier one is reported, also in JSON`() async throws {
        try world.tree.write("photos/a.xmp", XMPPacket(elements: "<!-- 1 -->").bytes)
        await scan()
        await world.run("destination", "add", "nas", nas)
        #expect(await world.run("upload").notes.isEmpty)
        try world.tree.write("photos/a.xmp", XMPPacket(elements: "<!-- two -->").bytes)
        await world.run("scan", world.library)
        let objects = try await world.objects("upload")
        #expect(objects.last?[number: "newVersions"] == 1)
        let members = try #require(objects.first?.members["members"] as? [[String: Any]])
        #expect(members.map { $0["earlier"] as? String } == [nil, "Office/2026/2026-05-04/a.xmp"])
        #expect(members.map { $0["target"] as? String }.last == "Office/2026/2026-05-04/a (2).xmp")
        try world.tree.write("photos/a.xmp", XMPPacket(elements: "<!-- three -->").bytes)
        await world.run("scan", world.library)
        #expect(
            await world.run("upload").notes
                == """
                A sidecar has changed since it was sent: its new version is Office/2026/2026-05-04/a (3).xmp, and the \
                earlier one stays

                """)
    }

    @Test func `An unknown destination is an error of the configuration, with its line`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        try configure("[upload]\n\nto = \"nsa\"\n")
        let error = try #require(try await world.objects("upload").last)
        #expect(error[number: "exit"] == 78 && error[number: "line"] == 3)
        #expect(error["path"]?.hasSuffix("config.toml") == true)
        #expect(error["message"]?.contains("did you mean 'nas'?") == true)
    }

    @Test func `An unknown destination is an error of the fences, with its line`() async throws {
        await world.run("destination", "add", "nas", nas)
        await fence("Cafe", at: "52.5245,13.405", "--to", "nas")
        await scan()
        let text = String(decoding: try world.tree.read(world.fences), as: UTF8.self)
        let line = try #require(text.split(separator: "\n").firstIndex { $0.contains("\"nas\"") }) + 1
        try world.tree.write(world.fences, Array(text.replacing("\"nas\"", with: "\"nsa\"").utf8))
        let error = try #require(try await world.objects("upload").last)
        #expect(error[number: "exit"] == 78 && error[number: "line"] == Double(line))
        #expect(error["path"]?.hasSuffix("fences.geojson") == true)
    }

    @Test func `A folder that was only typed is never a default`() async throws {
        await scan()
        #expect(await world.run("upload", "--to", nas).exit == 0)
        try world.add("c.jpg", TestPhoto(at: Place.office, taken: "2026:05:04 12:00:00"))
        await world.run("scan")
        let refused = try #require(try await world.objects("upload").last)
        #expect(refused[number: "exit"] == 78 && refused["what"] == "no-destination")
        #expect(refused["next"] == "workphotos upload --json --to \(nas)")
        #expect(await world.run("upload", "--dry-run").exit == 0)
        #expect(service.entries.count == 1)
        #expect(await world.run("destination", "add", "nas", nas).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(service.entries.count == 2)
    }

    @Test func `With several destinations none need be the default if each fence has its own`() async throws {
        await world.run("destination", "add", "nas", nas)
        try configure("[destinations.usb]\nkind = \"folder\"\npath = \"~/usb\"\n")
        await fence("Cafe", at: "52.5245,13.405", "--to", "nas")
        #expect(await world.run("scan", world.library).exit == 0)
        #expect(await world.run("upload").exit == 0)
        #expect(service.entries.keys.map(\.lastComponent?.string) == ["b.jpg"])
        await fence("Office", at: "52.52,13.405")
        let error = try #require(try await world.objects("upload").last)
        #expect(error[number: "exit"] == 78 && error["next"]?.hasPrefix("workphotos upload --json --to ") == true)
        #expect(error["path"]?.hasSuffix("a.jpg") == true)
    }

    @Test func `Unknown numbers are reported and affect the exit status`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        #expect(await world.run("upload", "--stage").exit == 0)
        let some = await world.run("apply", "1", "77")
        #expect(some.exit == 3 && some.notes == "workphotos: 77: no staged action has this number\n")
        let none = try await world.objects("apply", "1", "77")
        #expect(none.last?[number: "unknown"] == 2)
        #expect(await world.run("apply", "-q", "1").exit == 1)
        #expect(await world.run("apply", "-q") == Outcome(exit: 0))
    }

    @Test func `What is staged a second time is staged already, and nowhere else`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        #expect(await world.run("upload", "--stage").exit == 0)
        let again = await world.run("upload", "--stage")
        #expect(again.exit == 0 && again.output.contains("Not sent: 1 already staged"), "\(again.output)")
        #expect(!again.output.contains("at the destination"))
        #expect(try await world.objects("upload", "--stage").last?[number: "upToDate"] == 1)
        #expect(await world.run("apply").exit == 0)
        let sent = await world.run("upload", "--stage").output
        #expect(sent.contains("1 already at the destination") && !sent.contains("staged"), "\(sent)")
    }

    @Test func `A planned photo that is already at the destination is not called uploaded`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        let index = world.tree.path(world.index).string
        #expect(
            await world.run("upload", "--plan", "a plan", "--index", index).notes.hasSuffix(
                "workphotos apply --plan 'a plan' --index \(index)\n"))
        #expect(await world.run("upload").output.hasPrefix("1 photo uploaded ("))
        let again = await world.run("apply", "--plan", "a plan")
        #expect(again.exit == 0)
        #expect(again.output.hasPrefix("Nothing to do\nNot sent: 1 already at the destination\n"))
        #expect(await world.run("why", "\(world.library)/a.jpg").output.hasSuffix("  kept by   nothing\n"))
    }

    @Test func `A plan goes from one command to the next through a pipe, alone on standard output`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        for more in [[], ["--json"], ["-n"]] {
            let plan = await world.type(["upload", "--plan", "-"] + more)
            let types = try plan.output.split(separator: "\n").map { try JSONObject(Data($0.utf8))["type"] }
            #expect((plan.exit, types, plan.notes) == (0, ["plan", "action", "summary"], ""))
            world.input = Array(plan.output.utf8)
        }
        #expect(try await world.objects("list", "--uploaded").last?[number: "photos"] == 0)
        let applied = await world.run("apply", "--plan", "-")
        #expect(applied.exit == 0 && applied.output.hasPrefix("1 photo uploaded ("), "\(applied)")
        world.input = Array("{}".utf8)
        let broken = await world.run("apply", "--plan", "-")
        #expect(broken.exit == 1 && broken.notes.contains("-:1: "), "\(broken.notes)")
        #expect(!world.tree.exists("-"))
    }

    @Test func `A folder can have the name of the user in it`() async throws {
        await scan()
        try configure("[upload]\nfolder = \"{user}/{name}\"\n")
        await world.run("destination", "add", "nas", nas)
        #expect(try await world.objects("upload", "-n").first?["target"] == "anna/a.jpg")
    }

    @Test func `A line that is in a plan several times counts once`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        await world.run("upload", "--plan", "plan")
        let lines = String(decoding: try world.tree.read("plan"), as: UTF8.self).split(separator: "\n").map(String.init)
        let unnamed = lines[1].replacing("\"destination\":\"nas\"", with: "\"destination\":null")
        #expect(unnamed != lines[1])
        let all = [lines[0], lines[1], lines[1], lines[1], unnamed, lines[2]]
        try world.tree.write("plan", Array(all.map { $0 + "\n" }.joined().utf8))
        let outcome = await world.run("apply", "--plan", "plan")
        #expect(outcome.exit == 0)
        #expect(outcome.output.contains("1 photo uploaded ("), "\(outcome.output)")
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"])
    func `A plan never gets the name of a file of the index, be it missing or empty`(ending: String) async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        let path = FilePath(world.index.string + ending)
        for isEmpty in [false, true] {
            if !ending.isEmpty { try? world.tree.remove(path) }
            if !ending.isEmpty, isEmpty { try world.tree.write(path, []) }
            let outcome = await world.run("upload", "--plan", world.tree.path(path).string)
            #expect(outcome.exit == 1)
            #expect(outcome.notes.contains("a file of the index in use"))
        }
        #expect(await world.run("index", "backup", "-n", world.tree.path(path).string).exit == 1)
        #expect(await world.run("upload").exit == 0)
    }

    @Test func `Whether it is mounted is checked once`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        service.fail(.marker, with: UploadError(.unavailable, "cannot open it", mayBeUnmounted: true), times: 9)
        let upload = await world.run("upload")
        #expect(upload.exit == 1 && upload.notes.components(separatedBy: "is it mounted?").count == 2)
    }

    @Test(arguments: [(.quota, 8), (.signIn, 12), (.full, 3), (.unavailable, 3)] as [(UploadError.Kind, Int32)])
    func `An error of the destination that ends a run determines its exit status, and the rest is left`(
        kind: UploadError.Kind, exit: Int32
    ) async throws {
        await fence("Cafe", at: "52.5245,13.405")
        await scan()
        await world.run("destination", "add", "nas", nas)
        try configure("[upload]\nparallel = 1\n")
        service.fail(.send, of: "Cafe/2026/2026-05-04/b.jpg", with: UploadError(kind, "says no"))
        let outcome = await world.run("upload")
        #expect(outcome.exit == exit, "\(outcome)")
        let next = kind == .unavailable ? "  next: workphotos destination check nas\n" : ""
        #expect(outcome.notes == "workphotos: ended early: nas: says no\n\(next)", "one line for one cause, and whose")
        #expect(service.entries.count == 1, "what was sent before is there")
        #expect(await world.run("upload").exit == 0, "the same command goes on")
        #expect(service.entries.count == 2)
    }

    @Test func `A photo that was being sent when the destination was lost is left, and has not failed`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        service.fail(.send, with: UploadError(.unavailable, "went away"))
        let objects = try await world.objects("upload")
        #expect(objects.first?["state"] == "skipped" && objects.first?["why"] == "unavailable")
        #expect(objects.last?[number: "failed"] == 0 && objects.last?[number: "skipped"] == 1)
        let run = try #require(try await world.objects("runs").first)
        #expect(run.members["counts"] as? [String: Int] == ["skipped": 1])
    }

    @Test func `Where a destination is lost before anything is there, that is said, with what to type next`()
        async throws
    {
        await scan()
        await world.run("destination", "add", "nas", nas)
        service.fail(.send, with: UploadError(.unavailable, "went away"))
        let upload = await world.run("upload")
        let heading = "Uploaded nothing\nNot sent: 1 for a destination that is not available now"
        #expect(upload.exit == 3 && upload.output.hasPrefix(heading), "\(upload)")
        #expect(TypedLine.next(of: upload) == ["workphotos destination check nas"])
        #expect(await world.run("runs").output.contains("upload    1 photo interrupted, ended early\n"))
        let number = String(Int(try #require(try await world.objects("runs").first?[number: "id"])))
        let run = await world.run("runs", number)
        #expect(run.output.contains("\n  interrupted ") && run.output.contains("\n1 photo interrupted\n"), "\(run)")
        #expect(TypedLine.next(of: run) == ["workphotos upload --to nas"])
        #expect(await world.run("runs", number, "--html", "run.html").exit == 0)
        let page = String(decoding: try world.tree.read("run.html"), as: UTF8.self)
        #expect(page.contains("stays: stopped before they were done"))
        #expect(await world.run("upload", "--to", "nas").exit == 0)
        #expect(await world.run("runs").output.contains("running") == false)
    }

    @Test(arguments: [(.quota, 8), (.signIn, 12)] as [(UploadError.Kind, Int32)])
    func `A destination that refuses the sign-in says so before anything is sent`(
        kind: UploadError.Kind, exit: Int32
    ) async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        service.fail(.marker, with: UploadError(kind, "says no"))
        let error = try #require(try await world.objects("upload").last)
        #expect(error[number: "exit"] == Double(exit))
        #expect(error["what"] == (kind == .quota ? "quota" : "sign-in"))
        #expect(service.entries.isEmpty)
    }

    @Test func `While the lock is held, the typed command is suggested`() async throws {
        await scan()
        await world.run("destination", "add", "nas", nas)
        let lock = try world.tree.lock(".local/state/workphotos/act.lock")
        let error = try #require(try await world.objects("upload", "--path", "*a b*").last)
        withExtendedLifetime(lock) {}
        #expect(error[number: "exit"] == 11)
        #expect(error["next"] == "workphotos --wait 5m upload --path '*a b*' --json")
    }

    @Test func `What changed too recently is told with the time until the same command sends it`() async throws {
        let removable = try await Removable("a.jpg")
        // The clock is two hours ahead of the files.
        try removable.configure("[upload]\nsettle = \"3h\"\n")
        try removable.add("b.jpg")
        await removable.world.run("scan")
        let outcome = await removable.world.run("upload")
        let words = "\nWhat changed too recently is sent by the same command in 1 h\n"
        #expect(outcome.output.contains("1 changed too recently ([upload] settle)"), "\(outcome)")
        #expect(outcome.output.contains(words), "\(outcome)")
    }
}
