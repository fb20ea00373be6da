/// The rules that tell work photos from private ones, made ready for a set of fences.
package struct Triage: Sendable {
    /// The version of the rules. Raised with every change that can change a verdict, so that verdicts given by older
    /// rules are known to be stale.
    package static let rulesVersion = 8

    /// Metres from a fence's boundary within which a photo outside is near it.
    package static let nearDistance = 1_000.0

    /// Microseconds by which a position fix may be older or newer than its photo: 15 minutes.
    static let freshness: Int64 = 900_000_000

    /// In the order of judging: `never` before `work`, then the smaller area, then the name by bytes.
    let fences: [CompiledFence]
    /// Finds ``fences`` with their near surroundings, so that a photo far from all costs little.
    private let index: FenceIndex
    let hasWorkFence: Bool
    private let hasZones: Bool
    let settings: TriageSettings
    /// How positions are inferred for photos that have none; nil where none are.
    package var inference: InferenceSettings? { settings.inference }
    /// Accuracies from a boundary at which its side is certain.
    let certainDistance: Double
    let configuredZone: TimeZoneRules?
    /// The present, in nanoseconds since 1970; nil where no time counts as lying in the future.
    package let now: Int64?

    /// The rules for fences with distinct names, in any order: the verdicts do not depend on it.
    ///
    /// - Parameters:
    ///   - zones: the time zones that fences and settings name, by name; one that is missing counts as not named.
    ///   - now: the present, in nanoseconds since 1970: a later time is none of a capture. Nil where that does not
    ///     matter.
    package init(
        fences: [Fence], settings: TriageSettings = TriageSettings(), zones: [String: TimeZoneRules] = [:],
        now: Int64? = nil
    ) {
        self.now = now
        self.fences = fences.map { CompiledFence($0, zone: $0.schedule.timeZone.flatMap { zones[$0] }) }
            .sorted(by: CompiledFence.isJudgedBefore)
        index = FenceIndex(self.fences.map(\.fence), margin: Self.nearDistance)
        hasWorkFence = fences.contains { $0.kind == .work }
        hasZones = self.fences.contains { $0.zone != nil }
        self.settings = settings
        certainDistance = settings.certainDistance
        configuredZone = settings.timeZone.flatMap { zones[$0] }
    }

    /// The verdict on a photo without a mark: by the first of these rules that applies.
    ///
    /// 1. There is no work fence: unsure, `no-fences`.
    /// 2. The photo has no position, or an invalid one: unsure.
    /// 3. Its fix is over 15 minutes from the moment of capture, as far as that is known from the photo, a fence's zone
    ///    or the configuration: unsure, `stale-fix`. Not if the receiver did not know the date.
    /// 4. It is inside a `never` fence: personal. Not if that has dates and the photo was certainly taken on another
    ///    day.
    /// 5. It is inside a work fence with hours or dates, and its time does not tell whether it is within these: unsure,
    ///    `no-time`. It has no time; or only a UTC time and no zone, and the zones that may be there disagree; or only
    ///    a date, and the fence has hours.
    /// 6. It is inside a work fence, within its hours and dates: work.
    /// 7. It is inside a work fence outside of its hours and dates, or inside a `never` fence outside of its dates:
    ///    personal.
    /// 8. Personal, `outside-fences`, with the nearest fence of either kind if its boundary is within
    ///    ``nearDistance``.
    ///
    /// A position on a boundary is inside. If the position is not accurate enough to be certain of a boundary, and the
    /// verdict depends on it: unsure, `near-boundary`, with that fence.
    ///
    /// A `never` fence also counts for two other places: the one that the photo's own file says and an XMP file beside
    /// it corrects, at the time that the file says; and another one that the file, or an XMP file of its stem, says. If
    /// an XMP file beside it cannot be read, or one that gave a place or time does not any more, or three places are
    /// said: unsure, `unknown-correction`, unless a `never` fence decides.
    package func judge(_ facts: PhotoFacts) -> Judgement {
        let facts = counting(facts)
        guard hasWorkFence else { return Judgement(verdict: .unsure, reason: .noFences) }
        let judgement = judgePosition(of: facts)
        if judgement.reason == .neverFence { return judgement }
        if let never = neverFence(inFileOf: facts) { return never }
        if facts.sidecars.isDisjoint(with: .doubts) { return judgement }
        return Judgement(verdict: .unsure, reason: .unknownCorrection)
    }

    private func judgePosition(of facts: PhotoFacts) -> Judgement {
        switch facts.position {
        case .absent: return Judgement(verdict: .unsure, reason: .noPosition)
        case .invalid: return Judgement(verdict: .unsure, reason: .invalidPosition)
        case .valid(let coordinate):
            let near = distances(from: coordinate, within: reach(of: PositionAccuracy(facts, settings: settings)))
            if near.isEmpty, facts.gpsTime == nil { return Judgement(verdict: .personal, reason: .outsideFences) }
            return judge(facts, near: near)
        }
    }

    /// The capture time with its offset as judging knows it. The offset is what the photo says; else it follows from
    /// the time of the position fix; else from the zone of the first fence (in the order of judging) that holds the
    /// photo and names one; else from the configuration's zone. The fence's zone also counts where the fix leads to
    /// another offset. For a time in UTC, the zone gives the wall time; without a zone it stays UTC's.
    package func captureTime(of facts: PhotoFacts) -> CaptureTime? {
        let facts = counting(facts)
        guard let own = facts.ownCaptureTime, own.isOnlyUTC || facts.captureTime?.offset == nil else {
            return facts.ownCaptureTime
        }
        let isInReach = hasZones && facts.position.coordinate != nil
        let near = isInReach ? facts.position.coordinate.map { distances(from: $0, within: 0) } ?? [] : []
        return time(of: facts, near: near).time
    }

    /// What counts of a photo's facts at present (``PhotoFacts/counting(at:)``).
    package func counting(_ facts: PhotoFacts) -> PhotoFacts { facts.counting(at: now) }

    /// Every fence with its distance in metres from a point to the boundary, negative inside; the nearest first, and of
    /// fences equally far the first name by bytes.
    package func distances(to point: Coordinate) -> [(fence: Fence, distance: Double)] {
        let point = AuxiliaryPoint(point)
        return fences.map { (fence: $0.fence, distance: $0.distance(to: point)) }
            .sorted {
                $0.distance == $1.distance
                    ? $0.fence.name.precedesByBytes($1.fence.name) : $0.distance < $1.distance
            }
    }
}

