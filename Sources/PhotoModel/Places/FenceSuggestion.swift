/// A fence that a user may want: a place where photos crowd, with its kind; or an existing fence that is too small for
/// its place.
package struct FenceSuggestion: Sendable {
    /// A name that no fence has; the fence's own where there is one.
    package let name: String
    /// The kind of the fence: as ``PlaceDays/kind``, or that of the existing fence.
    package let kind: Fence.Kind?
    /// The middle of the circle.
    package let center: Coordinate
    /// Metres around it.
    package let radius: Double
    package let photos: Int
    /// When they were taken.
    package let days: PlaceDays
    /// The fence that contains most of the photos and that the others spill out of; nil if there is none.
    package let existing: Fence?

    /// The part of a place's photos that are in a fence where the place is that fence's.
    private static let partOfItsOwn = 0.3
    /// The part of a place's photos, and their number, that are outside its fence where that is too small.
    private static let spilled = (part: 0.1, photos: 5)

    /// The shape that the fence would have.
    package var shape: FenceShape { .circle(center: center, radius: radius) }

    /// What to suggest: work first, then what is never work, then visits, each with the most days first.
    ///
    /// - Parameter fences: those there are: what lies in one is left out, unless photos spill over.
    package static func all(from places: [CrowdedPlace], fences: [Fence]) -> [FenceSuggestion] {
        let near = NearFences(fences, of: places)
        let ranked = places.map { (place: $0, fence: Home(of: $0, among: near)) }
            .filter { $0.fence.map(\.isTooSmall) ?? true }
            .sorted { rank($0.place, $0.fence?.fence) < rank($1.place, $1.fence?.fence) }
        var names = Names(taken: fences.map(\.name))
        return ranked.map { place, home in
            if let home { return FenceSuggestion(place, existing: home.fence) }
            return FenceSuggestion(place, name: names.next(for: place.days.kind))
        }
    }

    private init(_ place: CrowdedPlace, name: String) {
        self.name = name
        kind = place.days.kind
        (center, radius, photos, days) = (place.center, place.radius, place.photos, place.days)
        existing = nil
    }

    private init(_ place: CrowdedPlace, existing: Fence) {
        name = existing.name
        kind = existing.kind
        (center, radius, photos, days) = (place.center, place.radius, place.photos, place.days)
        self.existing = existing
    }

    private static func rank(_ place: CrowdedPlace, _ fence: Fence?) -> (Int, Int, Int, Double, Double) {
        let group =
            switch fence?.kind ?? place.days.kind {
            case .work: 0
            case .never: 1
            case nil: 2
            }
        let center = place.center
        return (group, -place.days.days, -place.photos, center.latitude, center.longitude)
    }

    /// Fences by where they are, so that each place is compared with those near it only.
    private struct NearFences {
        let all: [(fence: Fence, shape: MeasuredShape)]
        let index: FenceIndex

        init(_ fences: [Fence], of places: [CrowdedPlace]) {
            all = fences.map { ($0, MeasuredShape($0.shape)) }
            index = FenceIndex(fences, margin: places.lazy.map(\.reach).max() ?? 0)
        }
    }

    /// The fence that a place belongs to.
    private struct Home {
        let fence: Fence
        let isTooSmall: Bool

        init?(of place: CrowdedPlace, among fences: NearFences) {
            let reach = place.reach
            var best: (fence: Fence, inside: Int)?
            fences.index.candidates(at: place.center) { number in
                let (fence, shape) = fences.all[number]
                let distance = shape.distance(to: place.center)
                guard distance <= reach else { return true }
                let inside = distance < -reach ? place.photos : place.photos(in: shape)
                if inside > best?.inside ?? 0 { best = (fence, inside) }
                return true
            }
            guard let best, Double(best.inside) >= partOfItsOwn * Double(place.photos) else { return nil }
            fence = best.fence
            let outside = place.photos - best.inside
            isTooSmall = outside >= spilled.photos && Double(outside) >= spilled.part * Double(place.photos)
        }
    }

    /// Names that are not taken.
    private struct Names {
        private var taken: Set<String>
        /// The last number behind each name.
        private var numbers: [String: Int] = [:]

        init(taken: [String]) {
            self.taken = Set(taken)
        }

        mutating func next(for kind: Fence.Kind?) -> String {
            let base =
                switch kind {
                case .work: "Work"
                case .never: taken.contains("Home") ? "Private" : "Home"
                case nil: "Place"
                }
            var name = base
            while !taken.insert(name).inserted {
                let number = numbers[base, default: 1] + 1
                numbers[base] = number
                name = "\(base) \(number)"
            }
            return name
        }
    }
}

extension CrowdedPlace {
    /// Metres from the middle within which all its spots are.
    fileprivate var reach: Double {
        let origin = AuxiliaryPoint(center).inSpace
        return (spots.lazy.map { $0.place.distance(to: origin) }.max() ?? 0) + 1
    }

    /// How many of its photos are in a shape, told by their spots.
    func photos(in shape: MeasuredShape) -> Int {
        spots.reduce(0) { sum, spot in
            guard let point = Coordinate(below: spot.place), shape.distance(to: point) <= 0 else { return sum }
            return sum + spot.photos
        }
    }
}

/// A shape made ready to be asked how far many points are from it.
package struct MeasuredShape: Sendable {
    private let shape: FenceShape
    private let polygon: MeasuredPolygon?

    package init(_ shape: FenceShape) {
        self.shape = shape
        polygon = if case .polygon(let polygon) = shape { MeasuredPolygon(polygon) } else { nil }
    }

    /// Metres from a point to the boundary, as ``FenceShape/distance(to:)``.
    package func distance(to point: Coordinate) -> Double {
        polygon?.distance(to: AuxiliaryPoint(point)) ?? shape.distance(to: point)
    }
}
