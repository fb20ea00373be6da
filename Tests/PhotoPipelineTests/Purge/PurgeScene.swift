import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library of work photos that are uploaded to the destination `nas`, and a trash that is a directory beside it.
struct PurgeScene {
    var uploads: UploadScene
    let trash: FakeTrashService
    /// Removes permanently; it parks in the same directory.
    let permanent: FakeTrashService

    /// - Parameters:
    ///   - names: what lies in the library, as for ``UploadScene``.
    ///   - isUploaded: whether it is uploaded.
    /// - Throws: where the library cannot be written, scanned or uploaded.
    init(_ names: FilePath..., uploading isUploaded: Bool = true) async throws {
        try await self.init(names, uploading: isUploaded)
    }

    /// - Parameters: as above.
    /// - Throws: as above.
    init(_ names: [FilePath], uploading isUploaded: Bool = true) async throws {
        var uploads = try await UploadScene(names)
        try uploads.tree.makeDirectory("trash")
        let trash = FakeTrashService(in: uploads.tree.path("trash"))
        let permanent = FakeTrashService(in: uploads.tree.path("trash"), isPermanent: true)
        uploads.trashService = { $0 == .trash ? trash : permanent }
        (self.uploads, self.trash, self.permanent) = (uploads, trash, permanent)
        if isUploaded { try await upload() }
        uploads.clock.advance(seconds: 3_600)
    }

    var tree: TemporaryTree { uploads.tree }
    var nas: FakeUploadService { uploads.nas }

    /// Uploads everything, with sidecars of every format.
    func upload(to destination: String? = nil) async throws {
        let outcome = try await uploads.upload(to: destination) { $0.sidecars = [.xmp, .aae, .takeout] }
        #expect(outcome.summary.count(.failed) == 0)
    }

    /// Purges, one group at a time by default.
    func purge(
        _ origin: PlanOrigin = .selection(PhotoSelection()), _ mode: PlanMode = .carryOut,
        confirmation: any PhotoPipeline.Confirmation = TypedAnswers(), isConfirmed: Bool = true,
        change: @escaping @Sendable (inout PurgeSettings) throws -> Void = { _ in },
        rules: (@Sendable () throws -> JudgingRules)? = nil
    ) async throws -> PurgeOutcome {
        let settings = { @Sendable in
            var settings = PurgeSettings()
            settings.parallel = 1
            settings.unsentSidecars = []
            settings.maxDelete = RemovalLimit(.percent(100))
            try change(&settings)
            return settings
        }
        let own = uploads.rules
        let act = try PurgeAct(origin: origin, settings: settings, isConfirmed: isConfirmed)
        let run = run(.purge(act), mode, rules: rules ?? { own })
        let shown = Mutex<[Action]>([])
        let details = Mutex<[String]>([])
        let environment = environment(confirmation)
        defer { for service in [trash, permanent] { service.leaveAlone() } }
        let summary = try await run.run(in: environment, progress: HiddenProgress()) { action, detail in
            shown.withLock { $0.append(action) }
            if let detail { details.withLock { $0.append(detail) } }
        } note: { note in
            details.withLock { $0.append("\(note)") }
        }
        return PurgeOutcome(
            summary: summary, actions: shown.withLock { $0 }, notes: details.withLock { $0 })
    }

    private func run(
        _ act: AnyAct, _ mode: PlanMode, rules: @escaping @Sendable () throws -> JudgingRules
    ) -> ActionRun {
        ActionRun(
            act, mode: mode, index: tree.path("index.sqlite"), rules: rules,
            places: uploads.places, wait: .zero)
    }

    func undo(_ run: Int64, isDryRun: Bool = false) async throws -> PurgeOutcome {
        try await outcome(of: .undo(UndoAct(run: run, isConfirmed: true)), isDryRun ? .dryRun : .carryOut)
    }

    /// Gives a parked file a name.
    func restoreNames(_ file: FilePath, as name: FilePath) async throws -> PurgeOutcome {
        try await outcome(
            of: .restoreNames(RestoreNamesAct(files: [RestoreNamesAct.File(path: file, name: name)])), .carryOut)
    }

    /// Takes the copies of photos of the library back from a destination.
    func retract(_ names: [FilePath], from destination: String) async throws -> PurgeOutcome {
        let files = names.map { tree.path(uploads.file($0)) }
        let act = RetractAct(files: files, to: [destination], isConfirmed: true) { FilePath($0) }
        return try await outcome(of: .retract(act), .carryOut)
    }

    private func outcome(of act: AnyAct, _ mode: PlanMode) async throws -> PurgeOutcome {
        let own = uploads.rules
        let run = run(act, mode) { own }
        let shown = Mutex<[Action]>([])
        let summary = try await run.run(in: environment(), progress: HiddenProgress()) { action, _ in
            shown.withLock { $0.append(action) }
        } note: { _ in
        }
        return PurgeOutcome(summary: summary, actions: shown.withLock { $0 }, notes: [])
    }

    func environment(_ confirmation: any PhotoPipeline.Confirmation = TypedAnswers()) -> PhotoPipeline.Environment {
        var environment = uploads.environment
        environment.confirmation = confirmation
        return environment
    }

    /// Whether a file of the library is at its own name.
    func isHome(_ name: FilePath) -> Bool { tree.exists(uploads.file(name)) }

    /// The number of files in the trash.
    var trashed: Int { get throws { try tree.snapshot().keys.count { $0.hasPrefix("trash/") } } }

    /// The journal's actions without an outcome.
    var underWay: [Action] { get throws { try uploads.index.underWay(nil) } }

    /// Runs `body` when a step of the trash is first taken. Names are chosen for hashed files: the first name, which is
    /// requested before anything is hashed, does not count.
    func before(_ step: FakeTrashService.Step, _ body: @escaping @Sendable () throws -> Void) {
        let left = Mutex(step == .prepare ? 1 : 0)
        for service in [trash, permanent] {
            service.whenCalled { call in
                guard call.step == step else { return }
                let isDue = left.withLock { left in
                    left -= 1
                    return left == -1
                }
                guard isDue else { return }
                do { try body() } catch { Issue.record("\(error)") }
            }
        }
    }
}

struct PurgeOutcome: Sendable {
    let summary: ActionSummary
    let actions: [Action]
    let notes: [String]

    /// The state of each group by its leader's name: `done`, `skipped held`.
    var states: [String: String] {
        UploadOutcome(summary: summary, actions: actions, notes: notes).states
    }
}
