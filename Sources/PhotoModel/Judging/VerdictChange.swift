/// How many photos went from one verdict to another when they were judged anew.
package struct VerdictChange: Hashable, Sendable {
    /// What they were; nil for photos nobody had judged.
    package var from: Verdict?
    /// What they are.
    package var to: Verdict
    /// How many; at least 1. Photos that are gone do not count.
    package var photos: Int

    package init(from: Verdict?, to: Verdict, photos: Int) {
        self.from = from
        self.to = to
        self.photos = photos
    }
}
