import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Somebody interferes between the steps: then no file of the group is removed, and none stays parked.
struct PurgeAttackTests {
    private let scene: PurgeScene
    private let target = UploadScene.target("a.jpg")

    init() async throws {
        scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
    }

    /// Purges while `attack` happens at a step: the group of `a.jpg` stays complete, the other one is removed.
    private func expectKept(
        _ state: String, at step: FakeTrashService.Step?, way: RemovalWay,
        _ attack: @escaping @Sendable (PurgeScene) throws -> Void, isLocation: SourceLocation = #_sourceLocation
    ) async throws {
        if let step { scene.before(step) { [scene] in try attack(scene) } } else { try attack(scene) }
        let outcome = try await scene.purge { $0.way = way }
        #expect(outcome.states == ["a.jpg": state, "b.jpg": "done"], sourceLocation: isLocation)
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && !scene.isHome("b.jpg"), sourceLocation: isLocation)
        #expect(try scene.trashed == (way == .trash ? 1 : 0), sourceLocation: isLocation)
        #expect(try scene.underWay.isEmpty, sourceLocation: isLocation)
    }

    @Test(arguments: RemovalWay.allCases) func `A copy that is missing before is asked for, and not found`(
        way: RemovalWay
    )
        async throws
    {
        try await expectKept("skipped not-verified", at: nil, way: way) { [target] in $0.nas.place(nil, at: target) }
        let counting = try scene.uploads.receipts
        #expect(!counting.contains("a.jpg") && counting.contains("b.jpg"))
    }

    @Test(arguments: RemovalWay.allCases) func `A copy with other bytes does not count`(way: RemovalWay) async throws {
        try await expectKept("skipped not-verified", at: nil, way: way) { [target] in
            var bytes = $0.nas.bytes(at: target) ?? []
            bytes[bytes.count - 1] ^= 1
            $0.nas.place(.file(bytes, modified: 0), at: target)
        }
    }

    @Test(arguments: RemovalWay.allCases) func `A copy that disappears while the photo is parked puts the photo back`(
        way: RemovalWay
    )
        async throws
    {
        try await expectKept("refused destination-changed", at: .park, way: way) { [target] in
            $0.nas.place(nil, at: target)
        }
    }

    @Test(arguments: RemovalWay.allCases) func `A copy that changes while the photo is parked puts the photo back`(
        way: RemovalWay
    ) async throws {
        try await expectKept("refused destination-changed", at: .park, way: way) { [target] in
            var bytes = $0.nas.bytes(at: target) ?? []
            bytes[0] ^= 1
            $0.nas.place(.file(bytes, modified: 0), at: target)
        }
    }

    @Test(arguments: [false, true])
    func `A copy whose attributes change with the photo's name may be the photo`(hasStamps: Bool) async throws {
        scene.nas.setStamps(hasStamps)
        try await expectKept("refused destination-changed", at: .park, way: .permanent) { [target] in
            $0.nas.place(.file($0.nas.bytes(at: target) ?? [], modified: 0), at: target)
        }
    }

    @Test func `A file that was put back is known, and is removed the next time`() async throws {
        let copy = try #require(scene.nas.bytes(at: target))
        try await expectKept("refused destination-changed", at: .park, way: .trash) { [target] in
            $0.nas.place(nil, at: target)
        }
        scene.nas.place(.file(copy, modified: 0), at: target)
        try await scene.upload()
        #expect(try await scene.purge().states == ["a.jpg": "done"])
        #expect(try scene.uploads.index.checkIntegrity() == [])
    }

    @Test func `A copy is read completely again if the destination has no stamps`() async throws {
        scene.nas.setStamps(false)
        try await expectKept("refused destination-changed", at: .park, way: .permanent) { [target] in
            var bytes = $0.nas.bytes(at: target) ?? []
            bytes[0] ^= 1
            $0.nas.place(.file(bytes, modified: 0), at: target)
        }
    }

    @Test func `A photo that is edited after hashing stays`() async throws {
        try await expectKept("skipped changed-since-scan", at: .prepare, way: .permanent) { scene in
            // The first call only asks for a place; the photo is edited before it is parked.
            try scene.uploads.write("a.jpg", 99)
        }
    }

    @Test(arguments: RemovalWay.allCases, ["a.jpg", "a.xmp"] as [FilePath])
    func `A group's file that is edited after hashing, with the same size and time, stays`(
        way: RemovalWay, edited: FilePath
    ) async throws {
        let planned = try await scene.purge(.selection(PhotoSelection()), .dryRun)
        let path = scene.tree.path(scene.uploads.file(edited))
        let before = try #require(planned.actions.flatMap(\.members).first { $0.path == path })
        let (seconds, rest) = before.fingerprint.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        try await expectKept("skipped changed-since-scan", at: .prepare, way: way) { scene in
            try scene.uploads.write(edited, 7)
            try scene.tree.setModified(scene.uploads.file(edited), seconds: Int(seconds), nanoseconds: Int(rest))
            #expect(try Int64(scene.uploads.bytes(edited).count) == before.fingerprint.size)
        }
    }

    /// Opens a file for writing; it is scanned and uploaded afterwards.
    private func open(_ name: FilePath) async throws -> Editor {
        let editor = try Editor(scene.tree.path(scene.uploads.file(name)))
        try await scene.uploads.scan()
        try await scene.upload()
        return editor
    }

    /// An editor writes in place and restores the time, so that the parked file's attributes reveal nothing.
    @Test(arguments: ["a.jpg", "a.xmp"], [false, true])
    func `A file that is edited in place while parked is not removed permanently`(name: FilePath, isOpen: Bool)
        async throws
    {
        let before = try scene.uploads.bytes(name)
        let editor = isOpen ? try await open(name) : nil
        try await expectKept("skipped changed-since-scan", at: .finish, way: .permanent) { scene in
            let parked = try scene.tree.snapshot().first { $0.key.hasPrefix("trash/") && $0.value == before }?.key
            try (editor ?? Editor(scene.tree.path(FilePath(try #require(parked))))).flip()
        }
        #expect(try scene.uploads.bytes(name) == Array(before.dropLast()) + [~before[before.count - 1]])
        #expect(scene.permanent.calls.contains { $0.step == .finish })
    }

    @Test func `A file that is mapped for writing is not removed permanently once it is written to`()
        async throws
    {
        let editor = try await open("a.jpg")
        let before = try scene.uploads.bytes("a.jpg")
        try await expectKept("skipped changed-since-scan", at: .finish, way: .permanent) { _ in
            editor.flipThroughMapping()
        }
        #expect(try scene.uploads.bytes("a.jpg") != before)
    }

    @Test func `A file that is open for writing, but not written to, is removed`() async throws {
        let editor = try await open("a.jpg")
        #expect(try await scene.purge { $0.way = .permanent }.states == ["a.jpg": "done", "b.jpg": "done"])
        withExtendedLifetime(editor) {}
    }

    @Test(arguments: RemovalWay.allCases) func `Another photo with the same name is put back under that name`(
        way: RemovalWay
    )
        async throws
    {
        let other = Array("another photo".utf8)
        try await expectKept("skipped changed-since-scan", at: .park, way: way) { scene in
            try scene.tree.rename(scene.uploads.file("a.jpg"), to: "elsewhere.jpg")
            try scene.tree.write(scene.uploads.file("a.jpg"), other)
        }
        #expect(try scene.uploads.bytes("a.jpg") == other)
        #expect(scene.tree.exists("elsewhere.jpg"))
    }

    @Test func `A link in place of a photo stays`() async throws {
        try await expectKept("skipped changed-since-scan", at: .park, way: .trash) { scene in
            try scene.tree.rename(scene.uploads.file("a.jpg"), to: "elsewhere.jpg")
            try scene.tree.link(scene.uploads.file("a.jpg"), to: scene.tree.path("elsewhere.jpg"))
        }
        #expect(scene.tree.exists("elsewhere.jpg"))
    }

    @Test func `A sidecar that appears after the scan keeps its photo`() async throws {
        try await expectKept("skipped members-differ", at: nil, way: .trash) { scene in
            try scene.tree.write(scene.uploads.file("a.jpg.xmp"), XMPPacket(elements: "").bytes)
        }
    }

    @Test func `A clip that appears while others are hashed keeps its still`() async throws {
        try await expectKept("skipped members-differ", at: .prepare, way: .trash) { scene in
            try scene.tree.write(scene.uploads.file("a.mov"), [1, 2, 3])
        }
    }

    @Test(arguments: [FakeTrashService.Step.prepare, .park])
    func `A photo that is marked personal meanwhile stays`(step: FakeTrashService.Step) async throws {
        try await expectKept("skipped not-work", at: step, way: .trash) { scene in
            try scene.uploads.mark("a.jpg", .personal)
        }
    }

    @Test(arguments: [FakeTrashService.Step.prepare, .park])
    func `A photo that is held meanwhile stays`(step: FakeTrashService.Step) async throws {
        try await expectKept("skipped held", at: step, way: .permanent) { scene in
            try scene.uploads.record(.hold(reason: "person"), of: "a.xmp")
        }
    }
}

/// Decisions about a photo that is parked at that moment.
extension PurgeAttackTests {
    @Test(arguments: RemovalWay.allCases)
    func `A photo that is marked personal while it is parked is put back`(way: RemovalWay) async throws {
        try await expectKept("skipped not-work", at: .parked, way: way) { scene in
            #expect(!scene.isHome("a.jpg"))
            try scene.uploads.mark("a.jpg", .personal)
        }
    }

    @Test(arguments: RemovalWay.allCases, ["a.jpg", "a.xmp"])
    func `A photo that is held while it is parked is put back`(way: RemovalWay, name: String) async throws {
        try await expectKept("skipped held", at: .parked, way: way) { scene in
            #expect(!scene.isHome(FilePath(name)))
            try scene.uploads.record(.hold(reason: "person"), of: FilePath(name))
        }
    }

    @Test func `A decision on a parked photo applies to its bytes`() async throws {
        let bytes = try scene.uploads.bytes("a.jpg")
        try await expectKept("skipped not-work", at: .parked, way: .trash) { scene in
            try scene.uploads.mark("a.jpg", .personal)
        }
        try scene.tree.write("photos/copy.jpg", bytes)
        try await scene.uploads.scan()
        let copy = try scene.uploads.index.photo(at: scene.tree.path("photos/copy.jpg"))
        #expect(copy?.judgement?.reason == .marked && copy?.judgement?.verdict == .personal)
    }

    @Test func `A decision on a parked photo does not apply to a file in its place`() async throws {
        let told = Mutex<[Finding]>([])
        scene.before(.parked) { [scene] in
            let path = scene.tree.path(scene.uploads.file("a.jpg"))
            let member = try scene.underWay.flatMap(\.members).first { $0.path == path }
            let place = try scene.trash.place(of: try #require(member?.ticket))
            let name = try #require(place.lastComponent)
            try scene.tree.rename(FilePath("trash").appending(name), to: "elsewhere")
            try scene.tree.write(FilePath("trash").appending(name), [7])
            let word = try DecisionOnFiles(
                index: scene.tree.path("index.sqlite"), isDryRun: false, rules: { [scene] in scene.uploads.rules },
                environment: scene.environment(), progress: HiddenProgress(),
                report: { finding in told.withLock { $0.append(finding) } })
            #expect(try word.record(.mark(.personal), of: [path], hashed: nil, by: "mark") { _, _ in } == 0)
        }
        _ = try await scene.purge()
        #expect(told.withLock { $0.map(\.kind) } == [.missing])
    }

    @Test func `A photo that a purge removed takes a mark by the path that it had`() async throws {
        _ = try await scene.purge()
        let told = Mutex<[Finding]>([])
        let word = try DecisionOnFiles(
            index: scene.tree.path("index.sqlite"), isDryRun: false, rules: { [scene] in scene.uploads.rules },
            environment: scene.environment(), progress: HiddenProgress(),
            report: { finding in told.withLock { $0.append(finding) } })
        let path = scene.tree.path(scene.uploads.file("a.jpg"))
        #expect(try word.record(.mark(.personal), of: [path], hashed: nil, by: "mark") { _, _ in } == 1)
        #expect(told.withLock { $0.isEmpty })
    }

    @Test func `Nothing is removed through a directory that has become a link`() async throws {
        let scene = try await PurgeScene("a.jpg", "sub/b.jpg")
        try scene.tree.rename("photos/sub", to: "elsewhere")
        try scene.tree.link("photos/sub", to: scene.tree.path("elsewhere"))
        #expect(try await scene.purge().states == ["a.jpg": "done", "b.jpg": "skipped changed-since-scan"])
        #expect(scene.tree.exists("elsewhere/b.jpg"))
    }
}

extension PurgeAttackTests {
    @Test func `Fences that are edited by hand during the run count`() async throws {
        let store = FenceStore(path: scene.tree.path("other.geojson"))
        let home = try JudgingRules(
            fences: try store.load(), settings: JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles()))
        let isEdited = EditedFlag()
        scene.before(.prepare) { isEdited.set() }
        let before = scene.uploads.rules
        let outcome = try await scene.purge(rules: { isEdited.isSet ? home : before })
        #expect(outcome.states == ["a.jpg": "skipped not-work", "b.jpg": "skipped not-work"])
        #expect(try scene.trashed == 0)
    }

    @Test func `Fences that are edited by hand during the run keep nothing whose verdict is unchanged`() async throws {
        let store = FenceStore(path: scene.tree.path("fences.geojson"))
        let center = try #require(Coordinate(latitude: 48.14, longitude: 11.58))
        let shop = Fence(name: "Shop", kind: .work, shape: .circle(center: center, radius: 150))
        _ = try store.change { try $0.adding(shop) }
        let after = try JudgingRules(
            fences: try store.load(), settings: JudgingSettings(triage: TriageSettings(), zones: TimeZoneFiles()))
        let isEdited = EditedFlag()
        scene.before(.prepare) { isEdited.set() }
        let before = scene.uploads.rules
        let outcome = try await scene.purge(rules: { isEdited.isSet ? after : before })
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done"])
    }

    @Test func `A copy that is the photo itself through another path keeps its receipt`() async throws {
        let source = try UploadSource(scene.tree.path(scene.uploads.file("a.jpg")), interruption: TestInterruption())
        try await expectKept("skipped not-verified", at: nil, way: .trash) { [target] in
            $0.nas.identities[target] = source.identity
        }
        #expect(try scene.uploads.receipts.contains("a.jpg"))
    }

    @Test func `A copy at a destination without times is read completely again`() async throws {
        scene.nas.setStamps(false, times: false)
        try await expectKept("refused destination-changed", at: .park, way: .trash) { [target] in
            var bytes = $0.nas.bytes(at: target) ?? []
            bytes[0] ^= 1
            $0.nas.place(.file(bytes, modified: 0), at: target)
        }
    }

    @Test func `A destination that is replaced meanwhile puts everything back`() async throws {
        scene.before(.park) { [scene] in scene.nas.setMarker(DestinationMarker(random: 9, 9)) }
        let outcome = try await scene.purge { $0.way = .permanent }
        #expect(
            outcome.states == ["a.jpg": "refused destination-changed", "b.jpg": "refused destination-changed"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp") && scene.isHome("b.jpg"))
    }

    @Test func `A missing destination keeps everything, and nothing is done`() async throws {
        scene.nas.isGone = true
        let error = await #expect(throws: PipelineError.self) { try await scene.purge() }
        #expect(error?.kind == .destination)
        #expect(scene.trash.calls.isEmpty && scene.isHome("a.jpg"))
    }

    @Test func `If one file cannot be renamed, its whole group is put back`() async throws {
        let path = scene.tree.path(scene.uploads.file("a.xmp"))
        scene.trash.refuse(.park, for: path.string, with: TrashError(.refused, "no trash here"))
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "refused no-trash", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try scene.trashed == 1)
    }

    @Test func `A group with a file that could not be unlinked stays as it is, and the next run finishes it`()
        async throws
    {
        let path = scene.tree.path(scene.uploads.file("a.xmp"))
        scene.permanent.refuse(.finish, for: path.string, with: TrashError(.failed, "the disk fails"))
        let outcome = try await scene.purge { $0.way = .permanent }
        #expect(outcome.states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(!scene.isHome("a.jpg") && !scene.isHome("a.xmp"))
        #expect(try scene.trashed == 1 && scene.underWay.count == 1)
        scene.permanent.refuse(.finish, for: path.string, with: nil)
        _ = try await scene.uploads.upload()
        #expect(try scene.trashed == 0 && scene.underWay.isEmpty && !scene.isHome("a.xmp"))
    }

    @Test func `A group with a file that may not be safely in the trash is put back`() async throws {
        let path = scene.tree.path(scene.uploads.file("a.xmp"))
        scene.trash.refuse(.finish, for: path.string, with: TrashError(.failed, "the disk fails"))
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "failed removal-failed", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try scene.trashed == 1 && scene.underWay.isEmpty)
    }

    @Test func `A file that cannot be put back stays in progress, and the next run puts it back`() async throws {
        let path = scene.tree.path(scene.uploads.file("a.xmp"))
        scene.trash.refuse(.finish, for: path.string, with: TrashError(.failed, "the disk fails"))
        scene.trash.refuse(.putBack, for: path.string, with: TrashError(.denied, "the disk can only be read"))
        _ = try await scene.purge()
        #expect(!scene.isHome("a.xmp"))
        #expect(try scene.trashed == 2 && scene.underWay.count == 1)
        scene.trash.refuse(.putBack, for: path.string, with: nil)
        _ = try await scene.uploads.upload()
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        #expect(try scene.trashed == 1 && scene.underWay.isEmpty)
    }

    @Test func `An interruption is noticed before anything is parked`() async throws {
        scene.before(.prepare) { [scene] in scene.uploads.interruption.raise() }
        let outcome = try await scene.purge()
        #expect(outcome.summary.signal == .interrupt && outcome.summary.count(.done) == 0)
        #expect(scene.isHome("a.jpg") && scene.isHome("b.jpg"))
        #expect(try scene.underWay.isEmpty)
    }
}

private final class EditedFlag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}
