import PhotoIndex
import PhotoModel

extension PhotoIndex {
    /// Works out the groups that an ended scan left loose, and judges every group anew where the verdicts are not by these
    /// rules; else does nothing.
    @discardableResult
    func judgeAnew(by rules: JudgingRules) throws -> [VerdictChange] {
        let triage = rules.triage
        try settleGroups(basis: rules.basis) { triage.judge(members: $0) }
        guard try basis() != rules.basis else { return [] }
        return try judgeAnew(basis: rules.basis) { triage.judge(members: $0) }
    }
}
