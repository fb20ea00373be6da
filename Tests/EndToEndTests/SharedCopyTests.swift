import FakeDrive
import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program shares copies at Google Drive, is killed in the middle of it, and takes them back.
@Suite(.timeLimit(.minutes(2)))
struct SharedCopyTests {
    /// A home whose work photos are uploaded to somebody's Drive.
    private struct Scene {
        let home: WorkHome
        let drive: FakeDrive
        let anna: FakeAccount
        let client: FakeClient
        var program: Program { home.program }

        init(_ drive: FakeDrive, photos: Int) throws {
            self.drive = drive
            home = try WorkHome(photos: photos, configuration: "[google]\napi-endpoint = \"\(drive.address)\"\n")
            anna = drive.makeAccount("anna@example.com")
            client = drive.makeClient(.desktop)
            let now = Int64(Date().timeIntervalSince1970) * 1_000_000_000
            let secret = """
                {"version": 1, "accessToken": "\(drive.makeToken(for: anna, client: client, scope: .file))",
                 "accessEnds": \(now + 3_000_000_000_000), "signedIn": \(now),
                 "scopes": ["https://www.googleapis.com/auth/drive.file"],
                 "user": {"client": "\(client.id)", "secret": "\(client.secret)",
                          "authorizeAddress": "\(drive.address)/o/oauth2/v2/auth",
                          "tokenAddress": "\(drive.address)/token",
                          "refreshToken": "\(drive.makeRefreshToken(for: anna, client: client, scope: .file))"}}
                """
            let directory = Home.index.removingLastComponent().appending("credentials")
            try home.home.tree.write(directory.appending("google"), Array(secret.utf8))
            try home.home.tree.setPermissions(directory.appending("google"), [.ownerReadWrite])
            try home.home.tree.setPermissions(directory, [.ownerReadWriteExecute])
            try #require(program.run("destination", "add", "drive", "drive:Work").exit == 0)
            try #require(program.run("upload", "--to", "drive").exit == 0)
        }

        /// The id of a copy.
        func id(_ name: String) throws -> String { try #require(drive.files.first { $0.name == name }?.id) }

        /// Who sees a copy or a folder besides its owner.
        func audience(_ name: String) throws -> [String] {
            drive.permissions(of: try id(name)).map { $0.emailAddress ?? $0.type }
        }

        func photo(_ name: String) -> String { "\(home.home.library)/\(name)" }
    }

    private func run(photos: Int = 2, _ body: (Scene) async throws -> Void) async throws {
        try await FakeDrive.run { drive in
            try await body(Scene(drive, photos: photos))
            #expect(drive.breaches.isEmpty, "\(drive.breaches)")
        }
    }

    @Test func `What is shared is visible, and what is stopped is not`() async throws {
        try await run { scene in
            let shared = try scene.program.run("share", scene.photo("work-1.jpg"), "--link", "--yes", "--json")
            #expect(shared.exit == 0, "\(shared.notes)")
            let link = try #require(shared.lines.first?["link"] as? String)
            #expect(link.contains(try scene.id("work-1.jpg")) && !shared.notes.contains(link))
            #expect(try scene.audience("work-1.jpg") == ["anyone"])
            #expect(try scene.audience("work-2.jpg").isEmpty)
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            let status = try scene.program.run("status")
            #expect(status.output.contains("next: workphotos share --stop \(scene.photo("work-1.jpg"))"))
            #expect(try scene.program.run("share", scene.photo("work-1.jpg"), "--link", "--yes").exit == 4)
            #expect(try scene.program.run("share", "--stop", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.audience("work-1.jpg").isEmpty)
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
        }
    }

