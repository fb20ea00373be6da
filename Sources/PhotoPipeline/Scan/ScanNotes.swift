import PhotoIndex

/// Has the index know how far a scan is, for whoever asks meanwhile: every few seconds, and never for a short one.
final class ScanNotes {
    private static let interval: Int64 = 3_000_000_000
    private let run: Int64
    private let index: PhotoIndex
    private let clock: any Clock
    private var last: Int64
    /// Files of the roots before this one.
    private var before = 0
    private var current = 0

    init(run: Int64, index: PhotoIndex, clock: any Clock) {
        (self.run, self.index, self.clock) = (run, index, clock)
        last = clock.uptime
    }

    /// Notes how many files of the present root were come across.
    func note(_ seen: Int) {
        current = seen
        let now = clock.uptime
        guard now - last >= Self.interval else { return }
        last = now
        // Nobody may have asked; what really keeps the index from being written to ends the next save.
        try? index.noteProgress(ofRun: run, seen: before + seen)
    }

    /// The next root begins.
    func endRoot() {
        before += current
        current = 0
    }
}
