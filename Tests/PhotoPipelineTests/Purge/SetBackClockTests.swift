import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The weekly cap holds if the clock is set back for one of the purges: of 40 photos, ten may be removed.
struct SetBackClockTests {
    private static let day: Int64 = 86_400
    private let scene: PurgeScene

    init() async throws { scene = try await PurgeScene((0..<40).map { FilePath("\($0).jpg") }) }

    private func purge(_ count: Int = 10) async throws -> PurgeOutcome {
        var selection = PhotoSelection()
        selection.limit = count
        return try await scene.purge(.selection(selection)) { $0.maxDelete = RemovalLimit() }
    }

    private func breaches(_ outcome: PurgeOutcome) -> [String] {
        outcome.summary.breaches.map { "\($0.planned) with \($0.cap.removed) of \($0.cap.largest)" }
    }

    @Test(arguments: [8, 40, 50 * 365] as [Int64])
    func `A purge on another day with a wrong clock permits no more on the next`(days: Int64) async throws {
        scene.uploads.clock.advance(seconds: -days * Self.day)
        let first = try await purge()
        #expect(first.summary.count(.done) == 10, "\(first.states)")
        #expect(first.notes.contains { $0.hasPrefix("clockSetBack") })
        #expect(breaches(try await purge(1)) == ["1 with 10 of 40"], "by the same clock")
        scene.uploads.clock.advance(seconds: days * Self.day)
        let second = try await purge(1)
        #expect(breaches(second) == ["1 with 10 of 40"])
        #expect(!second.notes.contains { $0.hasPrefix("clockSetBack") })
        scene.uploads.clock.advance(seconds: 8 * Self.day)
        #expect(try await purge(7).summary.count(.done) == 7, "after a week they count no more")
    }

    @Test func `A scan with the wrong clock makes no difference`() async throws {
        scene.uploads.clock.advance(seconds: -8 * Self.day)
        _ = try await scene.uploads.scan()
        #expect(try await purge().summary.count(.done) == 10)
        scene.uploads.clock.advance(seconds: 8 * Self.day)
        _ = try await scene.uploads.scan()
        #expect(breaches(try await purge(1)) == ["1 with 10 of 40"])
    }

    @Test(arguments: [false, true])
    func `A run with a clock that is ahead frees nothing for the next`(isPurge: Bool) async throws {
        #expect(try await purge().summary.count(.done) == 10)
        scene.uploads.clock.advance(seconds: 16 * Self.day)
        if isPurge {
            #expect(try await purge(1).summary.count(.done) == 1)
        } else {
            _ = try await scene.uploads.scan()
        }
        scene.uploads.clock.advance(seconds: -16 * Self.day)
        let next = try await purge(1)
        #expect(breaches(next) == ["1 with \(isPurge ? 11 : 10) of 40"])
        #expect(next.notes.contains { $0.hasPrefix("clockSetBack") })
    }

    /// Nobody can tell at first whether the clock was ahead or is slow now. Runs of nine days can.
    @Test(arguments: [16, 730] as [Int64])
    func `Removals with a clock that was ahead count for weeks, and not until their date has come`(days: Int64)
        async throws
    {
        scene.uploads.clock.advance(seconds: days * Self.day)
        let first = try await purge()
        #expect(first.summary.count(.done) == 10)
        let run = try #require(first.summary.run)
        let members = try scene.uploads.index.removedGroups(ofRun: run).flatMap(\.action.members)
        scene.trash.trashed = members.map {
            TrashedFile(ticket: $0.ticket ?? "", run: 1, path: $0.path, deleted: scene.uploads.clock.now)
        }
        scene.uploads.clock.advance(seconds: -days * Self.day)
        for day in 1...9 {
            scene.uploads.clock.advance(seconds: Self.day)
            _ = try await scene.uploads.scan()
            let next = try await purge(1)
            #expect(next.summary.breaches.map(\.cap.removed) == [10], "day \(day)")
            #expect(next.notes.contains { $0.hasPrefix("clockSetBack") } == (day < 9), "day \(day)")
        }
        scene.uploads.clock.advance(seconds: 15 * Self.day)
        #expect(try await purge(7).summary.count(.done) == 7, "what is in the trash looks recent")
    }
}
