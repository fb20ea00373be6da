import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Which groups a purge removes, and why others stay.
struct PurgeSelectionTests {
    @Test func `A group that is not completely uploaded stays`() async throws {
        let scene = try await PurgeScene("a.jpg", "b.jpg")
        try scene.uploads.write("a.xmp", 7)
        try scene.uploads.write("c.jpg", 8)
        try await scene.uploads.scan()
        let outcome = try await scene.purge()
        #expect(
            outcome.states == [
                "a.jpg": "skipped not-uploaded", "b.jpg": "done", "c.jpg": "skipped not-uploaded",
            ])
    }

    @Test func `If nothing can be removed, no destination is opened`() async throws {
        let scene = try await PurgeScene("a.jpg", "b.jpg")
        try scene.uploads.record(.hold(reason: "person"), of: "a.jpg")
        let calls = scene.nas.calls.count
        let outcome = try await scene.purge { $0.keep = [Glob("*/b.jpg")] }
        #expect(outcome.states == ["a.jpg": "skipped held", "b.jpg": "skipped kept"])
        #expect(scene.nas.calls.count == calls)
    }

    @Test func `Held photos stay, personal ones are not even selected`() async throws {
        let scene = try await PurgeScene("a.jpg", "b.jpg", "c.jpg")
        try scene.uploads.record(.hold(reason: "person"), of: "a.jpg")
        try scene.uploads.mark("b.jpg", .personal)
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "skipped held", "c.jpg": "done"])
        #expect(try await scene.purge(.selection(PhotoSelection()), .dryRun).states == ["a.jpg": "skipped held"])
        #expect(outcome.summary.groups.personal == 1 && scene.isHome("b.jpg"))
    }

    @Test func `A photo that a pattern keeps stays, with its whole group`() async throws {
        let scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
        let outcome = try await scene.purge { $0.keep = [Glob("*/photos/*.xmp")] }
        #expect(outcome.states == ["a.jpg": "skipped kept", "b.jpg": "done"])
    }

    @Test func `A photo is removed if it is old enough, in any possible time zone`() async throws {
        let scene = try await PurgeScene("a.jpg")
        let taken = try #require(WallTime(year: 2026, month: 5, day: 4, hour: 10, minute: 0, second: 0))
        let age = Duration.nanoseconds(scene.uploads.clock.now - taken.microseconds * 1_000)
        let young = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.olderThan = age }
        #expect(young.states == ["a.jpg": "skipped not-old-enough"])
        let old = try await scene.purge(.selection(PhotoSelection()), .dryRun) {
            $0.olderThan = age - .seconds(12 * 3_600)
        }
        #expect(old.states == ["a.jpg": "planned"])
    }

    @Test func `A photo with only a date was taken at the end of that day`() async throws {
        let scene = try await PurgeScene("a.jpg", uploading: false)
        let name: FilePath = "IMG-20260504-WA0001.jpg"
        try scene.tree.write(scene.uploads.file(name), TestPhoto(at: (52.52, 13.405)).bytes)
        try await scene.uploads.scan()
        try await scene.upload()
        let day = try #require(WallTime(year: 2026, month: 5, day: 4))
        let age = Duration.nanoseconds(scene.uploads.clock.now - day.microseconds * 1_000) - .seconds(36 * 3_600)
        let young = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.olderThan = age + .seconds(1) }
        #expect(young.states[name.string] == "skipped not-old-enough")
        let old = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.olderThan = age }
        #expect(old.states[name.string] == "planned")
    }

    @Test func `A photo without a time is not old`() async throws {
        let scene = try await PurgeScene("a.jpg", uploading: false)
        try scene.tree.write(scene.uploads.file("b.jpg"), TestPhoto(at: (52.52, 13.405)).bytes)
        try await scene.uploads.scan()
        try await scene.upload()
        let outcome = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.olderThan = .seconds(1) }
        #expect(outcome.states == ["a.jpg": "planned", "b.jpg": "skipped not-old-enough"])
    }

    @Test func `A receipt must be old enough; one from the future is not`() async throws {
        let scene = try await PurgeScene("a.jpg")
        let old = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.verifiedFor = .seconds(3_600) }
        #expect(old.states == ["a.jpg": "planned"])
        let young = try await scene.purge { $0.verifiedFor = .seconds(3_601) }
        #expect(young.states == ["a.jpg": "skipped not-old-enough"])
        scene.uploads.clock.advance(seconds: -7_200)
        let future = try await scene.purge { $0.verifiedFor = .zero }
        #expect(future.states == ["a.jpg": "skipped not-old-enough"])
    }

    @Test func `The receipts of all files of a group must be old enough`() async throws {
        let scene = try await PurgeScene("a.jpg")
        scene.uploads.clock.advance(seconds: 3_600)
        try scene.uploads.write("a.xmp", 1)
        try await scene.uploads.scan()
        try await scene.upload()
        scene.uploads.clock.advance(seconds: 60)
        let young = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.verifiedFor = .seconds(3_600) }
        #expect(young.states == ["a.jpg": "skipped not-old-enough"])
        let old = try await scene.purge(.selection(PhotoSelection()), .dryRun) { $0.verifiedFor = .seconds(60) }
        #expect(old.states == ["a.jpg": "planned"])
    }

    @Test func `The required number of destinations must have it, and each is asked`() async throws {
        let scene = try await PurgeScene("a.jpg", "b.jpg")
        let one = try await scene.purge { $0.require = 2 }
        #expect(one.states == ["a.jpg": "skipped not-uploaded", "b.jpg": "skipped not-uploaded"])
        try await scene.upload(to: "attic")
        scene.uploads.attic.place(nil, at: UploadScene.target("b.jpg"))
        let two = try await scene.purge { $0.require = 2 }
        #expect(two.states == ["a.jpg": "done", "b.jpg": "skipped not-verified"])
        // The other one is enough if one is required.
        #expect(try await scene.purge().states == ["b.jpg": "done"])
    }

    @Test(arguments: RemovalWay.allCases)
    func `Copies that are the same files, by hard links or two mounts, count once`(way: RemovalWay) async throws {
        let scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
        try await scene.upload(to: "attic")
        for (name, attic) in [("a.jpg", 1), ("a.xmp", 2), ("b.jpg", 3)] as [(FilePath, UInt64)] {
            let target = UploadScene.target(name)
            scene.uploads.nas.identities[target] = FileIdentity(device: 7, inode: name == "b.jpg" ? 9 : attic)
            scene.uploads.attic.identities[target] = FileIdentity(device: 7, inode: name == "a.jpg" ? 10 : attic)
        }
        let two = try await scene.purge {
            $0.require = 2
            $0.way = way
        }
        // One file in both is enough: the sidecar.
        #expect(two.states == ["a.jpg": "skipped not-verified", "b.jpg": "done"])
        #expect(two.notes.contains { $0.contains("the very file that is the copy at another destination") })
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }

    @Test func `A destination that cannot be asked does not count`() async throws {
        let scene = try await PurgeScene("a.jpg")
        try await scene.upload(to: "attic")
        scene.nas.isGone = true
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "done"])
        #expect(outcome.actions.first?.destination?.name == "attic")
    }

    @Test func `A photo that changed since the scan stays`() async throws {
        let scene = try await PurgeScene("a.jpg")
        try scene.tree.setModified(scene.uploads.file("a.jpg"), seconds: 1_000)
        #expect(try await scene.purge().states == ["a.jpg": "skipped changed-since-scan"])
    }
}

