/// The fences around a photo's position, and the verdict that follows from them.
struct FencesAround {
    /// One fence within reach.
    struct Entry {
        /// Its place in the order of judging.
        let index: Int
        /// Metres to the boundary, negative inside.
        let distance: Double
        /// What being inside means.
        let meaning: InsideMeaning
        /// Whether the position is accurate enough to tell which side it is on.
        let isCertain: Bool

        var isInside: Bool { distance <= 0 }
    }

    /// In the order of judging.
    var entries: [Entry] = []

    /// The fence that decides if the position is taken as exact; nil outside all. Of fences with equal weight the first
    /// in the order of judging.
    var deciding: Entry? {
        var deciding: Entry?
        for entry in entries where entry.isInside && entry.meaning.weight < deciding?.meaning.weight ?? .max {
            deciding = entry
        }
        return deciding
    }

    /// The uncertain boundary that the verdict hangs on, the nearest of several; nil where the verdict stands however
    /// the uncertain ones are taken.
    ///
    /// Of the fences that contain the photo, the one of least weight decides. So the first fence by weight that
    /// certainly contains it ends the candidates; each uncertain fence before it decides for one way of taking the
    /// boundaries.
    var pivot: Entry? {
        guard entries.contains(where: { !$0.isCertain }) else { return nil }
        var sure: Entry?
        for entry in entries where entry.isCertain && entry.isInside {
            if entry.meaning.weight < sure?.meaning.weight ?? .max { sure = entry }
        }
        let open = entries.filter { !$0.isCertain && $0.meaning.weight < sure?.meaning.weight ?? .max }
        let last = sure?.meaning.verdict ?? .personal
        // A boundary matters only if something of greater weight gives another verdict.
        let relevant = open.filter { relevance(of: $0, among: open, last: last) }
        return relevant.min { abs($0.distance) < abs($1.distance) }
    }

    /// Whether a boundary can tip the verdict: something of greater weight leads to another one.
    private func relevance(of entry: Entry, among open: [Entry], last: Verdict) -> Bool {
        let after = open.filter { $0.meaning.weight > entry.meaning.weight }.map(\.meaning.verdict) + [last]
        return after.contains { $0 != entry.meaning.verdict }
    }
}
