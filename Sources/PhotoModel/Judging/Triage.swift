/// The rules that tell work photos from private ones, made ready for a set of fences.
package struct Triage: Sendable {
    /// The version of the rules. Raised with every change that can change a verdict, so that verdicts given by older
    /// rules are known to be stale.
    package static let rulesVersion = 1

    /// Metres from a fence's boundary within which a photo outside is near it.
    package static let nearDistance = 1_000.0

    /// In the order of judging: `never` before `work`, then the smaller area, then the name by bytes. So the first
    /// fence that holds a photo decides.
    private let fences: [CompiledFence]
    /// The boxes of ``fences`` with the near surroundings, in the same order and apart, so that going through them for
    /// a photo far from all touches little memory.
    private let boxes: [BoundingBox]
    private let hasWorkFence: Bool

    /// The rules for fences with names that differ, in any order: the verdicts do not depend on it.
    package init(fences: [Fence]) {
        self.fences = fences.map(CompiledFence.init).sorted(by: CompiledFence.isJudgedBefore)
        boxes = self.fences.map { $0.fence.shape.boundingBox(margin: Self.nearDistance) }
        hasWorkFence = fences.contains { $0.kind == .work }
    }

    /// The verdict on a photo that nobody marked.
    ///
    /// The first that applies: no work fence is there (unsure, `no-fences`); no position, or an invalid one (unsure);
    /// inside a `never` fence (personal); inside a work fence (work); else personal, `outside-fences`, with the nearest
    /// fence of either kind where its boundary is within ``nearDistance``. Being on a boundary is being inside.
    package func judge(_ facts: PhotoFacts) -> Judgement {
        guard hasWorkFence else { return Judgement(verdict: .unsure, reason: .noFences) }
        switch facts.position {
        case .absent: return Judgement(verdict: .unsure, reason: .noPosition)
        case .invalid: return Judgement(verdict: .unsure, reason: .invalidPosition)
        case .valid(let coordinate): return judge(coordinate)
        }
    }

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

    private func judge(_ coordinate: Coordinate) -> Judgement {
        var point: AuxiliaryPoint?
        var nearest: (index: Int, distance: Double)?
        for index in boxes.indices where boxes[index].contains(coordinate) {
            let known = point ?? AuxiliaryPoint(coordinate)
            point = known
            let distance = fences[index].distance(to: known)
            if distance <= 0 { return fences[index].judgement(at: distance) }
            if distance <= Self.nearDistance, isNearer(index, distance, than: nearest) { nearest = (index, distance) }
        }
        return Judgement(
            verdict: .personal, reason: .outsideFences, fence: nearest.map { fences[$0.index].fence.name },
            distance: nearest?.distance)
    }

    private func isNearer(_ index: Int, _ distance: Double, than other: (index: Int, distance: Double)?) -> Bool {
        guard let other, distance >= other.distance else { return true }
        return distance == other.distance && fences[index].fence.name.precedesByBytes(fences[other.index].fence.name)
    }
}
