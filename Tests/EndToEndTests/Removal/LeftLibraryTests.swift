import Foundation
import Glibc
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A permanent removal was killed; then its directory left the library, and another got its name.
@Suite(.enabled(if: Strace.works, Strace.reason))
struct LeftLibraryTests {
    private let world: WorkHome
    private let before: [String]

    init() throws {
        world = try WorkHome.sent(photos: 4)
        before = try world.listing()
        let program = world.program.under(Strace.injecting("inject=unlinkat:error=EIO:signal=SIGKILL:when=1"))
        #expect(try program.run("purge", "--permanently", "--yes").exit == 128 + SIGKILL)
        try world.home.tree.rename("photos", to: "out")
        try world.home.tree.makeDirectory("photos")
    }

    private func parked() throws -> [[String: Any]] {
        try world.program.run("status", "--json").lines.first?["parked"] as? [[String: Any]] ?? []
    }

    @Test func `Nothing is concluded, the group is reported, and it is restored with its directory`() throws {
        let count = try world.files(below: world.home.tree.path("out")).keys.count { $0.hasPrefix(".workphotos-") }
        #expect(count > 0)
        for command in ["scan", "upload", "scan"] {
            let outcome = try world.program.run(command)
            #expect(outcome.exit == 3, "\(outcome.notes)")
            #expect(outcome.notes.contains("is not the one in which it was parked"), "\(outcome.notes)")
            #expect(try parked().count >= count)
        }
        try world.home.tree.remove("photos")
        try world.home.tree.rename("out", to: "photos")
        #expect(try world.program.run("scan").exit == 0)
        #expect(try parked().isEmpty)
        #expect(try world.listing() == before)
    }

    @Test func `Removing its destination from the index warns that there is no other copy`() throws {
        let removal = try world.program.run("destination", "remove", "shelf", "-n")
        #expect(removal.exit == 0)
        #expect(removal.notes.contains("of a killed purge ha"), "\(removal.notes)")
        #expect(removal.notes.contains("To settle that first: workphotos scan"), "\(removal.notes)")
        let lines = try world.program.run("destination", "remove", "--yes", "shelf", "--json").lines
        #expect(try #require(lines.last?["beingRemoved"] as? Int) > 0)
    }

    @Test func `The user can confirm that it was deleted`() throws {
        #expect(try !parked().isEmpty)
        let detail = try #require(try parked().first?["detail"] as? String)
        #expect(detail.contains("workphotos scan --accept-missing"))
        #expect(try world.program.run("scan", "--accept-missing").exit == 0)
        #expect(try parked().isEmpty)
        try world.checkNothingIsUnderWay()
    }
}
