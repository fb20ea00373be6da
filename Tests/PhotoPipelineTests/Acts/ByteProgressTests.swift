import PhotoPipeline
import Testing
import WorkphotosTestSupport

struct ByteProgressTests {
    private let shown = RecordingProgress()

    @Test func `What is read to be hashed is shown until the first bytes are sent`() {
        let progress = ByteProgress(total: 60, reporter: shown, name: "Uploading")
        progress.addRead(20)
        progress.addRead(40)
        progress.add(10)
        progress.addRead(30)
        progress.end()
        #expect(
            shown.calls == [
                .begin("Uploading"), .update(done: 0), .begin("Reading"), .update(done: 20), .update(done: 60),
                .begin("Uploading"), .update(done: 10), .end,
            ])
    }

    @Test func `What a failed attempt has sent is subtracted`() {
        let progress = ByteProgress(total: 60, reporter: shown, name: "Uploading")
        let first = ByteCounter(progress)
        progress.add(10)
        first.add(20)
        first.takeBack()
        #expect(shown.calls.suffix(3) == [.update(done: 10), .update(done: 30), .update(done: 10)])
    }
}
