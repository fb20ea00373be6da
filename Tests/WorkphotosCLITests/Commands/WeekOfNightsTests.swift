import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// What `run --yes --quiet` prints for cron, night after night.
struct WeekOfNightsTests {
    private let night: Night

    init() async throws { night = try await Night() }

    private var world: World { night.world }

    /// Advances the clock by a day, and runs.
    private func nextNight() async -> Outcome {
        world.clock.advance(seconds: 86_400)
        return await world.run("run", "--yes", "--quiet")
    }

    private func addWork(_ name: String) throws {
        var photo = TestPhoto(at: Place.office, taken: "2026:05:04 10:00:00")
        photo.tail = Array(name.utf8)
        try world.add(name, photo)
    }

    /// The lines on standard error, except those with the next command.
    private func lines(_ outcome: Outcome) -> [Substring] {
        outcome.notes.split(separator: "\n").filter { !$0.hasPrefix("  next: ") }
    }

    @Test func `A week: quiet without news, one line for each cause, and each night's exit status`() async throws {
        // Enough private photos for the cap not to matter.
        for number in 0..<40 {
            try world.add("p\(number).jpg", TestPhoto(at: Place.home, taken: "2026:05:0\(1 + number % 9) 20:00:00"))
        }

        // 1: two work photos are sent and removed. 2: nothing is new.
        #expect(await nextNight() == Outcome(exit: 0))
        #expect(night.service.entries.count == 2 && !world.tree.exists("photos/a.jpg"))
        #expect(await nextNight() == Outcome(exit: 0))

        // 3: a damaged file is new. 4: it is still there, which was already reported.
        try world.tree.write("photos/x.jpg", Array("no photo".utf8))
        let damaged = await nextNight()
        #expect(damaged.exit == 3 && damaged.output.isEmpty && lines(damaged).count == 1, "\(damaged)")
        #expect(await nextNight() == Outcome(exit: 3))
        await world.run("problems", "--accept", world.library + "/x.jpg")

        // 5: a photo is new, and the destination is unavailable.
        try addWork("c.jpg")
        night.service.isGone = true
        let away = await nextNight()
        #expect(away.exit == 1 && away.output.isEmpty && lines(away).count == 1, "\(away)")
        #expect(world.tree.exists("photos/c.jpg"))

        // 6: the destination is back, and full.
        night.service.isGone = false
        night.service.fail(.send, with: UploadError(.full, "no room is left"))
        let full = await nextNight()
        #expect(full.exit == 1 && full.output.isEmpty && lines(full).count == 1, "\(full)")
        #expect(world.tree.exists("photos/c.jpg"))

        // 7: the destination has space again.
        #expect(await nextNight() == Outcome(exit: 0))
        #expect(night.service.entries.count == 3 && !world.tree.exists("photos/c.jpg"))

        // It is not run any more.
        #expect(await world.run("doctor", "--max-age", "2d", "--quiet").exit == 0)
        world.clock.advance(seconds: 3 * 86_400)
        let missed = await world.run("doctor", "--max-age", "2d", "--quiet")
        #expect(missed.exit == 1 && missed.output.contains("the last good run was 3 d"), "\(missed)")
    }

    @Test func `The cap applies over nights, is reported on each, and permits more as days pass`() async throws {
        for number in 0..<34 {
            try world.add("p\(number).jpg", TestPhoto(at: Place.home, taken: "2026:05:04 20:00:00"))
        }
        // 2 of 36 are removed, 4 of 38, 3 of 37: with the next 3 it would be 12 of at most 38, and 9 are allowed.
        for count in [0, 4, 3] {
            for number in 0..<count { try addWork("w\(count)-\(number).jpg") }
            #expect(await nextNight() == Outcome(exit: 0))
        }
        for number in 0..<3 { try addWork("late-\(number).jpg") }
        for _ in 0..<2 {
            let stopped = await nextNight()
            #expect(stopped.exit == 4 && stopped.output.isEmpty && lines(stopped).count <= 2, "\(stopped)")
            #expect(world.tree.exists("photos/late-0.jpg"))
        }
        world.clock.advance(seconds: 5 * 86_400)
        #expect(await nextNight() == Outcome(exit: 0))
        #expect(!world.tree.exists("photos/late-0.jpg"))
    }
}
