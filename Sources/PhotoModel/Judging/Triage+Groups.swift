extension Triage {
    /// The verdict on a group that nobody marked, as one.
    ///
    /// Any member in a `never` fence: personal. Else members with positions of their own whose verdicts differ: unsure,
    /// `members-differ`. Else the verdict on the leader, with the position and the time of the first member that has one
    /// where the leader has none.
    ///
    /// - Parameter members: what each says of itself, the leader first (original JPEG or HEIC, then RAW, edit, clip).
    /// - Returns: the verdict on all of them.
    package func judge(members: [PhotoFacts]) -> Judgement {
        guard let leader = members.first else { return Judgement(verdict: .unsure, reason: .noPosition) }
        guard members.count > 1 else { return judge(leader) }
        let whole = Self.completed(leader, by: members)
        let own = members.filter { $0.position.coordinate != nil }.map { member in
            judge(Self.completed(member, by: [whole]))
        }
        if let never = own.first(where: { $0.reason == .neverFence }) { return never }
        guard Set(own.map(\.verdict)).count > 1 else { return judge(whole) }
        return Judgement(verdict: .unsure, reason: .membersDiffer)
    }

    /// A member with what it lacks from the first other that has it. A position goes with all that is said of it.
    private static func completed(_ member: PhotoFacts, by others: [PhotoFacts]) -> PhotoFacts {
        var facts = member
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
}
