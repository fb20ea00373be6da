import FakeDrive
import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program shares copies at Google Drive, is killed in the middle of it, and takes them back.
@Suite(.timeLimit(.minutes(2)))
struct SharedCopyTests {
    private func run(photos: Int = 2, _ body: (SharedScene) async throws -> Void) async throws {
        try await SharedScene.run(photos: photos, body)
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

    @Test func `A person can see a copy until it is stopped or expires`() async throws {
        try await run { scene in
            let day = Date(timeIntervalSinceNow: 30 * 86_400).formatted(.iso8601.year().month().day())
            let words = ["share", "--with", "ben@example.com", "--role", "commenter", "--expires", day, "--yes"]
            #expect(try scene.program.start(words).wait().exit == 0)
            let given = scene.drive.permissions(of: try scene.id("work-1.jpg"))
            #expect(given.map(\.emailAddress) == ["ben@example.com"] && given.map(\.role) == ["commenter"])
            #expect(given.first?.expirationTime?.hasSuffix("T00:00:00.000Z") == true)
            #expect(try scene.program.run("share", "--stop", "--with", "Ben@example.com").exit == 0)
            #expect(try scene.audience("work-1.jpg").isEmpty)
            #expect(try scene.program.run("share", "--link", "--expires", day, "--yes").exit == 64)
            #expect(
                try scene.program.run("share", "--with", "ben@example.com", "--expires", "2099-01-01", "-n").exit == 64)
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
            let next = "share --stop --with ben@example.com --to drive \(scene.photo("work-1.jpg"))"
            #expect(list.notes.contains("not confirmed") && list.notes.contains("next: workphotos \(next)"), "\(list)")
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.program.run("status").output.contains("shared, but not work now"))
            #expect(try scene.program.run("share", "--stop", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.audience("work-1.jpg").isEmpty)
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
        }
    }
}