/// The caps on removals.
struct PurgeCapTests {
    private let scene: PurgeScene

    init() async throws {
        scene = try await PurgeScene("p0.jpg", uploading: false)
        for number in 1..<20 { try scene.uploads.write(FilePath("p\(number).jpg"), UInt8(number)) }
        try await scene.uploads.scan()
        try await scene.upload()
    }

    private var few: PhotoSelection {
        var selection = PhotoSelection()
        selection.limit = 5
        return selection
    }

    @Test func `Over the cap nothing is removed, and the numbers are reported`() async throws {
        let outcome = try await scene.purge { $0.maxDelete = RemovalLimit(.percent(25)) }
        #expect(outcome.summary.count(.refused) == 20 && outcome.summary.groups.reasons == [.overTheCap: 20])
        let breach = try #require(outcome.summary.breaches.first)
        #expect(breach.planned == 20 && breach.cap.largest == 20 && breach.cap.removed == 0)
        #expect(try scene.trashed == 0)
        let shown = try await scene.purge(.selection(PhotoSelection()), .dryRun) {
            $0.maxDelete = RemovalLimit(.percent(25))
        }
        #expect(shown.summary.breaches == outcome.summary.breaches)
    }

    @Test func `Earlier removals count for a week, even if the clock was set back`() async throws {
        #expect(
            try await scene.purge(.selection(few)) { $0.maxDelete = RemovalLimit(.percent(25)) }.summary.count(.done)
                == 5)
        scene.uploads.clock.advance(seconds: -30 * 86_400)
        let back = try await scene.purge(.selection(few)) { $0.maxDelete = RemovalLimit(.percent(25)) }
        #expect(back.summary.breaches.first?.cap.removed == 5)
        #expect(back.summary.count(.refused) == 5, "\(back.states)")
        scene.uploads.clock.advance(seconds: 38 * 86_400)
        #expect(
            try await scene.purge(.selection(few)) { $0.maxDelete = RemovalLimit(.count(5)) }.summary.count(.done) == 5)
    }

    @Test func `A count also limits small roots`() async throws {
        let outcome = try await scene.purge(.selection(few)) { $0.maxDelete = RemovalLimit(.count(4)) }
        #expect(outcome.summary.count(.refused) == 5)
    }

    @Test func `A staged removal obeys the cap when it is carried out`() async throws {
        let staged = try await scene.purge(.selection(PhotoSelection()), .stage) {
            $0.maxDelete = RemovalLimit(.count(4))
        }
        #expect(staged.summary.count(.staged) == 20)
        let outcome = try await scene.purge(.staged(nil)) { $0.maxDelete = RemovalLimit(.count(4)) }
        #expect(outcome.summary.count(.refused) == 20)
        #expect(
            try await scene.purge(.staged(nil)) { $0.maxDelete = RemovalLimit(.count(20)) }.summary.count(.done) == 20)
    }
}