extension Triage {
    /// A fence by its place in the order of judging, and how far its boundary is.
    typealias Near = (index: Int, distance: Double)

    /// The distance up to which a boundary can matter.
    func reach(of accuracy: PositionAccuracy?) -> Double { reach(ofAccuracy: accuracy?.meters ?? 0) }

    /// The same for an accuracy in metres.
    func reach(ofAccuracy meters: Double) -> Double { max(Self.nearDistance, meters * certainDistance) }

    /// The fences that hold a point or whose boundaries are so near, in the order of judging.
    func distances(from coordinate: Coordinate, within reach: Double) -> [Near] {
        if reach > Self.nearDistance {
            let point = AuxiliaryPoint(coordinate)
            return fences.indices.map { ($0, fences[$0].distance(to: point)) }.filter { $0.distance <= reach }
        }
        var point: AuxiliaryPoint?
        var near: [Near] = []
        index.candidates(at: coordinate) { place in
            let known = point ?? AuxiliaryPoint(coordinate)
            point = known
            let distance = fences[place].distance(to: known)
            if distance <= reach { near.append((place, distance)) }
            return true
        }
        return near
    }

    /// The photo's time, by the zone of the first fence that holds it where nothing better says its offset.
    func time(of facts: PhotoFacts, near: [Near]) -> PhotoTime {
        PhotoTime(
            facts, fenceZone: near.lazy.filter { $0.distance <= 0 }.compactMap { fences[$0.index].zone }.first,
            configuredZone: configuredZone)
    }

    /// What being inside each fence means, and which boundaries are uncertain.
    func fencesAround(_ near: [Near], time: PhotoTime, accuracy: PositionAccuracy?) -> FencesAround {
        let margin = (accuracy?.meters ?? 0) * certainDistance
        return FencesAround(
            entries: near.map { index, distance in
                FencesAround.Entry(
                    index: index, distance: distance, meaning: fences[index].meaning(at: time),
                    isCertain: abs(distance) >= margin)
            })
    }

    /// An offset that only fixes show never counts against the zone of the place, however many photos tell the same:
    /// three photos of one minute with one fix of an hour ago tell the same wrong offset three times. Only fixes of
    /// different times were evidence, and each verdict would depend on other photos, which come and go with each scan.
    /// All that this would settle is a clock left at home's zone, without an offset, inside a fence with a zone.
    func isStale(_ facts: PhotoFacts, time: PhotoTime) -> Bool {
        guard let distance = time.fixAge(facts.gpsTime) else { return false }
        return abs(distance) > Self.freshness
    }

    /// The verdict that follows from the fences around a position.
    func judgement(_ fencesAround: FencesAround) -> Judgement {
        if let pivot = fencesAround.pivot {
            return Judgement(
                verdict: .unsure, reason: .nearBoundary, fence: fences[pivot.index].fence.name,
                distance: pivot.distance)
        }
        if let entry = fencesAround.deciding {
            return Judgement(
                verdict: entry.meaning.verdict, reason: entry.meaning.reason, fence: fences[entry.index].fence.name,
                distance: entry.distance)
        }
        var nearest: Near?
        for entry in fencesAround.entries where entry.distance <= Self.nearDistance {
            let near = (entry.index, entry.distance)
            if nearest.map({ isNearer(near, than: $0) }) ?? true { nearest = near }
        }
        return Judgement(
            verdict: .personal, reason: .outsideFences, fence: nearest.map { fences[$0.index].fence.name },
            distance: nearest?.distance)
    }

    private func judge(_ facts: PhotoFacts, near: [Near]) -> Judgement {
        let time = time(of: facts, near: near)
        if isStale(facts, time: time) { return Judgement(verdict: .unsure, reason: .staleFix) }
        let accuracy = PositionAccuracy(facts, settings: settings)
        return judgement(fencesAround(near, time: time, accuracy: accuracy))
    }

    /// The verdict of the `never` fence that holds the other place of a photo (``PhotoFacts/overruled``); nil where
    /// none does.
    private func neverFence(inFileOf facts: PhotoFacts) -> Judgement? {
        guard let coordinate = facts.overruled.coordinate else { return nil }
        var own = facts
        own.captureTime = facts.overruled.captureTime ?? facts.captureTime
        own.position = .valid(coordinate)
        let near = distances(from: coordinate, within: 0)
        let time = time(of: own, near: near)
        return near.first { fences[$0.index].meaning(at: time) == .never }.map {
            Judgement(
                verdict: .personal, reason: .neverFence, fence: fences[$0.index].fence.name, distance: $0.distance)
        }
    }

    private func isNearer(_ a: Near, than b: Near) -> Bool {
        a.distance == b.distance
            ? fences[a.index].fence.name.precedesByBytes(fences[b.index].fence.name) : a.distance < b.distance
    }
}