    @Test func `A shared copy that is taken back is not visible any more, and is in Drive's trash`() async throws {
        try await run { scene in
            #expect(try scene.program.run("share", scene.photo("work-1.jpg"), "--link", "--yes").exit == 0)
            let id = try scene.id("work-1.jpg")
            let outcome = try scene.program.run("retract", scene.photo("work-1.jpg"), "--yes")
            #expect(outcome.exit == 0, "\(outcome.notes)")
            #expect(scene.drive.files.first { $0.id == id }?.trashed == true)
            #expect(scene.drive.permissions(of: id).isEmpty)
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            #expect(try scene.program.run("verify").exit == 0)
            #expect(scene.drive.files.count { $0.name == "work-1.jpg" } == 1)
        }
    }

    @Test func `Removing a destination warns that others can see copies there`() async throws {
        try await run { scene in
            #expect(try scene.program.run("share", scene.photo("work-1.jpg"), "--link", "--yes").exit == 0)
            let removal = try scene.program.run("destination", "remove", "--yes", "drive")
            #expect(removal.exit == 0 && removal.notes.contains("workphotos share --stop --to drive"))
            #expect(try scene.program.run("share", "--stop").exit == 1)
            #expect(try scene.program.run("destination", "add", "drive", "drive:Work").exit == 0)
            #expect(try scene.program.run("share", "--stop", "--to", "drive").exit == 0)
            #expect(try scene.audience("work-1.jpg").isEmpty)
        }
    }

    @Test func `A person can see a folder until it is stopped or expires`() async throws {
        try await run { scene in
            let day = Date(timeIntervalSinceNow: 30 * 86_400).formatted(.iso8601.year().month().day())
            let words = ["share", "--folder", "--with", "ben@example.com", "--role", "commenter", "--expires", day]
            #expect(try scene.program.start(words + ["--yes"]).wait().exit == 0)
            let folder = scene.drive.permissions(of: try scene.id("2026-05-04"))
            #expect(folder.map(\.emailAddress) == ["ben@example.com"] && folder.map(\.role) == ["commenter"])
            #expect(folder.first?.expirationTime?.hasSuffix("T00:00:00.000Z") == true)
            #expect(try scene.program.run("share", "--stop", "--with", "Ben@example.com").exit == 0)
            #expect(try scene.audience("2026-05-04").isEmpty)
            #expect(try scene.program.run("share", "--link", "--expires", day, "--yes").exit == 64)
            #expect(
                try scene.program.run("share", "--with", "ben@example.com", "--expires", "2099-01-01", "-n").exit == 64)
        }
    }

