import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosCLI

/// The exit status of runs that upload, remove or undo: the first in the contract's order that applies.
struct ExitStatusTests {
    private func status(_ change: (inout ActionSummary) -> Void) -> WorkphotosCLI.ExitStatus {
        var summary = ActionSummary()
        change(&summary)
        return WorkphotosCLI.ExitStatus(summary)
    }

    @Test func `Success, also with skipped actions, is success`() {
        #expect(status { _ in } == .success)
        #expect(status { $0.groups.byState = [.done: 3, .skipped: 9] } == .success)
        #expect(status { $0.groups.byState = [.planned: 1] } == .success)
    }

    @Test func `A failure is partial if something was done`() {
        #expect(status { $0.groups.byState = [.failed: 1] } == .failed)
        #expect(status { $0.groups.byState = [.failed: 1, .skipped: 1] } == .failed)
        for state in [.done, .planned, .staged] as [Action.State] {
            #expect(status { $0.groups.byState = [.failed: 1, state: 1] } == .partial, "\(state)")
        }
        #expect(status { $0.unknown = [7] } == .failed)
        #expect(
            status {
                $0.unknown = [7]
                $0.groups.byState = [.done: 1]
            } == .partial)
    }

    @Test func `What a killed run left and cannot be settled is partial`() {
        #expect(status { $0.unsettled = 1 } == .partial)
        #expect(status { ($0.unsettled, $0.groups.byState) = (1, [.done: 2]) } == .partial)
        #expect(status { ($0.unsettled, $0.groups.byState) = (1, [.refused: 1]) } == .refused)
    }

    @Test func `A run that a destination ended by not answering is partial`() {
        #expect(
            status {
                $0.groups.byState = [.failed: 4, .skipped: 124]
                $0.endedBy = UploadError(.unavailable, "does not answer any more")
            } == .partial)
    }

    @Test func `The contract's order determines the status`() {
        var summary = ActionSummary()
        summary.groups.byState = [.done: 1, .failed: 1]
        #expect(WorkphotosCLI.ExitStatus(summary) == .partial)
        summary.groups.byState[.refused] = 1
        #expect(WorkphotosCLI.ExitStatus(summary) == .refused)
        summary.endedBy = UploadError(.full, "full")
        #expect(WorkphotosCLI.ExitStatus(summary) == .refused)
        summary.endedBy = UploadError(.quota, "quota")
        #expect(WorkphotosCLI.ExitStatus(summary) == .quota)
        summary.endedBy = UploadError(.signIn, "sign in")
        #expect(WorkphotosCLI.ExitStatus(summary) == .signIn)
        summary.signal = .terminate
        #expect(WorkphotosCLI.ExitStatus(summary) == .terminated)
    }

    @Test func `Exceeding the cap is refused`() {
        let cap = RemovalCap(path: "/photos", largest: 100, removed: 0)
        let breach = ActionSummary.CapBreach(cap: cap, limit: .percent(25), planned: 26)
        #expect(status { $0.breaches = [breach] } == .refused)
    }
}
