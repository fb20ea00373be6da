import Foundation
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `doctor` finds of a set-up that works, and of such as do not.
struct DoctorCommandTests {
    private let removable: Removable
    private var world: World { removable.world }
    private static let program: FilePath = ".local/bin/workphotos"

    init() async throws {
        removable = try await Removable("a.jpg", "b.jpg")
        removable.service.setCondition(DestinationCondition(free: 1 << 40))
        removable.world.crontab = "30 2 * * *  $HOME/.local/bin/workphotos run --yes --quiet\n"
        try removable.world.tree.write(Self.program)
        try removable.world.tree.setPermissions(Self.program, [.ownerReadWriteExecute])
        #expect(await removable.world.run("run", "--yes").exit == 0)
        try await backUp()
    }

    private func backUp() async throws {
        await world.run("index", "backup", world.tree.path("backup.sqlite").string)
    }

    /// The lines of a check.
    private func lines(_ name: String) async throws -> [JSONObject] {
        try await world.objects("doctor").filter { $0["name"] == name }
    }

    @Test func `Without problems nothing is printed under quiet`() async throws {
        let outcome = await world.run("doctor")
        #expect(outcome.exit == 0, "\(outcome.output)")
        #expect(!outcome.output.contains("problem"), "\(outcome.output)")
        #expect(outcome.output.contains("destination   nas: reachable, with its marker, 1.1 TB free"))
        let quiet = await world.run("doctor", "--quiet").output.split(separator: "\n")
        #expect(quiet.isEmpty, "\(quiet)")
    }

