extension Triage {
    /// The verdict on a group that nobody marked, as one.
    ///
    /// The group has the leader's position and time; a member's where the leader has none, an invalid position being
    /// none. Any member with a position of its own in a `never` fence: personal. Else members with positions of their
    /// own whose verdicts differ from the group's: unsure, `members-differ`. Else the group's verdict.
    ///
    /// A member is judged with the group's time, unless its own is known at the place and another by over 3 seconds: so
    /// neither a clip whose time is UTC's only nor one that began a second before the hour differs from its still, and
    /// a RAW of another day does. A member without a valid position has no verdict of its own, unless its time is known
    /// at the place and another than that of the photo whose position counts: nobody knows where it was then, and it
    /// differs.
    ///
    /// - Parameter members: what each photo of the group says of itself, the leader first (original JPEG or HEIC, then
    ///   RAW, edit, clip), with what its sidecars say.
    /// - Returns: the verdict on all of them; unsure, `no-position`, for no members.
    package func judge(members: [PhotoFacts]) -> Judgement {
        guard let leader = members.first else { return Judgement(verdict: .unsure, reason: .noPosition) }
        return members.count == 1 ? judge(leader) : outcome(of: members, leader: leader).judgement
    }

    /// What ``judge(members:)`` says of a group, with every step of it.
    ///
    /// Positions, times and fences are the group's; where a member in a `never` fence decides, that member's. Of
    /// several members, `members-differ` is a step as well: the first, except behind a `never` fence, which comes
    /// before it.
    ///
    /// - Parameter members: as there; at least one.
    /// - Returns: the steps on the whole group, the same for each member.
    package func explain(members: [PhotoFacts]) -> Explanation {
        guard members.count > 1, let leader = members.first else {
            return explain(members.first ?? PhotoFacts(format: .jpeg))
        }
        let outcome = outcome(of: members, leader: leader)
        var explanation = explain(outcome.facts)
        explanation.judgement = outcome.judgement
        switch outcome.judgement.reason {
        case .membersDiffer:
            let rest = explanation.steps.map { Explanation.Step(rule: $0.rule, outcome: .notReached, fences: []) }
            explanation.steps = [Explanation.Step(rule: .membersDiffer, outcome: .decided, fences: [])] + rest
        case .neverFence:
            explanation.steps.append(Explanation.Step(rule: .membersDiffer, outcome: .notReached, fences: []))
        default:
            explanation.steps.insert(Explanation.Step(rule: .membersDiffer, outcome: .passed, fences: []), at: 0)
        }
        return explanation
    }

    /// What each photo of a group comes to by itself, with the group's time as ``judge(members:)`` takes it.
    ///
    /// - Parameter members: as there.
    /// - Returns: the verdicts in their order; nil for one without a valid position.
    package func judgements(ofMembers members: [PhotoFacts]) -> [Judgement?] {
        guard let leader = members.first else { return [] }
        let whole = Self.completed(leader, by: members)
        return members.map { $0.position.coordinate == nil ? nil : judge(Self.member($0, of: whole)) }
    }

    /// What decides on several members, and the verdict.
    private func outcome(
        of members: [PhotoFacts], leader: PhotoFacts
    ) -> (facts: PhotoFacts, judgement: Judgement) {
        let whole = Self.completed(leader, by: members)
        let own = members.filter { $0.position.coordinate != nil }.map { Self.member($0, of: whole) }
        let outcomes = ([whole] + own).map { (facts: $0, judgement: judge($0)) }
        if let never = outcomes.first(where: { $0.judgement.reason == .neverFence }) { return never }
        let isElsewhere = Self.holdsAnotherMoment(members)
        guard isElsewhere || Set(outcomes.map(\.judgement.verdict)).count > 1 else { return outcomes[0] }
        return (whole, Judgement(verdict: .unsure, reason: .membersDiffer))
    }

    /// The leader with what it lacks from the first other that has it. A position goes with all that is said of it.
    private static func completed(_ leader: PhotoFacts, by others: [PhotoFacts]) -> PhotoFacts {
        var facts = leader
        if facts.captureTime == nil { facts.captureTime = others.lazy.compactMap(\.captureTime).first }
        guard facts.position.coordinate == nil, let other = others.first(where: { $0.position.coordinate != nil })
        else { return facts }
        facts.position = other.position
        facts.positionSource = other.positionSource
        facts.horizontalAccuracy = other.horizontalAccuracy
        facts.processingMethod = other.processingMethod
        facts.gpsTime = other.gpsTime
        return facts
    }

    /// Whether a member without a position was taken at another time than the first that has one.
    private static func holdsAnotherMoment(_ members: [PhotoFacts]) -> Bool {
        guard let time = members.first(where: { $0.position.coordinate != nil })?.ownCaptureTime, !time.isOnlyUTC,
            !time.isDateOnly
        else { return false }
        return members.contains { member in
            member.position.coordinate == nil && member.captureTime.map { contradicts($0, time) } ?? false
        }
    }

    /// Whether a time is known at the place and another than one it is held against.
    private static func contradicts(_ own: CaptureTime, _ time: CaptureTime) -> Bool {
        !own.isOnlyUTC && !own.isDateOnly && !CaptureTime.isNear(own.wall, time.wall)
    }

    /// A member with the group's time, unless its own contradicts that.
    private static func member(_ member: PhotoFacts, of whole: PhotoFacts) -> PhotoFacts {
        guard let time = whole.ownCaptureTime else { return member }
        if let own = member.captureTime, contradicts(own, time) { return member }
        var facts = member
        facts.captureTime = time
        return facts
    }
}
