/// How much may be removed within ``RemovalCap/span``: of several limits the one counts that allows the fewest.
package struct RemovalLimit: Hashable, Sendable {
    /// What holds where nobody says otherwise, and what a configuration cannot raise: percent.
    package static let standardShare = 25.0
    private var limits: [CountOrShare]

    /// What holds where nobody says otherwise.
    package init() { limits = [.percent(Self.standardShare)] }

    /// What a person says, each time anew; this may be more.
    package init(_ said: CountOrShare) { limits = [said] }

    /// Lowers it to what a configuration says, where that is less.
    package mutating func lower(to limit: CountOrShare) { limits.append(limit) }

    /// The limit that counts.
    ///
    /// - Parameters:
    ///   - whole: of how many photos.
    ///   - hasShare: whether these are enough for a share of them to say anything.
    /// - Returns: nil where there is none.
    package func limit(of whole: Int, hasShare: Bool) -> CountOrShare? {
        limits.filter { hasShare || !$0.isShare }.min { $0.limit(of: whole) < $1.limit(of: whole) }
    }
}

extension CountOrShare {
    fileprivate var isShare: Bool { if case .percent = self { true } else { false } }
}
