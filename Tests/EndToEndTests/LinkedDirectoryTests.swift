import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A directory of the library is replaced by a symbolic link: files there are not those that were scanned.
struct LinkedDirectoryTests {
    private let world: WorkHome

    /// Two work photos at the top, and two in a directory.
    init() throws {
        world = try WorkHome(photos: 2)
        for name in ["far/work-3.jpg", "far/work-4.jpg"] { try world.home.add(name) }
        try world.program.run("scan")
        try world.addShelf()
    }

    private func replaceByLink() throws {
        try world.home.tree.rename("photos/far", to: "away")
        try world.home.tree.link("photos/far", to: world.home.tree.path("away"))
    }

    private func check(_ outcome: Outcome, left: Int) {
        #expect(outcome.exit == 0, "\(outcome.notes)")
        #expect((outcome.count("done"), outcome.count("skipped")) == (2, left))
        let reasons = outcome.lines.filter { $0["state"] as? String == "skipped" }.compactMap { $0["why"] as? String }
        #expect(reasons == Array(repeating: "changed-since-scan", count: left))
    }

    @Test func `Photos behind a link that the scan followed are sent, and not removed`() throws {
        try replaceByLink()
        try world.program.run("scan", "--follow-symlinks")
        let upload = try world.program.run("upload", "--json")
        #expect((upload.exit, upload.count("done")) == (0, 4), "\(upload.notes)")
        let purge = try world.program.run("purge", "--yes", "--json")
        #expect((purge.exit, purge.count("done"), purge.count("refused")) == (4, 2, 2), "\(purge.notes)")
        #expect(world.home.tree.exists("away/work-3.jpg") && world.home.tree.exists("away/work-4.jpg"))
    }

    @Test func `Photos behind a link that only an earlier scan followed are not sent`() throws {
        try replaceByLink()
        try world.program.run("scan", "--follow-symlinks")
        try world.program.run("scan", "\(world.home.library)")
        check(try world.program.run("upload", "--json"), left: 0)
    }
}
