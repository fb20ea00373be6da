import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

struct RemovalQuestionTests {
    /// The error of a question that is answered with a line; nil if the answer was yes.
    private func kind(
        _ answer: String?, photos: Int = 3, canAsk: Bool = true, interruption: TestInterruption = TestInterruption()
    ) async -> PipelineError.Kind? {
        let answers = TypedAnswers([answer], canAsk: canAsk)
        let environment = PhotoPipeline.Environment.test(
            currentDirectory: "/", clock: SteppingClock(now: 0), interruption: interruption, confirmation: answers)
        do throws(PipelineError) {
            try await RemovalQuestion(headline: "Remove them", lines: ["1 file"], photos: photos).ask(in: environment)
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(arguments: ["y", "Y", "yes", " YES \r"])
    func `A clear yes counts`(_ answer: String) async {
        #expect(await kind(answer) == nil)
    }

    @Test(arguments: ["", "n", "no", "yep", "yes please", "3", " "])
    func `Any other answer is no`(_ answer: String) async {
        #expect(await kind(answer) == .declined)
    }

    @Test func `The end of input is no, and Ctrl-C an interruption`() async {
        #expect(await kind(nil) == .declined)
        #expect(await kind(nil, interruption: TestInterruption(afterQuestions: 0)) == .interrupted)
        #expect(await kind("y", interruption: TestInterruption(afterQuestions: 0)) == .interrupted)
    }

    @Test func `More than a hundred photos require their number`() async {
        #expect(await kind("y", photos: 100) == nil)
        #expect(await kind("y", photos: 101) == .declined)
        #expect(await kind("yes", photos: 101) == .declined)
        #expect(await kind("100", photos: 101) == .declined)
        #expect(await kind(" 101 ", photos: 101) == nil)
    }

    @Test func `A number counts with the separators with which it was shown, and without them`() async {
        #expect(await kind("4675", photos: 4_675) == nil)
        #expect(await kind("4,675", photos: 4_675) == nil)
        #expect(await kind("46,75", photos: 4_675) == .declined)
        #expect(await kind("4,676", photos: 4_675) == .declined)
    }

    @Test func `Without a terminal nothing is asked, and only a flag means yes`() async throws {
        #expect(await kind("y", canAsk: false) == .unconfirmed)
        let nobody = PhotoPipeline.Environment.test(currentDirectory: "/", clock: SteppingClock(now: 0))
        try RemovalQuestion.requireAnswer(isConfirmed: true, in: nobody)
        let error = #expect(throws: PipelineError.self) {
            try RemovalQuestion.requireAnswer(isConfirmed: false, in: nobody)
        }
        #expect(error?.kind == .unconfirmed)
    }

    @Test func `What will be removed is shown before the question`() async throws {
        let answers = TypedAnswers(["y"], canAsk: true)
        let environment = PhotoPipeline.Environment.test(
            currentDirectory: "/", clock: SteppingClock(now: 0), confirmation: answers)
        try await RemovalQuestion(headline: "Remove them", lines: ["1 file", "of 2"], photos: 3).ask(in: environment)
        #expect(answers.questions == ["Remove them\n  1 file\n  of 2\nContinue? [y/N]"])
    }
}
