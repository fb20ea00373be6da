import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Files of a killed run that are found nowhere. Nothing is concluded about them while their directory is missing.
struct LostFileTests {
    private let scene: PurgeScene

    init() async throws { self.init(try await PurgeScene("2026/a.jpg", "b.jpg")) }

    private init(_ scene: PurgeScene) { self.scene = scene }

    /// Announces a group, like a run that is killed afterwards.
    @discardableResult
    private func announce(_ way: RemovalWay) async throws -> TicketedRemoval {
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.way = way }
        var action = try #require(planned.actions.first { $0.members[0].path.lastComponent == "a.jpg" })
        let service = way == .trash ? scene.trash : scene.permanent
        action.members[0].ticket = try service.prepare(action.members[0].path, run: 77, number: 0)
        let index = try scene.uploads.writableIndex
        let run = try index.beginRun("purge", at: scene.uploads.clock.now)
        _ = try index.intend([action], run: run, basis: try #require(try index.basis()), leavingOut: [])
        return TicketedRemoval(path: action.members[0].path, ticket: try #require(action.members[0].ticket))
    }

    private func parked() throws -> [ParkedPhoto] {
        try Library(reading: scene.tree.path("index.sqlite"), owner: "tests").parked(in: scene.environment())
    }

    @Test(arguments: RemovalWay.allCases)
    func `It waits, with a note, until its directory is created again`(way: RemovalWay) async throws {
        try await announce(way)
        try scene.tree.remove("photos/2026")
        for _ in 0..<2 {
            let outcome = try await scene.uploads.upload()
            #expect(outcome.summary.unsettled == 1)
            #expect(outcome.notes.contains { $0.contains("its directory does not exist") && $0.contains("MakeAgain") })
            #expect(try scene.underWay.count == 1)
        }
        let told = try #require(try parked().first)
        #expect(told.path == scene.tree.path("photos/2026/a.jpg") && told.place == nil)
        #expect(told.obstacle?.remedy == .acceptMissing(.directoryToMakeAgain(scene.tree.path("photos/2026"))))
        try scene.tree.makeDirectory("photos/2026")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty && parked().isEmpty)
    }

    @Test(arguments: RemovalWay.allCases)
    func `It is settled if its directory was renamed and contains it`(way: RemovalWay) async throws {
        try await announce(way)
        try scene.tree.rename("photos/2026", to: "photos/moved")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        #expect(scene.tree.exists("photos/moved/a.jpg"))
        // A rename does not change it.
        #expect(try await scene.uploads.scan().moved == 1)
        #expect(try await scene.purge().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `A file neither in the trash nor in its recreated directory is searched for`() async throws {
        try await announce(.trash)
        try scene.tree.rename("photos/2026", to: "photos/moved")
        try scene.tree.makeDirectory("photos/2026")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        #expect(try await scene.uploads.scan().moved == 1)
        // It was not removed, so it can be removed now.
        #expect(try await scene.purge().states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test(arguments: RemovalWay.allCases)
    func `It is found if a link leads to its directory`(way: RemovalWay) async throws {
        try await announce(way)
        try scene.tree.rename("photos/2026", to: "photos/moved")
        try scene.tree.link("photos/2026", to: scene.tree.path("photos/moved"))
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        #expect(scene.tree.exists("photos/moved/a.jpg"))
    }

    @Test(arguments: RemovalWay.allCases)
    func `It is gone if a link leads to its directory and the whole library was searched`(
        way: RemovalWay
    ) async throws {
        try await announce(way)
        try scene.tree.remove("photos/2026/a.jpg")
        try scene.tree.rename("photos/2026", to: "photos/moved")
        try scene.tree.link("photos/2026", to: scene.tree.path("photos/moved"))
        _ = try await scene.uploads.upload()
        // Files that were parked in the directory itself may have left the library with it.
        #expect(try scene.underWay.count == (way == .trash ? 0 : 1))
    }

    @Test func `A file in the trash is put back where a link in the library leads`() async throws {
        let removal = try await announce(.trash)
        #expect(scene.trash.park([removal]) == [nil])
        try scene.tree.rename("photos/2026", to: "photos/moved")
        try scene.tree.link("photos/2026", to: scene.tree.path("photos/moved"))
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        let moved = TicketedRemoval(path: scene.tree.path("photos/moved/a.jpg"), ticket: removal.ticket)
        #expect(scene.trash.standings(of: [moved]) == [.success(.home)])
        #expect(scene.trash.calls.contains(.putBack([moved.path])))
    }

    @Test(arguments: RemovalWay.allCases)
    func `It waits if a link leads out of the library`(way: RemovalWay) async throws {
        try await announce(way)
        try scene.tree.rename("photos/2026", to: "elsewhere")
        try scene.tree.link("photos/2026", to: scene.tree.path("elsewhere"))
        let outcome = try await scene.uploads.upload()
        #expect(outcome.summary.unsettled == 1)
        #expect(outcome.notes.contains { $0.contains("leads through a symbolic link") })
        try scene.tree.remove("photos/2026")
        try scene.tree.rename("elsewhere", to: "photos/2026")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
    }

    @Test func `It waits for a missing trash`() async throws {
        try await announce(.trash)
        try scene.tree.remove("photos/2026/a.jpg")
        let away = scene.tree.path("away")
        scene.trash.setAway(away)
        let outcome = try await scene.uploads.upload()
        #expect(outcome.summary.unsettled == 1)
        #expect(outcome.notes.contains { $0.contains("the trash \(away) does not exist") })
        #expect(try parked().first?.obstacle?.detail.contains("does not exist") == true)
        scene.trash.setAway(nil)
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty && parked().isEmpty)
    }

    @Test func `A parked file that is missing when it should be put back is not concluded`() async throws {
        let tree = scene.tree
        scene.trash.whenCalled { call in
            if case .finish = call { try? tree.rename("trash", to: "saved") }
        }
        let outcome = try await scene.purge()
        #expect(Set(outcome.states.values) == ["skipped changed-since-scan"])
        #expect(try scene.underWay.count == 2)
        scene.trash.leaveAlone()
        try tree.rename("saved", to: "trash")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
        #expect(tree.exists("photos/2026/a.jpg") && tree.exists("photos/b.jpg"))
    }

    @Test(arguments: [false, true])
    func `Another file with its name and size is not mistaken for it, whatever its time`(isAsOld: Bool) async throws {
        try scene.tree.setModified("photos/2026/a.jpg", seconds: 1_600_000_000)
        try await scene.uploads.scan()
        try await announce(.permanent)
        try scene.tree.write("photos/other/a.jpg", try scene.tree.read("photos/2026/a.jpg"))
        if isAsOld { try scene.tree.setModified("photos/other/a.jpg", seconds: 1_600_000_000) }
        try scene.tree.remove("photos/2026")
        #expect(try await scene.uploads.upload().summary.unsettled == 1)
    }

    @Test func `It is not gone if a part of the library cannot be searched`() async throws {
        try scene.tree.write("more/c.jpg", TestPhoto(at: (40, 9), taken: "2026:05:04 10:00:00").bytes)
        try await scene.uploads.scan("more")
        try await announce(.trash)
        try scene.tree.remove("photos/2026/a.jpg")
        try scene.tree.rename("photos/2026", to: "photos/moved")
        try scene.tree.link("photos/2026", to: scene.tree.path("photos/moved"))
        try scene.tree.rename("more", to: "away")
        #expect(try await scene.uploads.upload().summary.unsettled == 1)
        try scene.tree.rename("away", to: "more")
        _ = try await scene.uploads.upload()
        #expect(try scene.underWay.isEmpty)
    }
}
