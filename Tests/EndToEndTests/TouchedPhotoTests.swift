import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Photos whose permissions changed after their upload.
struct TouchedPhotoTests {
    @Test func `They are still uploaded after a scan has seen them, and can be removed`() throws {
        let world = try WorkHome.sent(photos: 2)
        for number in 1...2 {
            try world.home.tree.setPermissions(FilePath("photos/work-\(number).jpg"), [.ownerReadWrite, .groupRead])
        }
        let early = try world.program.run("purge", "--yes", "--json")
        #expect((early.count("done"), early.count("skipped")) == (0, 2), "nobody has looked at them since")
        #expect(try world.program.run("scan").exit == 0)
        #expect(try world.program.run("list", "--uploaded", "--json").count("photos") == 2)
        let purge = try world.program.run("purge", "--yes", "--json")
        #expect((purge.exit, purge.count("done")) == (0, 2), "\(purge.output)")
    }
}
