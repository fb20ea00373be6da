/// Draws the photos of one day. Days are independent, so libraries of any size are made day by day.
struct DayPlanner {
    private let day: Schedule.Day
    private var random: SplitMix64
    private var shots: [Shot] = []
    /// The number of frames left in the current burst.
    private var framesLeft = 0
    private var framesApart = 0

    /// The day's photos in order of time, at least 100 ms apart.
    static func shots(on day: Schedule.Day, seed: UInt64) -> [Shot] {
        var planner = DayPlanner(day: day, seed: seed)
        planner.fill()
        return planner.shots
    }

    private init(day: Schedule.Day, seed: UInt64) {
        self.day = day
        random = SplitMix64(seed: seed, part: day.date.dayNumber)
    }

    private mutating func fill() {
        shots.reserveCapacity(day.count)
        for (index, moment) in moments().enumerated() {
            let serial = day.firstSerial + index
            let last = shots.last
            let taken = max(moment.millisecond, (last?.taken.millisecond ?? 0) + 100)
            if let quirk = PositionQuirk.quirk(serial: serial), let place = place(of: quirk, at: moment.stop.place) {
                framesLeft = 0
                shots.append(special(quirk, serial: serial, at: place, clock(taken)))
            } else if framesLeft > 0, let last {
                appendFrame(serial: serial, after: last)
            } else {
                shots.append(plain(serial: serial, at: moment.stop.place, clock(taken)))
                startBurst()
            }
        }
    }

    private func clock(_ millisecond: Int) -> WallClock {
        WallClock(date: day.date, millisecond: millisecond)
    }

    /// The place for a quirk on this day; nil if the quirk needs a fence and the day has none.
    private func place(of quirk: PositionQuirk, at place: Place) -> Place? {
        switch quirk {
        case .nullIsland, .zeroDenominator: place
        case .edgeInside, .edgeOutside: place.fence == nil ? day.kind.anchor : place
        }
    }

    /// Times and stops in order of time, one for each photo.
    private mutating func moments() -> [(millisecond: Int, stop: Stop)] {
        let stops = day.kind.stops
        let weights = stops.map(\.weight)
        var moments: [(millisecond: Int, stop: Stop)] = []
        for _ in 0..<day.count {
            let stop = stops[random.index(weights: weights)]
            let span = (stop.minutes.upperBound - stop.minutes.lowerBound) * 60_000
            moments.append((stop.minutes.lowerBound * 60_000 + random.below(span), stop))
        }
        return moments.sorted { $0.millisecond < $1.millisecond }
    }

    private mutating func startBurst() {
        guard random.chance(percent: 4) else { return }
        framesLeft = random.within(2...7)
        framesApart = random.within(110...320)
    }

    private mutating func appendFrame(serial: Int, after last: Shot) {
        framesLeft -= 1
        let burst = last.burst ?? last.serial
        shots[shots.count - 1].burst = burst
        var frame = last
        frame.serial = serial
        frame.taken = clock(last.taken.millisecond + framesApart)
        frame.burst = burst
        shots.append(frame)
    }
}

extension DayPlanner {
    private mutating func plain(serial: Int, at place: Place, _ taken: WallClock) -> Shot {
        let camera = Camera.all[random.index(weights: Camera.weights)]
        guard let receiver = camera.receiver, !random.chance(percent: 5) else {
            return shot(serial: serial, place, camera, taken, fix: .absent)
        }
        return shot(serial: serial, place, camera, taken, fix: fix(at: place, receiver))
    }

    /// Draws a position until it matches the place's fence and is clear of every boundary.
    private mutating func fix(at place: Place, _ receiver: Camera.Receiver) -> Shot.Fix {
        while true {
            let distance = place.reach * random.between(0, 1).squareRoot()
            let azimuth = random.between(0, 360)
            let fix = receiver.fix(Geodesic.destination(from: place.centre, azimuth: azimuth, distance: distance))
            if Judge.isClear(fix, inside: place.fence) { return fix }
        }
    }

    private mutating func special(_ quirk: PositionQuirk, serial: Int, at place: Place, _ taken: WallClock) -> Shot {
        let camera = Camera.phones[random.below(Camera.phones.count)]
        let fix: Shot.Fix =
            switch quirk {
            case .edgeInside: edgeFix(place, camera, inside: true)
            case .edgeOutside: edgeFix(place, camera, inside: false)
            case .nullIsland: .null
            case .zeroDenominator: .zeroDenominators
            }
        return shot(serial: serial, place, camera, taken, fix: fix, quirk: quirk)
    }

    /// A position 1.5 m to 6 m from the boundary of the place's fence.
    private mutating func edgeFix(_ place: Place, _ camera: Camera, inside: Bool) -> Shot.Fix {
        guard let fence = place.fence, let receiver = camera.receiver else { return .absent }
        while true {
            let gap = random.between(1.5, 6)
            let distance = inside ? fence.radius - gap : fence.radius + gap
            let azimuth = random.between(0, 360)
            let fix = receiver.fix(Geodesic.destination(from: fence.centre, azimuth: azimuth, distance: distance))
            if Judge.isClear(fix, inside: inside ? fence : nil) { return fix }
        }
    }

    private mutating func shot(
        serial: Int, _ place: Place, _ camera: Camera, _ taken: WallClock, fix: Shot.Fix, quirk: PositionQuirk? = nil
    ) -> Shot {
        let orientation = camera.orientation(drawn: random.below(100))
        let accuracy = Rational(random.within(14_000...90_000), random.within(1_200...9_999))
        let method = camera.receiver?.processingMethod(drawn: random.below(100))
        let fixAge = random.below(20)
        let hasFix = fix.coordinate != nil
        return Shot(
            serial: serial, place: place, camera: camera, taken: taken, fix: fix, quirk: quirk,
            accuracy: hasFix && camera.receiver?.writesAccuracy == true ? accuracy : nil,
            processingMethod: hasFix ? method : nil, fixAge: fixAge, orientation: orientation, burst: nil)
    }
}
