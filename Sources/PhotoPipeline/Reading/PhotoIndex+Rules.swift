import PhotoIndex
import PhotoModel

extension PhotoIndex {
    /// Judges every group anew where the verdicts are not by these rules; else does nothing.
    @discardableResult
    func judgeAnew(by rules: JudgingRules) throws -> [VerdictChange] {
        guard try basis() != rules.basis else { return [] }
        let triage = rules.triage
        return try judgeAnew(basis: rules.basis) { triage.judge($0) }
    }
}
