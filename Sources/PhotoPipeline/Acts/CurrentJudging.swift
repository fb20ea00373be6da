import PhotoFiles
import PhotoIndex
import PhotoModel
import Synchronization
import SystemPackage

/// The rules at the moment of asking. If they have changed, the index is judged again.
///
/// Several tasks share it. The rules may have been edited by hand since the run began. They are read again only where a
/// file that they come from has another status than when it was read, or changed so shortly before that the status
/// cannot tell.
final class CurrentJudging: Sendable {
    private let read: @Sendable () throws -> JudgingRules
    private let files: [FilePath]
    private let index: PhotoIndex
    private let clock: any Clock

    private struct State {
        var last: JudgingBasis?
        /// The rules as they were read last, and the statuses of their files before that.
        var rules: JudgingRules?
        var stamps: [Fingerprint?] = []
    }
    private let state: Mutex<State>

    /// - Parameters:
    ///   - rules: returns the rules as they are when it is called.
    ///   - files: all files that they come from; empty to read them each time.
    ///   - last: the basis of the index's verdicts; nil if it has not been checked.
    ///   - index: the index to judge.
    init(
        rules: @escaping @Sendable () throws -> JudgingRules, files: [FilePath], last: JudgingBasis?,
        index: PhotoIndex, clock: any Clock
    ) {
        (read, self.files, self.index, self.clock) = (rules, files, index, clock)
        state = Mutex(State(last: last))
    }

    /// The basis of the index's current verdicts.
    ///
    /// - Throws: as ``current()``.
    func basis() throws -> JudgingBasis { try current().basis }

    /// The rules of this moment, by which the index is judged.
    ///
    /// - Throws: `PipelineError` where the rules cannot be read, `IndexError`.
    func current() throws -> JudgingRules {
        try state.withLock { state in
            let stamps = files.map { try? FileStatus(at: $0, followingLinks: true).fingerprint }
            let isKnown = !files.isEmpty && stamps == state.stamps
            // What is inferred also depends on tracks.
            if isKnown, let rules = state.rules, state.last == rules.basis, !rules.basis.infers { return rules }
            let now = clock.now
            let rules = try read()
            if try state.last != rules.basis || !TrackUpdate(of: index, by: rules).isEmpty {
                try index.judgeAnew(by: rules)
            }
            state.last = rules.basis
            let isSettled = stamps.allSatisfy { $0?.isRacy(readAt: now) != true }
            (state.rules, state.stamps) = isSettled ? (rules, stamps) : (nil, [])
            return rules
        }
    }
}
