import FakeDrive
import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program makes albums at Google Drive, is killed in the middle of it, and removes them.
@Suite(.timeLimit(.minutes(2)))
struct SharedAlbumTests {
    private func run(photos: Int = 2, _ body: (SharedScene) async throws -> Void) async throws {
        try await SharedScene.run(photos: photos, body)
    }

    @Test func `An album is a folder with copies of the chosen photos alone, and is seen as a whole`() async throws {
        try await run(photos: 3) { scene in
            let made = try scene.program.run(
                "share", "--album", "Site", scene.photo("work-1.jpg"), scene.photo("work-2.jpg"), "--link", "--yes",
                "--json")
            #expect(made.exit == 0, "\(made.notes)")
            #expect(made.lines.map { $0["type"] as? String } == ["share", "summary"])
            #expect(made.lines.first?["album"] as? String == "Site" && made.lines.first?["path"] is NSNull)
            #expect(made.lines.first?["target"] as? String == "Albums/Site")
            #expect(try scene.names(in: "Site") == ["work-1.jpg", "work-2.jpg"])
            #expect(try scene.audience(of: "Site") == ["anyone"])
            let folder = try scene.folder("Site").id
            for copy in scene.drive.files where copy.parents == [folder] {
                let notes = try #require(copy.appProperties.values.first)
                #expect(Set(notes.keys) == ["wpAlbum", "wpSchema"], "it is no upload: \(notes)")
            }
            #expect(try scene.audience("work-1.jpg").isEmpty, "the upload itself is not shared")
            let list = try scene.program.run("share", "--list")
            #expect(
                list.output.hasPrefix("shared       drive: Albums/Site; anyone who has the link as reader"), "\(list)")
            #expect(list.output.split(separator: "\n").count == 1)
            #expect(try scene.program.run("verify").exit == 0)
            let stopped = try scene.program.run("share", "--stop", "--album", "Site")
            #expect(stopped.exit == 0 && stopped.output.contains("its copies stay there"), "\(stopped)")
            #expect(try scene.audience(of: "Site").isEmpty)
            let after = try scene.program.run("share", "--list").output
            #expect(after == "stopped      drive: Albums/Site; 2 files, not shared any more\n")
        }
    }

    @Test func `No upload, rebuilt index or removal counts on what is in an album`() async throws {
        try await run(photos: 1) { scene in
            #expect(try scene.share("work-1.jpg").exit == 0)
            let upload = try #require(scene.drive.files.first { $0.name == "work-1.jpg" })
            #expect(upload.parents != [try scene.folder("Site").id])
            scene.drive.trash(upload.id)
            let purge = try scene.program.run("purge", "--yes", "--max-delete", "100%")
            #expect(try scene.home.photos().keys.contains("work-1.jpg"), "\(purge)")
            #expect(try scene.program.run("verify").exit != 0)
            #expect(try scene.program.run("upload", "--to", "drive").exit == 0)
            let live = scene.drive.files.filter { $0.name == "work-1.jpg" && !$0.trashed }
            #expect(live.count == 2, "it was sent again")
        }
    }

    @Test(arguments: [HeldRequest.Stage.handling, .answer])
    func `An album whose run was killed is finished by the same command, with the photos of the first run`(
        _ stage: HeldRequest.Stage
    ) async throws {
        try await run(photos: 3) { scene in
            let held = scene.drive.hold(.matching(method: "POST", path: "/copy"), at: stage)
            let first = try scene.program.start(
                ["share", "--album", "Site", scene.photo("work-1.jpg"), scene.photo("work-2.jpg"), "--link", "--yes"])
            await held.reached()
            first.send(SIGKILL)
            #expect(try first.wait().exit == 128 + SIGKILL)
            held.release()
            #expect(try scene.audience(of: "Site").isEmpty)
            let again = try scene.share("work-1.jpg", "work-3.jpg")
            #expect(again.exit == 0, "\(again.notes)")
            #expect(again.output.contains("1 not in the album"), "\(again.output)")
            #expect(try scene.names(in: "Site") == ["work-1.jpg", "work-2.jpg"])
            #expect(try scene.audience(of: "Site") == ["anyone"])
        }
    }

    @Test func `Photos are added to an album by a command that finishes what was killed`() async throws {
        try await run(photos: 3) { scene in
            #expect(try scene.share("work-1.jpg").exit == 0)
            let words = ["share", "--album", "Site", "--add", scene.photo("work-2.jpg"), scene.photo("work-3.jpg")]
            #expect(try scene.program.start(words).wait().exit == 64, "nobody can be asked")
            #expect(try scene.names(in: "Site") == ["work-1.jpg"])
            let held = scene.drive.hold(.matching(method: "POST", path: "/copy"), at: .answer)
            let add = try scene.program.start(words + ["--yes"])
            await held.reached()
            add.send(SIGKILL)
            #expect(try add.wait().exit == 128 + SIGKILL)
            held.release()
            let again = try scene.program.start(words + ["--yes"]).wait()
            #expect(again.exit == 0, "\(again)")
            #expect(try scene.names(in: "Site") == ["work-1.jpg", "work-2.jpg", "work-3.jpg"])
            #expect(try scene.audience(of: "Site") == ["anyone"])
        }
    }

    @Test func `A personal copy that a killed run left is told of, and taken out by the same command`() async throws {
        try await run(photos: 1) { scene in
            let held = scene.drive.hold(.matching(method: "POST", path: "/copy"), at: .answer)
            let share = try scene.program.start(
                ["share", "--album", "Site", scene.photo("work-1.jpg"), "--link", "--yes"])
            await held.reached()
            share.send(SIGKILL)
            #expect(try share.wait().exit == 128 + SIGKILL)
            held.release()
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            #expect(try scene.names(in: "Site") == ["work-1.jpg"])
            let status = try scene.program.run("status").output
            #expect(status.contains("in albums, not work now") && status.contains("in the album Site"), "\(status)")
            #expect(status.contains("share --album Site --to drive --remove"), "\(status)")
            #expect(try scene.share("work-1.jpg").exit == 4)
            #expect(try scene.names(in: "Site").isEmpty && scene.audience(of: "Site").isEmpty)
            let after = try scene.program.run("status").output
            #expect(!after.contains("in albums, not work now"), "\(after)")
        }
    }

    @Test func `A photo that is marked personal while it is copied is taken out, and nothing is shared`() async throws {
        try await run(photos: 2) { scene in
            let held = scene.drive.hold(.matching(method: "POST", path: "/copy"))
            let share = try scene.program.start(
                ["share", "--album", "Site", scene.photo("work-1.jpg"), "--link", "--yes"])
            await held.reached()
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            held.release()
            let outcome = try share.wait()
            #expect(outcome.exit == 4, "\(outcome)")
            #expect(try scene.names(in: "Site").isEmpty && scene.audience(of: "Site").isEmpty)
            #expect(try scene.share("work-1.jpg").exit == 4)
            let list = try scene.program.run("share", "--list").output
            #expect(list == "unfinished   drive: Albums/Site; 0 of 1 files are proved to be there\n")
        }
    }

    @Test func `A photo in an album that is personal by now is told with the command that takes it out`() async throws {
        try await run(photos: 2) { scene in
            #expect(try scene.share("work-1.jpg", "work-2.jpg").exit == 0)
            #expect(try scene.program.run("mark", "personal", scene.photo("work-1.jpg")).exit == 0)
            let line = "share --album Site --to drive --remove \(scene.photo("work-1.jpg"))"
            for told in [try scene.program.run("status"), try scene.program.run("run", "--no-purge")] {
                #expect((told.output + told.notes).contains("workphotos \(line)"), "\(told)")
            }
            let stop = try scene.program.run("share", "--stop", scene.photo("work-1.jpg"))
            #expect(stop.output.contains("share --album Site --remove"), "\(stop)")
            #expect(try scene.audience(of: "Site") == ["anyone"], "an album is stopped as a whole")
            let taken = try scene.program.start(line.split(separator: " ").map(String.init)).wait()
            #expect(taken.exit == 0 && taken.output.hasPrefix("taken out "), "\(taken)")
            #expect(try scene.names(in: "Site") == ["work-2.jpg"])
            #expect(try !scene.program.run("status").output.contains("shared, but not work now"))
            let again = try scene.program.start(line.split(separator: " ").map(String.init)).wait()
            #expect(again.exit == 1 && again.notes.contains("not in the album Site"), "\(again)")
        }
    }

    @Test func `An album out of which the last photo is taken is stopped`() async throws {
        try await run(photos: 2) { scene in
            #expect(try scene.share("work-1.jpg").exit == 0)
            let taken = try scene.program.run("share", "--album", "Site", "--remove", scene.photo("work-1.jpg"))
            #expect(taken.exit == 0, "\(taken.notes)")
            #expect(try scene.names(in: "Site").isEmpty && scene.audience(of: "Site").isEmpty)
            let list = try scene.program.run("share", "--list")
            #expect(list.output == "empty        drive: Albums/Site; all photos were taken out\n")
            #expect(list.notes.contains("next: workphotos \(Self.removal)\n"), "\(list.notes)")
        }
    }

    /// What removes the album.
    private static let removal = "share --stop --album Site --to drive --remove-copies"

    /// Removes the album without a question.
    private func remove(in scene: SharedScene) throws -> Outcome {
        try scene.program.start(Self.removal.split(separator: " ").map(String.init) + ["--yes"]).wait()
    }

    @Test func `An album whose folder was put into the trash is told, and its name is free after its removal`()
        async throws
    {
        try await run(photos: 2) { scene in
            #expect(try scene.share("work-1.jpg").exit == 0)
            scene.drive.trash(try scene.folder("Site").id)
            let again = try scene.share()
            #expect(again.exit == 1 && again.notes.contains("next: workphotos \(Self.removal)\n"), "\(again)")
            let list = try scene.program.run("share", "--list", "--json").lines
            #expect(list.map { $0["type"] as? String } == ["share", "album", "summary"])
            #expect(list[1]["state"] as? String == "gone")
            let removed = try remove(in: scene)
            #expect(removed.exit == 0, "\(removed)")
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
            #expect(
                scene.drive.files.filter { $0.name == "Site" }.allSatisfy {
                    scene.drive.permissions(of: $0.id).isEmpty
                })
            #expect(try scene.share("work-2.jpg").exit == 0)
            #expect(try scene.names(in: "Site") == ["work-2.jpg"])
        }
    }

    @Test(arguments: [HeldRequest.Stage.handling, .answer])
    func `An album whose removal was killed is removed by the same command`(_ stage: HeldRequest.Stage) async throws {
        try await run(photos: 3) { scene in
            #expect(try scene.share("work-1.jpg", "work-2.jpg").exit == 0)
            let folder = try scene.folder("Site").id
            let copy = try #require(scene.drive.files.first { $0.name == "work-2.jpg" && $0.parents == [folder] })
            let held = scene.drive.hold(.matching(method: "PATCH", path: "/files/\(copy.id)"), at: stage)
            let first = try scene.program.start(Self.removal.split(separator: " ").map(String.init) + ["--yes"])
            await held.reached()
            first.send(SIGKILL)
            #expect(try first.wait().exit == 128 + SIGKILL)
            held.release()
            #expect(try scene.audience(of: "Site").isEmpty)
            let removed = try remove(in: scene)
            #expect(removed.exit == 0, "\(removed)")
            let gone = scene.drive.files.filter { $0.name == "Site" || $0.parents == copy.parents }
            #expect(gone.count == 3 && gone.allSatisfy { $0.trashed })
            #expect(scene.drive.files.count { $0.name.hasPrefix("work-") && !$0.trashed } == 3, "the uploads stay")
            #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
            #expect(try scene.share("work-3.jpg").exit == 0)
            #expect(try scene.names(in: "Site") == ["work-3.jpg"])
        }
    }

    @Test func `A copy that is taken back leaves its albums first`() async throws {
        try await run(photos: 2) { scene in
            #expect(try scene.share("work-1.jpg", "work-2.jpg").exit == 0)
            let outcome = try scene.program.run("retract", scene.photo("work-1.jpg"), "--yes")
            #expect(outcome.exit == 0, "\(outcome.notes)")
            #expect(try scene.names(in: "Site") == ["work-2.jpg"])
            #expect(scene.drive.files.filter { $0.name == "work-1.jpg" }.allSatisfy { $0.trashed })
        }
    }

    @Test func `A folder of others, one that others see, and one with something else in it are refused`() async throws {
        try await run(photos: 2) { scene in
            let work = try #require(scene.drive.files.first { $0.name == "Work" && $0.isFolder }).id
            scene.drive.share(work, with: "ben@example.com")
            let seen = try scene.share("work-1.jpg")
            #expect(seen.exit == 1 && seen.output.contains("can be seen by others"), "\(seen)")
            #expect(try scene.names(in: "Site").isEmpty)
        }
        try await run(photos: 2) { scene in
            #expect(try scene.share("work-1.jpg").exit == 0)
            #expect(try scene.program.run("share", "--stop", "--album", "Site").exit == 0)
            scene.drive.move(try scene.id("work-2.jpg"), to: try scene.folder("Site").id)
            let mixed = try scene.share()
            #expect(mixed.exit == 1 && mixed.output.contains("has 1 other file in it"), "\(mixed)")
            #expect(try scene.audience(of: "Site").isEmpty)
            scene.drive.rename(try scene.folder("Site").id, to: "Other")
            let other = try scene.program.run("share", "--album", "Other", scene.photo("work-1.jpg"), "--link", "--yes")
            #expect(other.exit == 1 && other.output.contains("that this index has not made"), "\(other)")
            #expect(try !scene.program.run("share", "--list").output.contains("Albums/Other"))
            let nothing = try scene.program.run("share", "--stop", "--album", "Other", "--remove-copies", "--yes")
            #expect(nothing.exit != 0 && nothing.notes.contains("has no album 'Other'"), "\(nothing)")
            #expect(scene.drive.files.contains { $0.name == "Other" && !$0.trashed })
        }
    }

    @Test(arguments: [HeldRequest.Stage.handling, .answer])
    func `Clean copies are sent into an album, and a command that was killed is finished by the same`(
        _ stage: HeldRequest.Stage
    ) async throws {
        try await run(photos: 2) { scene in
            let words = ["share", "--album", "Site", "--strip-location", "--link", "--yes"]
            let held = scene.drive.hold(.matching(method: "PUT"), at: stage)
            let first = try scene.program.start(words)
            await held.reached()
            first.send(SIGKILL)
            #expect(try first.wait().exit == 128 + SIGKILL)
            held.release()
            let again = try scene.program.start(words).wait()
            #expect(again.exit == 0, "\(again)")
            #expect(try scene.names(in: "Site") == ["work-1.jpg", "work-2.jpg"])
            #expect(try scene.audience(of: "Site") == ["anyone"])
            let folder = try scene.folder("Site").id
            for copy in scene.drive.files where copy.parents == [folder] {
                let bytes = try #require(scene.drive.content(of: copy.id))
                #expect(Data(bytes).range(of: Data("Leica".utf8)) == nil, "\(copy.name) names its camera")
                #expect(copy.appProperties.values.first?["wpSha256"] == nil)
            }
            let upload = try #require(scene.drive.content(of: try scene.id("work-1.jpg")))
            #expect(Data(upload).range(of: Data("Leica".utf8)) != nil)
            #expect(try remove(in: scene).exit == 0)
            #expect(scene.drive.files.filter { $0.parents == [folder] }.allSatisfy { $0.trashed })
        }
    }
}

extension SharedScene {
    fileprivate func folder(_ album: String) throws -> FakeFile {
        try #require(drive.files.first { $0.name == album && $0.isFolder && !$0.trashed })
    }

    /// The names of what is in an album, each as often as it is there.
    fileprivate func names(in album: String) throws -> [String] {
        let folder = try folder(album).id
        return drive.files.filter { $0.parents == [folder] && !$0.trashed }.map(\.name).sorted()
    }

    /// Who sees an album besides its owner.
    fileprivate func audience(of album: String) throws -> [String] {
        drive.permissions(of: try folder(album).id).map { $0.emailAddress ?? $0.type }
    }

    /// Makes the album `Site` of some photos, and shares it by link.
    @discardableResult
    fileprivate func share(_ names: String...) throws -> Outcome {
        try program.start(["share", "--album", "Site"] + names.map(photo) + ["--link", "--yes"]).wait()
    }
}
