import PhotoIndex

/// Records in the index, every few seconds, how far a scan has come. A short scan records nothing.
final class ScanNotes {
    private static let interval: Int64 = 3_000_000_000
    private let run: Int64
    private let index: PhotoIndex
    private let clock: any Clock
    private var last: Int64
    /// The number of files of earlier roots.
    private var before = 0
    private var current = 0

    init(run: Int64, index: PhotoIndex, clock: any Clock) {
        (self.run, self.index, self.clock) = (run, index, clock)
        last = clock.uptime
    }

    /// Records how many files of the current root were seen.
    func note(_ seen: Int) {
        current = seen
        let now = clock.uptime
        guard now - last >= Self.interval else { return }
        last = now
        // Progress may be lost; a lasting error of the index also ends the next save.
        try? index.noteProgress(ofRun: run, seen: before + seen)
    }

    /// Starts the next root.
    func endRoot() {
        before += current
        current = 0
    }
}