    /// The folder of the second case was made by hand, so the program cannot see it.
    @Test(arguments: [false, true])
    func `A folder is not shared with a personal photo whose copy somebody moved into it`(
        isHidden: Bool
    ) async throws {
        try await run { scene in
            try scene.home.home.add("other.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let share = ["share", scene.photo("work-1.jpg"), "--folder", "--with", "ben@example.com"]
            #expect(try scene.program.start(share + ["--dry-run"]).wait().exit == 0)
            let day = try scene.id("2026-05-04")
            let folder = isHidden ? scene.drive.makeFolder("Mine", in: day, owner: scene.anna) : day
            scene.drive.move(try scene.id("other.jpg"), to: folder)
            #expect(try scene.program.run("mark", "personal", scene.photo("other.jpg")).exit == 0)
            for end in ["--dry-run", "--yes"] {
                let outcome = try scene.program.start(share + [end]).wait()
                #expect(outcome.exit == 4 && outcome.output.contains("other.jpg is personal now"), "\(outcome)")
            }
            #expect(try scene.audience("2026-05-04").isEmpty)
        }
    }

    @Test func `A folder that has the name of the photos' own by now is not shared in its place`() async throws {
        try await run { scene in
            try scene.home.home.add("later.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let (own, other) = (try scene.id("2026-05-04"), try scene.id("2026-05-05"))
            scene.drive.rename(own, to: "First day")
            scene.drive.rename(other, to: "2026-05-04")
            let share = ["share", scene.photo("work-1.jpg"), "--folder", "--with", "ben@example.com"]
            for end in ["--dry-run", "--yes"] {
                let outcome = try scene.program.start(share + [end]).wait()
                #expect(outcome.exit == 4 && outcome.output.contains("First day/work-1.jpg"), "\(outcome)")
            }
            #expect(scene.drive.permissions(of: other).isEmpty && scene.drive.permissions(of: own).isEmpty)
        }
    }

    @Test func `Of several folders with one name, the one with the photos' copies is shared, or none`() async throws {
        try await run { scene in
            for name in ["later.jpg", "more.jpg"] {
                try scene.home.home.add(name, TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
            }
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let (older, own) = (try scene.id("2026-05-04"), try scene.id("2026-05-05"))
            scene.drive.rename(older, to: "2026-05-05")
            let share = ["share", scene.photo("more.jpg"), "--folder", "--with", "ben@example.com", "--yes"]
            scene.drive.move(try scene.id("later.jpg"), to: older)
            let another = try scene.program.start(share + [scene.photo("later.jpg")]).wait()
            #expect(another.exit == 4 && another.output.contains("another folder of the same name"), "\(another)")
            scene.drive.move(try scene.id("later.jpg"), to: own)
            #expect(try scene.program.start(share).wait().exit == 0)
            #expect(scene.drive.permissions(of: own).map(\.emailAddress) == ["ben@example.com"])
            #expect(scene.drive.permissions(of: older).isEmpty)
        }
    }

    @Test func `A folder that has another name by now is named, with what to type instead`() async throws {
        try await run { scene in
            scene.drive.rename(try scene.id("2026-05-04"), to: "First day")
            let share = try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes")
            #expect(share.exit != 0 && share.notes.contains("has no folder 'Office/2026/2026-05-04'"), "\(share)")
            #expect(share.notes.contains("without --folder"))
            #expect(try scene.program.run("share", scene.photo("work-1.jpg"), "--link", "--yes").exit == 0)
        }
    }

    /// The copies of the two photos are in folders of their own; the first one is shared, and takes the name of the
    /// other.
    private func renameShared(_ scene: Scene) throws -> (shared: String, old: String) {
        try scene.home.home.add("later.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
        #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
        #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
        let share = try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes")
        #expect(share.exit == 0, "\(share)")
        let ids = (shared: try scene.id("2026-05-04"), old: try scene.id("2026-05-05"))
        scene.drive.rename(ids.old, to: "old")
        scene.drive.rename(ids.shared, to: "2026-05-05")
        return ids
    }

    @Test(arguments: ["Office/2026/2026-05-04", "Office/2026/2026-05-05"])
    func `What is uploaded into a shared folder that was renamed is reported, and either path stops it`(
        _ path: String
    ) async throws {
        try await run { scene in
            let ids = try renameShared(scene)
            try scene.home.home.add("new.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 11:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            #expect(scene.drive.files.first { $0.name == "new.jpg" }?.parents == [ids.shared])
            #expect(try scene.program.run("mark", "personal", scene.photo("new.jpg")).exit == 0)
            for command in [["status"], ["share", "--list"], ["run", "--no-purge"]] {
                let outcome = try scene.program.start(command).wait()
                let words = outcome.output + outcome.notes
                #expect(words.contains("new.jpg: personal; anyone who has the link can see it"), "\(outcome)")
            }
            #expect(try scene.program.run("status", "--json").lines.first?["shared"] as? Int == 1)
            let stop = try scene.program.run("share", "--stop", "--folder", path)
            #expect(stop.exit == 0 && stop.output.hasSuffix("2 stopped\n"), "\(stop)")
            #expect(scene.drive.permissions(of: ids.shared).isEmpty)
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
        }
    }

    @Test func `Another share of a renamed folder counts under all its paths`() async throws {
        try await run { scene in
            let ids = try renameShared(scene)
            scene.drive.move(try scene.id("work-1.jpg"), to: ids.old)
            scene.drive.move(try scene.id("work-2.jpg"), to: ids.old)
            scene.drive.move(try scene.id("later.jpg"), to: ids.shared)
            let more = ["share", scene.photo("later.jpg"), "--folder", "--link", "--role", "writer", "--yes"]
            let share = try scene.program.start(more).wait()
            #expect(share.exit == 0, "\(share)")
            let list = try scene.program.run("share", "--list", "--json").lines.filter {
                $0["type"] as? String == "share"
            }
            #expect(list.map { $0["role"] as? String } == ["writer", "writer"])
            #expect(list.map { $0["target"] as? String } == ["Office/2026/2026-05-04", "Office/2026/2026-05-05"])
        }
    }

    @Test(arguments: [["upload", "--to", "drive"], ["verify"]])
    func `What came into a shared folder by other ways is reported after the next upload or verification`(
        _ command: [String]
    ) async throws {
        try await run { scene in
            try scene.home.home.add("later.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 10:00:00"))
            try scene.home.home.add("home.jpg", TestPhoto(at: (48.137, 11.575), taken: "2026:05:04 18:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            #expect(
                try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes").exit == 0)
            let folder = try scene.id("2026-05-04")
            scene.drive.move(try scene.id("later.jpg"), to: folder)
            // The index has never hashed this one.
            var home = TestPhoto(at: (48.137, 11.575), taken: "2026:05:04 18:00:00")
            home.tail = Array("home.jpg".utf8)
            scene.drive.put("x.jpg", home.bytes, in: folder, owner: scene.anna, client: scene.client)
            #expect(try scene.program.run("mark", "personal", scene.photo("later.jpg")).exit == 0)
            #expect(!(try scene.program.run("status").output.contains("can see it")))
            let requests = scene.drive.requests.count
            let looking = try scene.program.start(command).wait()
            #expect(looking.exit == 0, "\(looking)")
            let lists = scene.drive.requests.dropFirst(requests).filter {
                $0.parameter("q")?.contains("'\(folder)' in parents") == true
            }
            #expect(lists.count == 1)
            let status = try scene.program.run("status").output
            for name in ["later.jpg", "home.jpg"] {
                #expect(status.contains("\(name): personal; anyone who has the link can see it"), "\(status)")
            }
            let stop = try scene.program.run("share", "--stop", "--folder", scene.photo("home.jpg"))
            #expect(stop.exit == 0 && scene.drive.permissions(of: folder).isEmpty, "\(stop)")
        }
    }

    @Test func `A photo that comes into the library after its copy into a shared folder is recognized`() async throws {
        try await run { scene in
            #expect(
                try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes").exit == 0)
            var home = TestPhoto(at: (48.137, 11.575), taken: "2026:05:04 18:00:00")
            home.tail = Array("home.jpg".utf8)
            scene.drive.put(
                "x.jpg", home.bytes, in: try scene.id("2026-05-04"), owner: scene.anna, client: scene.client)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            try scene.home.home.add("home.jpg", TestPhoto(at: (48.137, 11.575), taken: "2026:05:04 18:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let status = try scene.program.run("status").output
            #expect(status.contains("home.jpg: personal; anyone who has the link can see it"), "\(status)")
        }
    }

    @Test func `What is in a shared folder that was moved out of the destination is reported`() async throws {
        try await run { scene in
            #expect(
                try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes").exit == 0)
            try scene.home.home.add("later.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:04 11:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let folder = try scene.id("2026-05-04")
            scene.drive.move(folder, to: scene.drive.makeFolder("Elsewhere", owner: scene.anna))
            #expect(try scene.program.run("verify").exit == 3)
            #expect(try scene.program.run("mark", "personal", scene.photo("later.jpg")).exit == 0)
            let status = try scene.program.run("status").output
            #expect(status.contains("later.jpg: personal; anyone who has the link can see it"), "\(status)")
            #expect(try scene.program.run("share", "--stop", "--folder", scene.photo("later.jpg")).exit == 0)
            #expect(scene.drive.permissions(of: folder).isEmpty)
        }
    }

    /// The folder is asked for by its id, and listed.
    @Test(arguments: ["/files/%@", "%@%27%20in%20parents"])
    func `A shared folder that cannot be looked into prevents no upload`(path: String) async throws {
        try await run { scene in
            #expect(
                try scene.program.run("share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes").exit == 0)
            let folder = try scene.id("2026-05-04")
            let asked = FaultTarget.matching(method: "GET", path: path.replacing("%@", with: folder))
            scene.drive.plant(.status(403, reason: "forbidden"), at: asked, times: 20)
            try scene.home.home.add("new.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 11:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            let upload = try scene.program.run("upload", "--to", "drive")
            #expect(upload.exit == 0 && upload.output.hasPrefix("1 uploaded"), "\(upload)")
            #expect(upload.notes.contains("come into a shared folder is unknown"), "\(upload)")
        }
    }

    @Test func `A shared folder that is in the trash changes nothing`() async throws {
        try await run { scene in
            let ids = try renameShared(scene)
            scene.drive.trash(ids.shared)
            try scene.home.home.add("new.jpg", TestPhoto(at: (52.52, 13.405), taken: "2026:05:05 11:00:00"))
            #expect(try scene.program.run("scan", scene.home.home.library).exit == 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let list = try scene.program.run("share", "--list").output
            #expect(list.contains("2026-05-04/") && !list.contains("2026-05-05/"), "\(list)")
        }
    }

    @Test(arguments: [false, true])
    func `A shared folder is not confirmed before it was looked into once more`(isSharedAgain: Bool) async throws {
        try await run { scene in
            let folder = try scene.id("2026-05-04")
            let words = ["share", scene.photo("work-1.jpg"), "--folder", "--link", "--yes"]
            let given = scene.drive.hold(.matching(method: "POST", path: "/files/\(folder)/permissions"), at: .answer)
            let share = try scene.program.start(words)
            await given.reached()
            let look = scene.drive.hold(.matching(method: "GET", path: "wpDestination"), at: .handling)
            given.release()
            await look.reached()
            share.send(SIGKILL)
            #expect(try share.wait().exit == 128 + SIGKILL)
            look.release()
            #expect(try scene.audience("2026-05-04") == ["anyone"])
            let next = "workphotos share --stop --folder --link --to drive Office/2026/2026-05-04"
            let list = try scene.program.run("share", "--list")
            #expect(list.output.hasPrefix("may be there drive: Office/2026/2026-05-04/"), "\(list)")
            #expect(list.notes.contains("not confirmed") && list.notes.contains("next: \(next)\n"), "\(list)")
            let status = try scene.program.run("status").output
            #expect(status.contains("sharing not confirmed") && status.contains("next: \(next)\n"), "\(status)")
            #expect(try scene.program.run("run", "--no-purge").notes.contains("next: \(next)\n"))
            if isSharedAgain {
                #expect(try scene.program.start(words).wait().exit == 0)
                let again = try scene.program.run("share", "--list")
                #expect(again.output.hasPrefix("shared ") && again.notes.isEmpty, "\(again)")
            } else {
                let words = next.split(separator: " ").dropFirst().map(String.init)
                #expect(try scene.program.start(words).wait().exit == 0)
                #expect(try scene.audience("2026-05-04").isEmpty)
                #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
            }
        }
    }

    @Test(arguments: [HeldRequest.Stage.handling, .answer])
    func `What a killed run asked for counts as shared until it is stopped`(_ stage: HeldRequest.Stage) async throws {
        try await run { scene in
            let id = try scene.id("work-1.jpg")
            let held = scene.drive.hold(.matching(method: "POST", path: "/files/\(id)/permissions"), at: stage)
            let share = try scene.program.start(
                ["share", scene.photo("work-1.jpg"), "--with", "ben@example.com", "--yes"])
            await held.reached()
            share.send(SIGKILL)
            #expect(try share.wait().exit == 128 + SIGKILL)
            held.release()
            let list = try scene.program.run("share", "--list")
            #expect(list.output.hasPrefix("may be there drive: Office/"), "\(list.output)\(list.notes)")
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.program.run("status").output.contains("shared, but not work now"))
            #expect(try scene.program.run("share", "--stop", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.audience("work-1.jpg").isEmpty)
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
        }
    }
}
