import PhotoIndex
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Park, look, finish: the order of the steps, and that any disturbance between them puts the whole group back.
struct PurgeOrderTests {
    private let scene: PurgeScene

    init() async throws {
        scene = try await PurgeScene("a.jpg", "a.xmp", "b.jpg")
    }

    @Test func `Uploaded photos go to the trash with their sidecars, and the index knows that they are removed`()
        async throws
    {
        let outcome = try await scene.purge()
        #expect(outcome.states == ["a.jpg": "done", "b.jpg": "done"])
        #expect(outcome.summary.files == 3 && outcome.summary.run != nil)
        #expect(!scene.isHome("a.jpg") && !scene.isHome("a.xmp") && !scene.isHome("b.jpg"))
        #expect(try scene.trashed == 3)
        let status = try scene.uploads.index.status(unsentSidecars: [.takeout])
        #expect(status.byVerdict[.work]?.photos == 0 && status.gone == 2)
        #expect(try scene.underWay.isEmpty)
        #expect(try scene.uploads.index.checkIntegrity() == [])
        #expect(try await scene.purge().actions.isEmpty)
    }

    @Test func `The intent is in the journal before anything is parked, the outcome at the end`() async throws {
        let seen = SeenStates()
        scene.trash.whenCalled { [scene] call in
            seen.note(call.step, (try? scene.underWay.map(\.state)) ?? [])
        }
        _ = try await scene.purge()
        #expect(seen[.prepare] == [[]])
        #expect(seen[.park] == [[.running, .running]] && seen[.finish] == [[.running, .running]])
    }

