/// How a verdict was reached: the inputs, and each rule in the order of judging.
package struct VerdictExplanation: Sendable {
    /// One rule and how the photo fared.
    package struct Step: Hashable, Sendable {
        /// The result of a rule for a photo.
        package enum Outcome: String, CaseIterable, Hashable, Sendable {
            /// The rule does not apply to it.
            case passed
            /// The rule decided.
            case decided
            /// A rule before it had decided.
            case notReached = "not-reached"
        }

        /// The rule, by the reason it gives.
        package let rule: Reason
        /// The result.
        package let outcome: Outcome
        /// The names of the fences that the rule looked at and found to hold the photo, in the order of judging.
        package let fences: [String]

        package init(rule: Reason, outcome: Outcome, fences: [String]) {
            self.rule = rule
            self.outcome = outcome
            self.fences = fences
        }
    }

    /// One fence as the photo sees it.
    package struct FenceView: Sendable {
        package let fence: Fence
        /// Metres to its boundary, negative inside.
        package let distance: Double
        /// The same of ``VerdictExplanation/otherPlace``, if that is inside and the fence is never work.
        package let otherDistance: Double?
        /// Whether the boundary is so near that it counts in judging, or in naming a fence outside all.
        package let isNear: Bool
        /// Whether the position is accurate enough to tell which side it is on.
        package let isCertain: Bool
        /// The wall time at the fence; nil if no time is known, or only a UTC time and no zone.
        package let localTime: WallTime?
        /// Whether ``localTime`` was worked out from UTC in the fence's zone; else it is the photo's wall time.
        package let isLocalTimeConverted: Bool
        /// Whether the time is in the fence's hours and dates; nil if the fence has none, or the time is not known
        /// precisely enough. The hours of a `never` fence do not count.
        package let schedule: FenceSchedule.Match?
        /// What being inside means.
        package let meaning: InsideMeaning
        /// Whether the photo is inside, if the position is taken as exact.
        package var isInside: Bool { distance <= 0 }
    }

    /// The least number of fences to report, if there are as many.
    static let fewestFences = 3

    package let position: Position
    /// The source of the position.
    package let positionSource: PositionSource?
    /// Another place that is said of the photo, which only counts in `never` fences; nil where there is none.
    package let otherPlace: Coordinate?
    /// The accuracy of the position; nil if unknown, so that it is taken as exact.
    package let accuracy: PositionAccuracy?
    /// Metres from a boundary within which its side is uncertain; 0 where the position is taken for exact.
    package let uncertainWithin: Double
    /// The certainty that was asked for.
    package let certainty: Double
    /// The capture time, with its offset and where that came from; nil where no time is known.
    package let captureTime: CaptureTime?
    /// Whether the capture time may be in UTC or what the camera's clock showed, as only its film's format says which.
    package let isTimeAssumed: Bool
    /// A time that was passed over since it lies in the future; nil where there is none.
    package internal(set) var futureTime: CaptureTime?
    /// The moment of the position fix in UTC.
    package let gpsTime: WallTime?
    /// Whether the receiver did not know the date, so that ``gpsTime`` does not count.
    package let isFixUnset: Bool
    /// Seconds from the moment of capture to the fix, negative if the fix is older; nil if either is unknown.
    package let fixAge: Double?
    /// The near fences, `never` fences that hold ``otherPlace`` and, where they are fewer than ``fewestFences``, the
    /// nearest others; nearest first. Empty without a position.
    package let fences: [FenceView]
    /// Every rule in the order of judging.
    package internal(set) var steps: [Step]
    /// The result, as of ``Triage/judge(_:)`` or ``Triage/judge(members:)``.
    package internal(set) var judgement: Judgement
}

extension Triage {
    /// The verdict of ``judge(_:)`` on a photo, with every step.
    package func explain(_ facts: PhotoFacts) -> VerdictExplanation {
        let said = facts.captureTime
        let facts = counting(facts)
        let accuracy = PositionAccuracy(facts, settings: settings)
        let coordinate = facts.position.coordinate
        let all = coordinate.map { distances(from: $0, within: .infinity) } ?? []
        let near = coordinate.map { distances(from: $0, within: reach(of: accuracy)) } ?? []
        let time = time(of: facts, near: near)
        let fencesAround = fencesAround(near, time: time, accuracy: accuracy)
        let judgement = judge(facts)
        return VerdictExplanation(
            position: facts.position, positionSource: facts.positionSource, otherPlace: facts.overruled.coordinate,
            accuracy: accuracy,
            uncertainWithin: (accuracy?.meters ?? 0) * certainDistance, certainty: settings.certainty,
            captureTime: time.time, isTimeAssumed: time.isAssumed, futureTime: facts.captureTime == said ? nil : said,
            gpsTime: facts.gpsTime, isFixUnset: time.isUnset(facts.gpsTime),
            fixAge: time.fixAge(facts.gpsTime).map { Double($0) / 1e6 },
            fences: views(all, near: near, time: time, accuracy: accuracy, otherPlace: facts.overruled.coordinate),
            steps: steps(to: judgement, fencesAround), judgement: judgement)
    }

    private func views(
        _ all: [Near], near: [Near], time: PhotoTime, accuracy: PositionAccuracy?, otherPlace: Coordinate?
    ) -> [VerdictExplanation.FenceView] {
        let isNear = Set(near.map(\.index))
        var others: [Int: Double] = [:]
        let elsewhere = otherPlace.map { distances(from: $0, within: 0) } ?? []
        for other in elsewhere where fences[other.index].fence.kind == .never { others[other.index] = other.distance }
        let nearestFirst = fencesAround(all, time: time, accuracy: accuracy).entries.sorted {
            $0.distance == $1.distance ? $0.index < $1.index : $0.distance < $1.distance
        }
        return nearestFirst.enumerated()
            .filter { place, entry in
                place < VerdictExplanation.fewestFences || isNear.contains(entry.index) || others[entry.index] != nil
            }
            .map { _, entry in
                view(entry, isNear: isNear.contains(entry.index), otherDistance: others[entry.index], time: time)
            }
    }

    private func view(
        _ entry: FencesAround.Entry, isNear: Bool, otherDistance: Double?, time: PhotoTime
    ) -> VerdictExplanation.FenceView {
        let compiled = fences[entry.index]
        let local = time.local(in: compiled.zone)
        return VerdictExplanation.FenceView(
            fence: compiled.fence, distance: entry.distance, otherDistance: otherDistance, isNear: isNear,
            isCertain: entry.isCertain,
            localTime: local?.time, isLocalTimeConverted: local?.isConverted ?? false,
            schedule: compiled.schedule.isLimited ? time.match(compiled.schedule, in: compiled.zone) : nil,
            meaning: entry.meaning)
    }

    private func steps(to judgement: Judgement, _ fencesAround: FencesAround) -> [VerdictExplanation.Step] {
        var isDecided = false
        return Reason.rules.map { rule in
            let isHere = rule == judgement.reason
            defer { if isHere { isDecided = true } }
            let outcome: VerdictExplanation.Step.Outcome = isHere ? .decided : isDecided ? .notReached : .passed
            return VerdictExplanation.Step(
                rule: rule, outcome: outcome, fences: isDecided ? [] : names(rule, fencesAround))
        }
    }

    private func names(_ rule: Reason, _ fencesAround: FencesAround) -> [String] {
        let entries = fencesAround.entries.filter { entry in
            rule == .nearBoundary ? !entry.isCertain : entry.isInside && entry.meaning.reason == rule
        }
        return entries.map { fences[$0.index].fence.name }
    }
}
