extension Triage {
    /// The verdict on a group without a mark, as a whole.
    ///
    /// The group has the leader's position and time, or a member's if the leader has none; an invalid position counts
    /// as none. Members that only their name puts into the group (``GroupBond/nameOnly``) are a part by themselves:
    /// they have nothing of the others, and the others nothing of them. The first of these that applies:
    ///
    /// 1. A member with a position of its own, or the place in an XMP or Takeout file beside them, is in a `never`
    ///    fence: personal.
    /// 2. Nobody knows what an XMP file beside a member corrects: unsure, `unknown-correction`.
    /// 3. Members with positions of their own have verdicts that differ from the group's: unsure, `members-differ`.
    /// 4. The group's verdict.
    ///
    /// A member is judged with the group's time, unless its own is known at the place and differs by more than 3
    /// seconds. So a clip with only a UTC time, or one that began a second before the hour, does not differ from its
    /// still, but a RAW of another day does. A member without a valid position has no verdict of its own. But if its
    /// time is known at the place and differs from that of the photo whose position counts, it is unknown where it was
    /// taken, and so it differs. So does a part without a position, where another part has one.
    ///
    /// What a companion says counts like a member's, but gives no photo a place or a time. Its time may have been
    /// written at the end of its film, and by another clock. So its time differs only if both clocks are known and the
    /// companion has a place, or if it is of another day.
    ///
    /// - Parameter members: the facts of each photo of the group, the leader first (original JPEG or HEIC, then RAW,
    ///   edit, clip), including their sidecars', and what files beside them say (``PhotoFacts/saidBy``).
    /// - Returns: the verdict on all of them; unsure, `no-position`, for no members.
    package func judge(members: [PhotoFacts]) -> Judgement {
        let members = members.map(counting)
        guard let leader = members.first else { return Judgement(verdict: .unsure, reason: .noPosition) }
        return members.count == 1 ? judge(leader) : outcome(of: members, leader: leader).judgement
    }

    /// The verdict of ``judge(members:)`` on a group, with every step.
    ///
    /// Positions, times and fences are the group's or, if a member in a `never` fence decides, that member's. For
    /// several members, `members-differ` is a step as well: the first one, except after a `never` fence, which precedes
    /// it.
    ///
    /// - Parameter members: as there; at least one.
    /// - Returns: the steps for the whole group, the same for each member.
    package func explain(members: [PhotoFacts]) -> VerdictExplanation {
        guard members.count > 1, let leader = members.first else {
            return explain(members.first ?? PhotoFacts(format: .jpeg))
        }
        let outcome = outcome(of: members.map(counting), leader: counting(leader))
        var explanation = explain(outcome.facts)
        explanation.futureTime = explain(leader).futureTime
        explanation.judgement = outcome.judgement
        if members.count(where: { !$0.isOnlyForNever }) == 1 { return explanation }
        switch outcome.judgement.reason {
        case .membersDiffer:
            let rest = explanation.steps.map {
                VerdictExplanation.Step(rule: $0.rule, outcome: .notReached, fences: [])
            }
            explanation.steps = [VerdictExplanation.Step(rule: .membersDiffer, outcome: .decided, fences: [])] + rest
        case .neverFence:
            explanation.steps.append(VerdictExplanation.Step(rule: .membersDiffer, outcome: .notReached, fences: []))
        default:
            explanation.steps.insert(VerdictExplanation.Step(rule: .membersDiffer, outcome: .passed, fences: []), at: 0)
        }
        return explanation
    }

    /// The verdict on each photo of a group by itself, with the group's time as in ``judge(members:)``.
    ///
    /// - Parameter members: as there.
    /// - Returns: the verdicts in order; nil for one without a valid position.
    package func judgements(ofMembers members: [PhotoFacts]) -> [Judgement?] {
        let members = members.map(counting)
        let parts = GroupTies(of: members).parts
        let wholes = Self.wholes(of: members, parts)
        return zip(members, parts).map { member, part in
            member.position.coordinate == nil ? nil : judge(Self.member(member, of: wholes[part] ?? member))
        }
    }

