import PhotoModel
import PhotoPipeline
import Testing

struct ActionSummaryTests {
    @Test func `Two parts of a command add up, and the run of the later one counts`() {
        var whole = ActionSummary()
        (whole.run, whole.groups.byState, whole.groups.reasons) = (7, [.done: 2, .failed: 1], [.full: 1])
        (whole.files, whole.bytes, whole.unknown, whole.lastScan) = (3, 300, [4], 50)
        (whole.endedBy, whole.unsettled) = (UploadError(.signIn, "sign in"), 2)
        var later = ActionSummary()
        (later.run, later.groups.byState, later.groups.reasons) = (8, [.done: 1, .skipped: 2], [.held: 2])
        (later.files, later.bytes, later.groups.left, later.signal) = (1, 10, 5, .terminate)
        (later.endedBy, later.unsettled) = (UploadError(.unavailable, "is not there"), 2)
        whole.add(later)
        #expect(whole.run == 8)
        #expect(whole.groups.byState == [.done: 3, .failed: 1, .skipped: 2])
        #expect(whole.groups.reasons == [.full: 1, .held: 2])
        #expect([whole.files, whole.groups.left, Int(whole.bytes)] == [4, 5, 310])
        #expect(whole.unsettled == 2, "both have met the same ones")
        #expect(whole.unknown == [4] && whole.lastScan == 50 && whole.signal == .terminate)
        #expect(whole.endedBy?.kind == .signIn, "what says most of what to do")
        whole.add(ActionSummary())
        #expect(whole.run == 8)
    }
}
