/// The fences around a photo's position, and how a verdict comes of them.
struct Surroundings {
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

    /// The fence that decides where the position is taken for exact; nil outside all.
    var deciding: Entry? {
        // Of equal weight the first in the order of judging.
        entries.filter(\.isInside).min { $0.meaning.weight < $1.meaning.weight }
    }

    /// The uncertain boundary that the verdict hangs on, the nearest of several; nil where the verdict stands however
    /// the uncertain ones are taken.
    ///
    /// A fence decides before all of greater weight. So what comes of any way to take the uncertain boundaries is the
    /// meaning of one of the fences up to, and with, the first that surely holds the photo, and of each of them where
    /// no other is taken: going through them by weight sees every verdict that can come of it.
    var pivot: Entry? {
        let possible = entries.filter { $0.isInside || !$0.isCertain }
        guard possible.contains(where: { !$0.isCertain }) else { return nil }
        let sure = possible.filter { $0.isCertain }.map(\.meaning.weight).min()
        let open = possible.filter { !$0.isCertain && $0.meaning.weight < sure ?? .max }
        let last = possible.first { $0.isCertain && $0.meaning.weight == sure }?.meaning.verdict ?? .personal
        let verdicts = Set(open.map(\.meaning.verdict) + [last])
        guard verdicts.count > 1 else { return nil }
        let relevant = open.filter { relevance(of: $0, among: open, last: last) }
        return relevant.min { abs($0.distance) < abs($1.distance) }
    }

    /// Whether a boundary can tip the verdict: something of greater weight leads to another one.
    private func relevance(of entry: Entry, among open: [Entry], last: Verdict) -> Bool {
        let after = open.filter { $0.meaning.weight > entry.meaning.weight }.map(\.meaning.verdict) + [last]
        return after.contains { $0 != entry.meaning.verdict }
    }
}
