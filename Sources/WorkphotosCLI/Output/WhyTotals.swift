import PhotoModel

/// How many photos have each verdict for each reason: what `why` shows a terminal in place of many explanations.
struct WhyTotals {
    private var counts: [Verdict: [Reason: Int]] = [:]

    /// Counts a photo.
    mutating func add(_ judgement: Judgement?) {
        guard let judgement else { return }
        counts[judgement.verdict, default: [:]][judgement.reason, default: 0] += 1
    }

    /// A line for each verdict and reason, the most frequent reason of each verdict first.
    var lines: [String] {
        Verdict.allCases.flatMap { verdict in
            (counts[verdict] ?? [:]).sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }.map {
                "\(padded(verdict.rawValue, to: 8))  \(padded($0.key.rawValue, to: 18))  \($0.value.counting("photo"))"
            }
        }
    }
}