    @Test func `Programs get a line for each check, and the number in each state`() async throws {
        let objects = try await world.objects("doctor")
        let checks = objects.filter { $0["type"] == "check" }
        let summary = try #require(objects.last)
        #expect([summary["type"], summary["command"]] == ["summary", "doctor"])
        #expect(summary[number: "ok"] == Double(checks.count { $0["state"] == "ok" }))
        #expect(summary[number: "problems"] == 0)
        for check in checks { #expect(check["detail"]?.isEmpty == false && check.members["next"] != nil) }
        let known = Set(CheckLine.Name.allCases.map(\.rawValue))
        #expect(checks.allSatisfy { known.contains($0["name"] ?? "") })
    }

    @Test(arguments: ["\"nowhere\"", "[\"nas\", \"nowhere\"]"])
    func `A destination of the configuration that nobody knows is a problem, as it is for an upload`(
        to: String
    ) async throws {
        try world.tree.write(world.configuration, Array("[upload]\nto = \(to)\n".utf8))
        #expect(await world.run("upload").exit == 78)
        let lines = try await lines("destination").filter { $0["state"] == "problem" }
        #expect(lines.map { $0["detail"] }.first??.contains("There is no destination 'nowhere'") == true)
        #expect(lines.map { $0["next"] } == ["workphotos destination list"])
    }

    @Test func `Such a destination is a problem too where there is none at all`() async throws {
        let bare = try World()
        try bare.tree.write(bare.configuration, Array("[upload]\nto = \"nowhere\"\n".utf8))
        let lines = try await bare.objects("doctor").filter { $0["name"] == "destination" }
        #expect(lines.map { $0["state"] } == ["warning", "problem"])
        #expect(lines.last?["detail"]?.contains("There is no destination 'nowhere'") == true)
    }

    @Test func `Only commands of this program get its options`() async throws {
        world.crontab = nil
        let output = await world.type(["doctor", "--index", world.index.string]).output
        #expect(output.contains("next: systemctl --user enable --now workphotos.timer\n"), "\(output)")
    }

    @Test func `It writes nothing`() async throws {
        let before = try world.tree.snapshot()
        await world.run("doctor")
        #expect(try world.tree.snapshot() == before)
    }

    @Test func `Without anything set up it says what to do first`() async throws {
        let bare = try World()
        let outcome = await bare.run("doctor")
        #expect(outcome.exit == 1)
        #expect(outcome.output.contains("next: workphotos scan DIR"))
        #expect(outcome.output.contains("next: workphotos fence add Office"))
        #expect(outcome.output.contains("next: workphotos destination add NAME folder:PATH"))
        #expect(!bare.tree.exists(bare.index))
    }

    @Test(arguments: [
        ("[scan]\nrots = []\n", "Unknown key 'rots'"), ("[purge]\nmax-delete = \"90%\"\n", "max-delete"),
        ("[triage]\ntime-zone = \"Mars/Olympus\"\n", "time-zone"), ("not toml", "Not TOML"),
    ])
    func `A configuration that cannot be used is a problem, and everything else is checked`(
        text: String, why: String
    ) async throws {
        try removable.configure(text)
        let check = try #require(try await lines("configuration").first)
        #expect(check["state"] == "problem")
        #expect(check["detail"]?.contains(why) == true, "\(check["detail"] ?? "")")
        #expect(try await lines("index").first?["state"] == "ok")
        #expect(try await lines("destination").first?["state"] == "ok")
        #expect(await world.run("doctor").exit == 1)
    }

    @Test func `A notification that no program sends is a problem`() async throws {
        try removable.configure("[notify]\non-failure = [\"~/bin/mail\", \"me\"]\non-success = [\"true\"]\n")
        let checks = try await lines("configuration")
        #expect(checks.map { $0["state"] } == ["ok", "problem"])
        let program = world.tree.path("bin/mail").string
        #expect(checks.last?["detail"] == "on-failure in [notify]: \(program) is no program that this user can run")
        try world.tree.write("bin/mail")
        try world.tree.setPermissions("bin/mail", [.ownerReadWriteExecute])
        #expect(try await lines("configuration").map { $0["state"] } == ["ok"])
    }

    @Test(arguments: ["{", #"{"type":"FeatureCollection","features":[{"type":"Feature"}]}"#])
    func `Fences that cannot be used are a problem`(text: String) async throws {
        try world.tree.write(world.fences, Array(text.utf8))
        #expect(try await lines("fences").first?["state"] == "problem")
        #expect(await world.run("doctor").exit == 1)
    }

    @Test func `Without a work fence nothing would ever be sent, which is a warning`() async throws {
        await world.run("fence", "remove", "Office", "--yes")
        try world.tree.write(world.fences, Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))
        let check = try #require(try await lines("fences").first)
        #expect(check["state"] == "warning")
        #expect(check["next"]?.hasPrefix("workphotos fence add") == true)
    }

    @Test func `An index that is damaged, another owner's, or missing is a problem`() async throws {
        try world.tree.write(world.index, Array("not an index, and longer than a header of one would have to be".utf8))
        #expect(try await lines("index").first?["state"] == "problem")
        #expect(try await lines("root").map { $0["state"] } == ["skipped"], "its roots are not known")
        #expect(try await lines("destination").last?["state"] == "skipped")
        world.removeIndex()
        let check = try #require(try await lines("index").first)
        #expect(check["state"] == "problem" && check["next"]?.hasPrefix("workphotos index backup --index ") == true)
    }

    @Test func `A backup that is old, or missing, is a warning`() async throws {
        let now = world.clock.now / 1_000_000_000
        try world.tree.setModified("backup.sqlite", seconds: Int(now) - 40 * 86_400)
        let check = try #require(try await lines("backup").first)
        #expect((check["state"], check["next"]) == ("warning", "workphotos index backup FILE"))
        try world.tree.remove("backup.sqlite")
        #expect(try await lines("backup").first?["detail"]?.contains("no backup") == true)
    }

    @Test(arguments: [-3_600, -5_500_000_000]) func `A clock set back is a problem`(by half: Int64) async throws {
        for _ in 0..<2 { world.clock.advance(seconds: half) }
        let check = try #require(try await lines("clock").first)
        #expect(check["state"] == "problem")
        #expect(check["detail"]?.contains("behind the last run") == true)
    }

    @Test func `A missing root is a problem, and a renamed one is reported with its new path`()
        async throws
    {
        try world.tree.rename("photos", to: "pictures")
        let check = try #require(try await lines("root").first)
        #expect(check["state"] == "problem")
        #expect(check["next"] == "workphotos root rename \(world.library) NEW")
        try removable.configure("[scan]\nroots = [\"~/pictures\"]\n")
        let next = "workphotos root rename \(world.library) \(world.tree.path("pictures").string)"
        #expect(try await lines("root").first?["next"] == next)
    }

    @Test func `An empty root counts as not mounted`() async throws {
        let world = try World()
        let trash = FakeTrashService(in: world.tree.path("trash"))
        world.trashService = { _ in trash }
        try world.add("a.jpg")
        await world.run("scan", world.library)
        try world.tree.remove("photos/a.jpg")
        let checks = try await world.objects("doctor").filter { $0["name"] == "root" }
        #expect(checks.first?["detail"] == "is empty, but the index knows 1 photo in it; is it mounted?")
    }

    @Test(arguments: [
        (".stfolder/x", "Syncthing"), (".dropbox", "Dropbox"), (".sync_1a2b.db", "Nextcloud"),
        (".owncloudsync.log", "Nextcloud"), (".sync/ID", "Resilio Sync"), ("phone/.stfolder/x", "Syncthing"),
    ])
    func `A root that a sync program also watches is reported with the consequences of removals`(
        file: String, tool: String
    ) async throws {
        try world.tree.write(FilePath("photos/\(file)"))
        let check = try #require(try await lines("sync").first)
        #expect(check["state"] == "warning")
        #expect(check["detail"]?.hasPrefix(tool) == true && check["detail"]?.contains("removed") == true)
    }

    @Test func `Directories around a root count too, and OneDrive's configuration names its directory`() async throws {
        try world.tree.makeDirectory(".config/onedrive")
        #expect(try await lines("sync").first?["state"] == "ok")
        try world.tree.write(".config/onedrive/config", Array("sync_dir = \"~/photos\"\n".utf8))
        #expect(try await lines("sync").first?["detail"]?.hasPrefix("OneDrive") == true)
        try world.tree.makeDirectory(".stfolder")
        #expect(try await lines("sync").first?["detail"]?.hasPrefix("Syncthing") == true)
        // The home's own directory of that name is Dropbox's configuration.
        try world.tree.remove(".stfolder")
        try world.tree.remove(".config/onedrive")
        try world.tree.makeDirectory(".dropbox")
        #expect(try await lines("sync").first?["state"] == "ok")
    }

    @Test func `A trash that accepts nothing is a problem`() async throws {
        removable.trash.refuse(
            .prepare, for: "\(world.library)/workphotos-doctor.jpg",
            with: TrashError(.refused, "there is no trash for it"))
        let check = try #require(try await lines("trash").first)
        #expect((check["state"], check["detail"]) == ("problem", "there is no trash for it"))
    }

    @Test func `A missing or replaced destination is a problem`() async throws {
        removable.service.setMarker(nil)
        let lost = try #require(try await lines("destination").first)
        #expect(lost["state"] == "problem")
        #expect(lost["detail"]?.contains("has lost its marker") == true)
        #expect(await world.run("doctor").exit == 1)
    }

    @Test func `A place that was only used with --to is checked too, since removals rely on its receipts`() async throws
    {
        let world = try World()
        let service = try world.addNAS()
        _ = try world.addTrash()
        try world.add("a.jpg")
        await world.addOffice()
        await world.run("scan", world.library)
        #expect(await world.run("upload", "--to", world.nas, "--create").exit == 0)
        service.setMarker(nil)
        let checks = try await world.objects("doctor").filter { $0["name"] == "destination" }
        #expect(checks.first { $0["subject"] == world.nas }?["state"] == "problem")
    }

    @Test func `A destination that needs a sign-in gives that exit status`() async throws {
        removable.service.fail(.marker, with: UploadError(.signIn, "its token is over"), times: 9)
        #expect(await world.run("doctor").exit == 12)
    }

    @Test func `A destination with less space than the waiting photos need is a problem, and little space a warning`()
        async throws
    {
        removable.service.setCondition(DestinationCondition(free: 10 << 20))
        #expect(try await lines("destination").first?["state"] == "warning")
        try removable.add("c.jpg")
        await world.run("scan")
        removable.service.setCondition(DestinationCondition(free: 10))
        let check = try #require(try await lines("destination").first)
        #expect(check["state"] == "problem")
        #expect(check["detail"]?.hasPrefix("10 B free, but ") == true)
    }

    @Test func `A server's clock that is far off is a problem`() async throws {
        let hour: Int64 = 3_600_000_000_000
        removable.service.setCondition(DestinationCondition(clock: world.clock.now + hour))
        let checks = try await lines("clock")
        #expect(checks.last?["state"] == "problem")
        #expect(checks.last?["detail"]?.hasPrefix("differs by 1 h") == true, "\(checks.last?["detail"] ?? "")")
    }

    @Test func `Two required copies with one destination prevent every purge`() async throws {
        try removable.configure("[purge]\nrequire = 2\n")
        #expect(try await lines("require").first?["state"] == "problem")
    }

    @Test func `Remains of killed runs are reported`() async throws {
        #expect(try await lines("interrupted").first?["state"] == "ok")
        #expect(try await lines("parked").first?["state"] == "ok")
        try world.tree.write(FilePath(world.index.string + ".12345678901234567890.new"), [1, 2])
        let check = try #require(try await lines("leftovers").first)
        #expect(check["state"] == "warning")
        #expect(check["next"]?.hasPrefix("rm -- ") == true)
        for own in [world.configuration, world.fences, world.index.removingLastComponent().appending("act.lock")] {
            try world.tree.write(FilePath(own.string + ".12345678901234567891.new"), [1])
        }
        #expect(try await lines("leftovers").count == 4)
    }

    @Test func `What uploads have left at a destination is reported as the status lists it`() async throws {
        try removable.add("c.jpg")
        await world.run("scan")
        removable.service.fail(.send, with: UploadError(.failed, "stopped"))
        removable.service.fail(.discard, with: UploadError(.taken, "is another's"))
        await world.run("upload")
        let check = try #require(try await lines("leftovers").first)
        #expect(check["state"] == "warning" && check["detail"]?.contains("has the temporary name") == true)
        #expect(check["next"] == "workphotos destination check nas")
        #expect(await world.run("status").output.contains("next: workphotos destination check nas"))
    }

    @Test func `Actions that have been staged for weeks are a warning`() async throws {
        try removable.add("c.jpg")
        await world.run("scan")
        await world.run("upload", "--stage")
        #expect(try await lines("staged").first?["state"] == "ok")
        world.clock.advance(seconds: 20 * 86_400)
        let check = try #require(try await lines("staged").first)
        #expect((check["state"], check["next"]) == ("warning", "workphotos staged"))
    }

    @Test func `A limit that stops every purge is reported with the dry run that tells what may go`() async throws {
        let world = try await Removable((0..<24).map { "\($0).jpg" }).world
        let check = try #require(try await world.objects("doctor").first { $0["name"] == "cap" })
        #expect(check["state"] == "warning")
        let rule = "the limit is 6 in seven days, over all runs: every purge of all is refused; a dry run"
        #expect(check["detail"] == "24 photos can be purged, but \(rule) says what may go now")
        #expect(check["next"] == "workphotos purge --dry-run")
        #expect(await world.run("purge", "--dry-run").notes.contains("What may go now: workphotos purge --limit 6\n"))
        #expect(await world.run("purge", "--limit", "6", "--yes").exit == 0)
        #expect(await world.run("purge", "--dry-run").notes.contains("workphotos purge --max-delete 24"))
    }

    @Test func `A sign-in that expires soon is a warning, and an expired one has its exit status`() async throws {
        try world.credentials.save(Secret([1]), as: "google")
        let now = world.clock.now
        let account = GoogleAccount(
            kind: .user, email: "anna@example.com", client: "c", scopes: [], expires: now, isRefreshable: true,
            signedIn: now, ends: now + 86_400_000_000_000, warnings: ["the client is in testing"])
        world.googleSignIn = { (_, _) throws(SettingError) in FakeGoogleSignIn(answer: .success(account)) }
        let checks = try await lines("sign-in")
        #expect(checks.map { $0["state"] } == ["warning", "warning"])
        #expect(checks.first?["next"] == "workphotos auth google login --client-file FILE")
        let over = PipelineError(.signIn, "The sign-in is over", remedy: .signIn(.client))
        world.googleSignIn = { (_, _) throws(SettingError) in FakeGoogleSignIn(answer: .failure(over)) }
        #expect(await world.run("doctor").exit == 12)
    }

    @Test func `Scheduled runs are found in the user's crontab and among systemd's timers`() async throws {
        #expect(try await lines("timer").first?["detail"]?.contains("cron runs: 30 2 * * *") == true)
        world.crontab = "# 30 2 * * * workphotos run\n"
        #expect(try await lines("timer").first?["state"] == "warning")
        let units: FilePath = ".config/systemd/user"
        try world.tree.write(units.appending("workphotos.timer"), Array("[Timer]\n".utf8))
        let program = world.tree.path(Self.program).string
        try world.tree.write(
            units.appending("workphotos.service"), Array("[Service]\nExecStart=\(program) run\n".utf8))
        #expect(try await lines("timer").first?["state"] == "warning")
        let wants = units.appending("timers.target.wants")
        try world.tree.makeDirectory(wants)
        try world.tree.link(wants.appending("workphotos.timer"), to: "../workphotos.timer")
        #expect(try await lines("timer").first?["detail"] == "systemd runs: \(program) run")
    }

    @Test(arguments: [
        "0 2 * * * workphotos list >> /var/run/list", "0 2 * * * workphotos doctor --max-age 2d # run",
        "0 2 * * * workphotos runs",
    ])
    func `A line that runs another command is no scheduled run`(line: String) async throws {
        world.crontab = "\(line)\n"
        #expect(try await lines("timer").first?["state"] == "warning")
    }

    @Test(arguments: [
        "@daily ~/.local/bin/workphotos run", "0 2 * * * cd / && '$HOME/.local/bin/workphotos' -q run --yes>log",
        "0 2 * * * workphotos --wait 1h run",
    ])
    func `A line may have flags and quotes`(line: String) async throws {
        world.crontab = "\(line)\n"
        #expect(try await lines("timer").first?["state"] == "ok")
    }

    @Test func `A schedule that runs a program that is not there is a problem`() async throws {
        try world.tree.remove(Self.program)
        let check = try #require(try await lines("timer").first)
        #expect(check["state"] == "problem")
        #expect(check["detail"]?.hasPrefix("cron runs \(world.tree.path(Self.program)), which is no program") == true)
        world.crontab = "30 2 * * * workphotos run\n"
        #expect(try await lines("timer").first?["state"] == "ok", "cron looks it up")
    }

    @Test func `A last good run that is too old is a problem if a maximum age is given`() async throws {
        world.clock.advance(seconds: 3 * 86_400)
        #expect(await world.run("doctor", "--max-age", "4d").exit == 0)
        let outcome = await world.run("doctor", "--max-age", "2d", "-q")
        #expect(outcome.exit == 1)
        #expect(outcome.output.contains("the last good run was 3 d"))
        #expect(await world.run("doctor", "--max-age", "soon").exit == 64)
        world.removeIndex()
        let never = await world.run("doctor", "--max-age", "2d", "-q")
        #expect(never.exit == 1)
        #expect(never.output.contains("there was no good run yet\n  next: workphotos run --stage\n"))
    }

    @Test func `A failed night is reported, with the last good one`() async throws {
        try world.tree.write("photos/x.jpg", Array("no photo".utf8))
        #expect(await world.run("run", "--yes").exit == 3)
        let check = try #require(try await lines("last-run").first)
        #expect(check["state"] == "warning")
        #expect(check["detail"]?.contains("ended with exit status 3; the last good one was") == true)
        #expect(await world.run("runs", "--limit", "1").output.hasSuffix("run       exit status 3\n"))
    }
}
