import PhotoIndex
import PhotoModel

extension PhotoIndex {
    /// Whether groups and verdicts are as these rules have them; not where a scan was ended early, or runs.
    func isCurrent(by rules: JudgingRules) throws(IndexError) -> Bool {
        if try basis() != rules.basis { return false }
        return try !hasLooseGroups()
    }

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
