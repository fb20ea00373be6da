import PhotoIndex
import Synchronization

/// What is judged by at the moment of asking; the index is judged anew where that is not what it was.
///
/// Used by several tasks: the rules may have been edited by hand since the run began.
final class CurrentJudging: Sendable {
    private let rules: @Sendable () throws -> JudgingRules
    private let last: Mutex<JudgingBasis?>
    private let index: PhotoIndex

    /// - Parameters:
    ///   - rules: gives the rules as they are when it is called.
    ///   - last: what the index was judged by last; nil where nobody has made sure of that.
    ///   - index: what is judged anew.
    init(rules: @escaping @Sendable () throws -> JudgingRules, last: JudgingBasis?, index: PhotoIndex) {
        self.rules = rules
        self.last = Mutex(last)
        self.index = index
    }

    /// The basis of the verdicts that the index has now.
    ///
    /// - Throws: `PipelineError` where the rules cannot be read, `IndexError`.
    func basis() throws -> JudgingBasis {
        try last.withLock { last in
            let rules = try rules()
            if try last != rules.basis || !TrackUpdate(of: index, by: rules).isEmpty {
                try index.judgeAnew(by: rules)
            }
            last = rules.basis
            return rules.basis
        }
    }
}

/// The numbers of a run's files.
final class FileNumbers: Sendable {
    private let last = Mutex(0)

    /// Takes numbers that no other files of the run have.
    ///
    /// - Returns: the first of so many.
    func take(_ count: Int) -> Int {
        last.withLock { last in
            defer { last += count }
            return last + 1
        }
    }
}
