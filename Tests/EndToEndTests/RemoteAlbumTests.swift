import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The built program makes albums at a remote of rclone, and removes them.
@Suite(
    .enabled(
        if: RemoteKind.installed.contains(.alias) && LinkingProgram.isPossible, "rclone or python3 is not installed"),
    .timeLimit(.minutes(2)))
struct RemoteAlbumTests {
    @Test func `An album at a remote is a folder with copies of the chosen photos alone, behind one link`() throws {
        let scene = try LinkingRclone(photos: 3)
        let made = try scene.program.run(
            "share", "--album", "Site", scene.photo("work-1.jpg"), scene.photo("work-2.jpg"), "--link", "--yes",
            "--json")
        #expect(made.exit == 0, "\(made)")
        #expect(made.lines.map { $0["type"] as? String } == ["share", "summary"])
        #expect(made.lines.first?["link"] as? String == "https://cloud.example/Albums/Site")
        let library = try scene.home.photos()
        #expect(try scene.album("Site") == library.filter { ["work-1.jpg", "work-2.jpg"].contains($0.key) })
        #expect(try scene.rclone.links() == ["Albums/Site"])
        #expect(try scene.program.run("verify").exit == 0)
        let added = try scene.program.run("share", "--album", "Site", "--add", scene.photo("work-3.jpg"), "--yes")
        #expect(added.exit == 0, "\(added)")
        #expect(try scene.album("Site").keys.sorted() == ["work-1.jpg", "work-2.jpg", "work-3.jpg"])
        let taken = try scene.program.run("share", "--album", "Site", "--remove", scene.photo("work-1.jpg"))
        #expect(taken.exit == 0 && taken.output.hasPrefix("taken out "), "\(taken)")
        #expect(try scene.album("Site").keys.sorted() == ["work-2.jpg", "work-3.jpg"])
        let uploads = try scene.stored().filter { !$0.key.hasPrefix("Albums/") }
        #expect(uploads.count == 3)
        let removed = try scene.program.run("share", "--stop", "--album", "Site", "--remove-copies", "--yes")
        #expect(removed.exit == 0, "\(removed)")
        #expect(try scene.stored() == uploads && scene.rclone.links().isEmpty)
        #expect(!scene.home.home.tree.exists("cloud/Albums/Site"))
        #expect(try scene.program.run("share", "--list").output == "Nothing is shared.\n")
    }

    @Test(arguments: LinkingProgram.MoveKill.allCases)
    func `After a kill while a copy gets its name an equal file is taken for it only if it was moved`(
        _ time: LinkingProgram.MoveKill
    ) throws {
        let scene = try LinkingRclone(photos: 1)
        let words = ["share", "--album", "Site", "--link", "--yes"]
        try scene.rclone.kill(time)
        #expect(try scene.program.start(words).wait().exit == 128 + SIGKILL)
        try scene.rclone.kill(nil)
        let photos = try scene.home.photos().filter { $0.key == "work-1.jpg" }
        #expect(try scene.album("Site") == (time == .before ? [:] : photos))
        if time == .before {
            let copy: FilePath = "cloud/Albums/Site/work-1.jpg"
            try scene.home.home.tree.write(copy, try #require(photos["work-1.jpg"]))
            let refused = try scene.program.start(words).wait()
            #expect(refused.exit != 0 && refused.output.contains("another file has the name"), "\(refused)")
            #expect(try scene.rclone.links().isEmpty)
            try scene.home.home.tree.remove(copy)
        }
        let made = try scene.program.start(words).wait()
        #expect(made.exit == 0, "\(made)")
        #expect(try scene.album("Site") == photos && scene.rclone.links() == ["Albums/Site"])
        #expect(try !scene.stored().keys.contains { $0.hasSuffix(".part") })
    }

    @Test func `Clean copies are sent to a remote, and no removal counts on what is in an album`() throws {
        let scene = try LinkingRclone(photos: 2)
        let words = ["share", "--album", "Site", "--strip-location", "--link", "--yes"]
        for _ in 0..<2 {
            let made = try scene.program.start(words).wait()
            #expect(made.exit == 0, "\(made)")
            let album = try scene.album("Site")
            #expect(album.keys.sorted() == ["work-1.jpg", "work-2.jpg"])
            #expect(album.values.allSatisfy { Data($0).range(of: Data("Leica".utf8)) == nil }, "one names its camera")
        }
        let upload = WorkHome.target("work-1.jpg")
        let sent = try #require(try scene.stored()[upload.string])
        #expect(Data(sent).range(of: Data("Leica".utf8)) != nil)
        try scene.home.home.tree.remove(FilePath("cloud").pushing(upload))
        let purge = try scene.program.run("purge", "--yes", "--max-delete", "100%")
        #expect(try scene.home.photos().keys.contains("work-1.jpg"), "\(purge)")
        #expect(try scene.program.run("verify").exit != 0)
    }

    @Test func `Another folder with the name, and a remote without links, are refused`() throws {
        let scene = try LinkingRclone(photos: 1)
        try scene.home.home.tree.makeDirectory("cloud/Albums/site")
        let taken = try scene.program.run("share", "--album", "Site", "--link", "--yes")
        #expect(taken.exit == 1 && taken.notes.contains("that this index has not made"), "\(taken)")
        #expect(try scene.rclone.links().isEmpty && scene.stored().count == 1)
        let person = try scene.program.run("share", "--album", "Visit", "--with", "anna@example.com", "--yes")
        #expect(person.exit == 64 && person.notes.contains("does not support persons, only links"), "\(person)")
        let plain = try LinkingRclone(photos: 1, makesLinks: false)
        let refused = try plain.program.run("share", "--album", "Site", "--link", "--yes")
        #expect(
            refused.exit == 64 && refused.notes.contains("does not support links; nothing was shared"), "\(refused)")
        #expect(!plain.home.home.tree.exists("cloud/Albums"))
    }
}
