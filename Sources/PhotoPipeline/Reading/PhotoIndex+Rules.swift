import PhotoIndex
import PhotoModel
import SystemPackage

extension PhotoIndex {
    /// The index at a path as a command sees it that only reads: itself where its groups and verdicts are as these rules
    /// have them, else (the rules are others, a scan was ended early, or runs) a copy in memory that is brought up to date.
    static func current(
        at path: FilePath, owner: String, rules: JudgingRules
    ) throws(IndexError) -> PhotoIndex {
        let index = try PhotoIndex.open(forReadingAt: path, owner: owner)
        let basis = try index.basis()
        let isLoose = try index.hasLooseGroups()
        if basis == rules.basis, !isLoose { return index }
        let copy = try PhotoIndex.copyInMemory(of: path, owner: owner)
        try copy.judgeAnew(by: rules)
        return copy
    }

    /// Works out the groups that an ended scan left loose, and judges every group anew where the verdicts are not by these
    /// rules; else does nothing.
    @discardableResult
    func judgeAnew(by rules: JudgingRules) throws(IndexError) -> [VerdictChange] {
        let triage = rules.triage
        try settleGroups(basis: rules.basis) { triage.judge(members: $0) }
        let basis = try basis()
        guard basis != rules.basis else { return [] }
        return try judgeAnew(basis: rules.basis) { triage.judge(members: $0) }
    }
}