    @Test func `Without a terminal and without a flag nothing is planned`() async throws {
        let error = await #expect(throws: PipelineError.self) {
            try await scene.purge(isConfirmed: false)
        }
        #expect(error?.kind == .unconfirmed)
        #expect(scene.trash.calls.isEmpty)
    }

    @Test(arguments: ["no", "", "n", "2"]) func `Any answer but yes keeps everything`(answer: String)
        async throws
    {
        let answers = TypedAnswers([answer], canAsk: true)
        let error = await #expect(throws: PipelineError.self) {
            try await scene.purge(confirmation: answers, isConfirmed: false)
        }
        #expect(error?.kind == .declined)
        #expect(scene.isHome("a.jpg") && scene.isHome("b.jpg"))
        let question = try #require(answers.questions.first)
        #expect(question.contains("Move 2 photos (") && !question.contains("files"))
        #expect(question.contains("2 of 2 photos (100 %)") && question.contains("nas"))
    }

    @Test func `The answer yes removes the photos`() async throws {
        let answers = TypedAnswers(["yes"], canAsk: true)
        let outcome = try await scene.purge(confirmation: answers, isConfirmed: false)
        #expect(outcome.summary.count(.done) == 2)
    }

    @Test(arguments: [PlanMode.dryRun, .stage]) func `A dry run and staging remove nothing`(mode: PlanMode)
        async throws
    {
        let outcome = try await scene.purge(.selection(PhotoSelection()), mode, isConfirmed: false)
        #expect(outcome.summary.count(.planned) + outcome.summary.count(.staged) == 2)
        #expect(scene.isHome("a.jpg") && scene.isHome("b.jpg"))
        #expect(!scene.trash.calls.contains { $0.step == .park })
    }

    @Test func `A staged removal is carried out by its numbers, after the same proof`() async throws {
        let staged = try await scene.purge(.selection(PhotoSelection()), .stage)
        let id = try #require(staged.actions.first { $0.members.first?.path.lastComponent == "b.jpg" }?.id)
        let outcome = try await scene.purge(.staged([id, 4_711]))
        #expect(outcome.states == ["b.jpg": "done"] && outcome.summary.unknown == [4_711])
        #expect(scene.isHome("a.jpg") && !scene.isHome("b.jpg"))
        try scene.uploads.write("a.jpg", 77)
        let drifted = try await scene.purge(.staged(nil))
        #expect(drifted.states == ["a.jpg": "refused changed-since-plan"])
        #expect(scene.isHome("a.jpg"))
    }

    @Test func `A plan that is carried out again finds its photos gone, and refuses nothing`() async throws {
        let file = scene.tree.path("plan")
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(file, .plan))))
        let plan = PlanOrigin.plan(try PlanFile(reading: file, interruption: TestInterruption()))
        #expect(try await scene.purge(plan).summary.count(.done) == 2)
        let again = try await scene.purge(plan)
        #expect(again.states == [:] && again.summary.groups.upToDate == 2)
        try scene.uploads.write("b.jpg", 77)
        #expect(try await scene.purge(plan).states == ["b.jpg": "refused changed-since-plan"])
    }

    @Test func `A plan for other bytes is refused, even with the same size and time`() async throws {
        let file = scene.tree.path("plan")
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(file, .plan))))
        let lines = String(decoding: try scene.tree.read("plan"), as: UTF8.self)
        let hash = try #require(lines.firstMatch(of: #/"sha256":"([0-9a-f]{64})"/#)?.1)
        let other = String(hash.reversed())
        try scene.tree.write("plan", Array(lines.replacing(hash, with: other).utf8))
        let outcome = try await scene.purge(.plan(try PlanFile(reading: file, interruption: TestInterruption())))
        #expect(outcome.states == ["a.jpg": "refused changed-since-plan", "b.jpg": "done"])
        #expect(scene.isHome("a.jpg") && scene.isHome("a.xmp"))
    }

    @Test func `A touched file, or one with a new companion, differs from the plan, whatever the last scan says`()
        async throws
    {
        let file = scene.tree.path("plan")
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(file, .plan))))
        try scene.tree.setModified(scene.uploads.file("a.xmp"), seconds: 1_000)
        try scene.uploads.write("b.xmp", 9)
        try await scene.uploads.scan()
        try await scene.upload()
        let outcome = try await scene.purge(
            .plan(try PlanFile(reading: file, interruption: TestInterruption())), .dryRun)
        #expect(outcome.states == ["a.jpg": "refused changed-since-plan", "b.jpg": "refused members-differ"])
        #expect(try await scene.purge(.selection(PhotoSelection()), .dryRun).summary.count(.planned) == 2)
    }

    @Test func `An old plan does not remove what is no longer work`() async throws {
        let file = scene.tree.path("plan")
        _ = try await scene.purge(.selection(PhotoSelection()), .write(.file(OutputFile(file, .plan))))
        try scene.uploads.mark("a.jpg", .personal)
        let plan = PlanOrigin.plan(try PlanFile(reading: file, interruption: TestInterruption()))
        #expect(try await scene.purge(plan, .dryRun).states == ["a.jpg": "skipped not-work", "b.jpg": "planned"])
        try scene.uploads.write("a.jpg", 77)
        #expect(try await scene.purge(plan, .dryRun).states["a.jpg"] == "skipped not-work", "changed or not")
    }

    @Test func `A permanent removal unlinks only after asking for the copies again`() async throws {
        let outcome = try await scene.purge { $0.way = .permanent }
        #expect(outcome.summary.count(.done) == 2)
        #expect(try scene.trashed == 0)
        let steps = scene.permanent.calls.map(\.step)
        #expect(steps.lastIndex(of: .park)! < steps.firstIndex(of: .finish)!)
    }
}

/// The states that the journal showed at the steps of a trash.
private final class SeenStates: Sendable {
    private let seen = Mutex<[FakeTrashService.Step: [[Action.State]]]>([:])

    func note(_ step: FakeTrashService.Step, _ states: [Action.State]) {
        seen.withLock { seen in
            if seen[step]?.last != states { seen[step, default: []].append(states) }
        }
    }

    subscript(_ step: FakeTrashService.Step) -> [[Action.State]] { seen.withLock { $0[step] ?? [] } }
}
