import PhotoIndex
import Synchronization

/// The rules at the moment of asking. If they have changed, the index is judged again.
///
/// Several tasks share it. The rules may have been edited by hand since the run began.
final class CurrentJudging: Sendable {
    private let rules: @Sendable () throws -> JudgingRules
    private let last: Mutex<JudgingBasis?>
    private let index: PhotoIndex

    /// - Parameters:
    ///   - rules: returns the rules as they are when it is called.
    ///   - last: the basis of the index's verdicts; nil if it has not been checked.
    ///   - index: the index to judge.
    init(rules: @escaping @Sendable () throws -> JudgingRules, last: JudgingBasis?, index: PhotoIndex) {
        self.rules = rules
        self.last = Mutex(last)
        self.index = index
    }

    /// The basis of the index's current verdicts.
    ///
    /// - Throws: as ``current()``.
    func basis() throws -> JudgingBasis { try current().basis }

    /// The rules of this moment, by which the index is judged.
    ///
    /// - Throws: `PipelineError` where the rules cannot be read, `IndexError`.
    func current() throws -> JudgingRules {
        try last.withLock { last in
            let rules = try rules()
            if try last != rules.basis || !TrackUpdate(of: index, by: rules).isEmpty {
                try index.judgeAnew(by: rules)
            }
            last = rules.basis
            return rules
        }
    }
}

/// Hands out the numbers of a run's files.
final class FileNumbers: Sendable {
    private let last = Mutex(0)

    /// Reserves numbers that no other file of the run has.
    ///
    /// - Returns: the first of `count` consecutive numbers.
    func take(_ count: Int) -> Int {
        last.withLock { last in
            defer { last += count }
            return last + 1
        }
    }
}
