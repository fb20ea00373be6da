import PhotoIndex
import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A group that was parked, wholly or in part, and put back under its names is as before: the same purge can remove it
/// without a scan or an upload.
struct ReturnedGroupTests {
    private let scene: PurgeScene

    init() async throws {
        scene = try await PurgeScene("a.jpg", "a.xmp")
    }

    private var sidecar: String { scene.tree.path(scene.uploads.file("a.xmp")).string }

    /// Makes the sidecar's rename fail once its photo is parked.
    private func refuseSidecar(_ way: RemovalWay) {
        service(way).refuse(
            .park, for: sidecar, with: TrashError(.denied, "cannot be renamed: Operation not permitted"))
    }

    private func service(_ way: RemovalWay) -> FakeTrashService { way == .trash ? scene.trash : scene.permanent }

    @Test(arguments: RemovalWay.allCases)
    func `A group with a file that cannot be renamed says why, and is removed once it can`(way: RemovalWay) async throws
    {
        refuseSidecar(way)
        let outcome = try await scene.purge { $0.way = way }
        #expect(outcome.states == ["a.jpg": "failed removal-failed"])
        #expect(outcome.notes == ["\(sidecar): cannot be renamed: Operation not permitted"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
        service(way).allow(.park, for: sidecar)
        #expect(try await scene.purge { $0.way = way }.states == ["a.jpg": "done"])
    }

    @Test func `A scan in between finds no changes`() async throws {
        refuseSidecar(.trash)
        _ = try await scene.purge()
        #expect(try await scene.uploads.scan().changed == 0)
        scene.trash.allow(.park, for: sidecar)
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }

    @Test func `A staged action is still valid`() async throws {
        let staged = try await scene.purge(.selection(PhotoSelection()), .stage)
        refuseSidecar(.trash)
        #expect(try await scene.purge(.staged(nil)).states == ["a.jpg": "failed removal-failed"])
        #expect(try await scene.purge().states == ["a.jpg": "failed removal-failed"], "by another purge too")
        scene.trash.allow(.park, for: sidecar)
        let outcome = try await scene.purge(.staged([try #require(staged.actions.first?.id)]))
        #expect(outcome.states == ["a.jpg": "done"])
    }

    @Test func `An earlier plan is still valid for these files`() async throws {
        let file = scene.tree.path("plan")
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(file, .plan))))
        refuseSidecar(.permanent)
        _ = try await scene.purge { $0.way = .permanent }
        scene.permanent.allow(.park, for: sidecar)
        let outcome = try await scene.purge(.plan(try PlanFile(reading: file, interruption: TestInterruption()))) {
            $0.way = .permanent
        }
        #expect(outcome.states == ["a.jpg": "done"])
    }

    @Test func `It is also put back after an interruption`() async throws {
        scene.before(.park) { [scene] in
            scene.nas.setMarker(DestinationMarker(random: 9, 9))
            scene.uploads.interruption.raise()
        }
        #expect(try await scene.purge().states == ["a.jpg": "refused destination-changed"])
        scene.nas.setMarker(DestinationMarker(random: 1, 1))
        scene.uploads.interruption.clear()
        #expect(try await scene.purge().states == ["a.jpg": "done"])
    }

    @Test func `A file that was edited while parked is changed`() async throws {
        refuseSidecar(.trash)
        scene.trash.whenCalled { [scene] call in
            guard case .putBack = call else { return }
            let name = try? scene.tree.snapshot().keys.first { $0.hasPrefix("trash/") }
            #expect(throws: Never.self) { try scene.tree.write(FilePath(try #require(name)), Array("edited".utf8)) }
        }
        _ = try await scene.purge()
        scene.trash.allow(.park, for: sidecar)
        #expect(try await scene.purge().states == ["a.jpg": "skipped changed-since-scan"])
        #expect(try scene.uploads.bytes("a.jpg") == Array("edited".utf8))
    }
}