    /// What decides on several members, and the verdict.
    private func outcome(
        of members: [PhotoFacts], leader: PhotoFacts
    ) -> (facts: PhotoFacts, judgement: Judgement) {
        let corrections = members.filter(\.isOnlyForNever)
        let members = members.filter { !$0.isOnlyForNever }
        let parts = GroupTies(of: members).parts
        let wholes = Self.wholes(of: members, parts)
        var whole = wholes[0] ?? leader
        for member in members { whole.sidecars.formUnion(member.sidecars.intersection(.doubts)) }
        let placed = zip(members, parts).filter { $0.0.position.coordinate != nil || $0.0.overruled.coordinate != nil }
        let own = placed.map { member, part in
            Self.member(member, of: wholes[part] ?? member)
        }
        let outcomes = ([whole] + own).map { (facts: $0, judgement: judge($0)) }
        // What counts of them is in the photos already; here is what another file or photo was preferred to.
        let others = corrections.flatMap { [$0.position.coordinate, $0.overruled.coordinate] }
        let corrected = others.compactMap(\.self).filter { $0 != whole.position.coordinate }.map { place in
            var facts = whole
            facts.overruled.coordinate = place
            return (facts: facts, judgement: judge(facts))
        }
        if let never = (outcomes + corrected).first(where: { $0.judgement.reason == .neverFence }) { return never }
        if let unknown = outcomes.first(where: { $0.judgement.reason == .unknownCorrection }) { return unknown }
        let isPlaced = Set(wholes.values.map { $0.position.coordinate != nil })
        let isElsewhere = isPlaced.count > 1 || Self.holdsAnotherMoment(members)
        guard isElsewhere || Set(outcomes.map(\.judgement.verdict)).count > 1 else { return outcomes[0] }
        return (whole, Judgement(verdict: .unsure, reason: .membersDiffer))
    }

    /// What each part of a group has, by its number.
    private static func wholes(of members: [PhotoFacts], _ parts: [Int]) -> [Int: PhotoFacts] {
        Dictionary(grouping: zip(members, parts), by: \.1).compactMapValues { part in
            part.first.map { completed($0.0, by: part.map(\.0)) }
        }
    }

    /// The leader, completed by the first other photo that has what it lacks. A position includes everything that is
    /// known of it.
    private static func completed(_ leader: PhotoFacts, by others: [PhotoFacts]) -> PhotoFacts {
        var facts = leader
        let others = others.filter { $0.saidBy == nil }
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
        guard let placed = members.first(where: { $0.position.coordinate != nil }), let time = placed.ownCaptureTime
        else { return false }
        let isKnown = !time.isOnlyUTC && !time.isDateOnly
        return members.contains { member in
            member.position.coordinate == nil && (isKnown || member.saidBy != nil) && contradicts(member, placed)
        }
    }

    /// Whether a member's time is known at the place and another than that of the photo it is held against. One without
    /// a correction of its own may also agree with what that photo's own file says. A companion without a place
    /// contradicts by another day alone.
    private static func contradicts(_ member: PhotoFacts, _ other: PhotoFacts) -> Bool {
        guard let own = member.captureTime, let time = other.ownCaptureTime else { return false }
        let isFilm = member.saidBy != nil
        func differ(_ time: CaptureTime) -> Bool {
            if isFilm, member.position.coordinate == nil { return own.isOfAnotherDay(than: time) }
            return contradicts(own, time) && !(isFilm && (time.isOnlyUTC || time.isDateOnly))
        }
        guard differ(time) else { return false }
        guard let before = other.uncorrectedTime, member.overruled.captureTime == nil else { return true }
        return differ(before)
    }

    /// Whether a time is known at the place and another than one it is held against.
    private static func contradicts(_ own: CaptureTime, _ time: CaptureTime) -> Bool {
        !own.isOnlyUTC && !own.isDateOnly && !CaptureTime.isNear(own.wall, time.wall)
    }

    /// A member with the group's time, unless its own contradicts that.
    private static func member(_ member: PhotoFacts, of whole: PhotoFacts) -> PhotoFacts {
        guard let time = whole.ownCaptureTime else { return member }
        if contradicts(member, whole) { return member }
        var facts = member
        facts.captureTime = time
        return facts
    }
}
