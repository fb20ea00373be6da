import PhotoFiles
import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A library of a photo with its sidecar, `a.jpg` and `a.xmp`, and a photo alone, `b.jpg`, all of them uploaded to
/// `nas` and `attic`, and then removed by a run.
struct PurgedScene {
    static let modified = 1_600_000_000
    var scene: UploadScene
    let trash: FakeTrashService
    let waiting: FakeTrashService
    let answers: TypedAnswers
    /// The run that removed them.
    let run: Int64
    /// The bytes of the files before.
    let bytes: [FilePath: [UInt8]]

    /// - Parameters:
    ///   - way: how they were removed.
    ///   - answers: what a person types; nil where there is no terminal.
    /// - Throws: where it cannot be made.
    init(_ way: RemovalWay = .trash, answers: [String?]? = nil) async throws {
        let scene = try await UploadScene("a.jpg", "a.xmp", "b.jpg")
        self.scene = scene
        self.answers = TypedAnswers(answers ?? [], canAsk: answers != nil)
        let names: [FilePath] = ["a.jpg", "a.xmp", "b.jpg"]
        for name in names {
            try scene.tree.setModified(scene.file(name), seconds: Self.modified, nanoseconds: 5)
            try scene.tree.setPermissions(scene.file(name), FilePermissions(rawValue: 0o640))
        }
        try await scene.scan()
        bytes = try Dictionary(uniqueKeysWithValues: names.map { ($0, try scene.bytes($0)) })
        _ = try await scene.upload()
        _ = try await scene.upload(to: "attic")
        for directory in ["trash", "waiting"] { try scene.tree.makeDirectory(FilePath(directory)) }
        trash = FakeTrashService(in: scene.tree.path("trash"))
        waiting = FakeTrashService(in: scene.tree.path("waiting"), isPermanent: true)
        run = try scene.purge(by: way == .trash ? trash : waiting)
    }

    var environment: PhotoPipeline.Environment {
        .test(
            currentDirectory: "/", clock: scene.clock, interruption: scene.interruption, confirmation: answers,
            uploadService: { [nas = scene.nas, attic = scene.attic] (spec: DestinationSpec) throws(UploadError) in
                switch spec.text {
                case "drive:nas": nas
                case "drive:attic": attic
                default: throw UploadError(.unavailable, "no such service")
                }
            }, trashService: { [trash, waiting] in $0 == .trash ? trash : waiting })
    }

    private var path: FilePath { scene.tree.path("index.sqlite") }

    /// Undoes a run; by default the one that removed them.
    func undo(_ other: Int64? = nil, isDryRun: Bool = false) async throws -> UploadOutcome {
        try await outcome(of: .undo(UndoAct(run: other ?? run, isConfirmed: true)), isDryRun ? .dryRun : .carryOut)
    }

    /// Empties the trash of the run.
    func empty(
        isDryRun: Bool = false, isConfirmed: Bool = true,
        settings: @escaping @Sendable () throws -> PurgeSettings = { PurgeSettings() }
    ) async throws -> UploadOutcome {
        let act = EmptyTrashAct(run: run, isConfirmed: isConfirmed, settings: settings)
        return try await outcome(of: .emptyTrash(act), isDryRun ? .dryRun : .carryOut)
    }

    private func outcome(of act: AnyAct, _ mode: PlanMode) async throws -> UploadOutcome {
        let run = ActionRun(
            act, mode: mode, index: path, rules: { throw CancellationError() }, places: scene.places, wait: .zero)
        let shown = Shown()
        defer { for service in [trash, waiting] { service.leaveAlone() } }
        let summary = try await run.run(in: environment, progress: scene.progress) { action, _ in
            shown.add(action)
        } note: {
            shown.add("\($0)")
        }
        return UploadOutcome(summary: summary, actions: shown.actions, notes: shown.notes)
    }

    /// The contents of the trash by run.
    func trashed() throws -> [TrashedRun] {
        try Library(reading: path, owner: "tests").trash(in: environment)
    }
}

/// Collects the actions and notes of a command.
private final class Shown: Sendable {
    private let state = Mutex<(actions: [Action], notes: [String])>(([], []))

    var actions: [Action] { state.withLock { $0.actions } }
    var notes: [String] { state.withLock { $0.notes } }
    func add(_ action: Action) { state.withLock { $0.actions.append(action) } }
    func add(_ note: String) { state.withLock { $0.notes.append(note) } }
}

extension PurgedScene {
    /// Whether files of the library exist as before; all of them if none is named.
    func areBack(_ names: FilePath...) throws -> Bool {
        try (names.isEmpty ? Array(bytes.keys) : names).allSatisfy { name in
            try scene.tree.exists(scene.file(name)) && scene.bytes(name) == bytes[name]
        }
    }

    /// The names in the library.
    var names: [String] { get throws { try names(in: "photos") } }
    /// The names in the trash, and of parked files.
    var parked: [String] { get throws { try names(in: "trash") + names(in: "waiting") } }

    private func names(in directory: String) throws -> [String] {
        try scene.tree.snapshot().keys.filter { $0.hasPrefix(directory + "/") }
            .map { String($0.dropFirst(directory.count + 1)) }.sorted()
    }

    /// The groups that the run removed, by the journal.
    var removed: [RemovedGroup] { get throws { try scene.index.removedGroups(ofRun: run) } }

    /// Empties the trash like a desktop.
    func emptyDesktopTrash() throws {
        try scene.tree.remove("trash")
        try scene.tree.makeDirectory("trash")
    }
}

extension UploadScene {
    /// Removes the groups of `a.jpg` and `b.jpg`, like a complete run.
    fileprivate func purge(by service: FakeTrashService) throws -> Int64 {
        let index = try writableIndex
        let run = try index.beginRun("purge", at: clock.now)
        let nas = try #require(try index.destinations().first { $0.name == "nas" })
        let paths = ["a.jpg", "b.jpg"].map { tree.path(file($0)) }
        var number = 0
        var actions = try index.groups(ofFilesAt: paths, .removal).map { candidate in
            let candidate = try #require(candidate)
            let members = try candidate.members.map { member in
                number += 1
                return Action.Member(
                    path: member.path, role: member.role, fingerprint: member.fingerprint,
                    target: member.receipts.first { $0.destination == nas.id }?.receipt.target,
                    ticket: try service.prepare(member.path, run: run, number: number), sha256: member.sha256,
                    permissions: 0o640)
            }
            return Action(
                kind: .purge, group: candidate.group, members: members,
                destination: DestinationName(id: nas.id, name: nas.name))
        }
        let basis = try #require(try index.basis())
        for (place, intent) in try index.intend(actions, run: run, basis: basis, leavingOut: []).enumerated() {
            guard case .begun(let id) = intent else { throw UploadError(.failed, "\(intent)") }
            actions[place].id = id
            try remove(actions[place], service)
            actions[place].state = .done
        }
        try index.conclude(actions.map { ActionOutcome(action: $0) }, run: run, at: clock.now)
        try index.endRun(run, at: clock.now, isComplete: true, counts: ["done": actions.count])
        return run
    }

    private func remove(_ action: Action, _ service: FakeTrashService) throws {
        for member in action.members {
            let file = try ProvenFile(member.path, interruption: TestInterruption())
            let removal = TicketedRemoval(path: member.path, ticket: try #require(member.ticket))
            try #require(service.park([removal]) == [nil])
            try #require(service.finish([try file.proof(of: removal, in: service)]) == [nil])
        }
    }
}
