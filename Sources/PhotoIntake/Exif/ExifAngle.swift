internal import PhotoModel

/// A latitude or longitude as its entry and its reference give it (EXIF 3.0, 4.6.6).
enum ExifAngle {
    /// There is no such entry.
    case absent
    /// It is of a type or count that is no angle, or its sign contradicts its reference.
    case malformed
    /// One of its fractions has a zero denominator.
    case zeroDenominator
    /// Its reference is absent, or names neither of the axis's two sides.
    case missingReference
    /// Its minutes or seconds are above 60, or it goes beyond the axis's end.
    case outOfRange
    /// Signed degrees.
    case degrees(Double)

    /// What an angle is counted along.
    struct Axis {
        /// The side of positive angles, whose first letter is its reference.
        var positive: StaticString
        /// The side of negative angles, whose first letter is its reference.
        var negative: StaticString
        /// The largest angle in degrees.
        var limit: Double

        /// From the equator to the poles.
        static let latitude = Axis(positive: "NORTH", negative: "SOUTH", limit: 90)
        /// From Greenwich to the antimeridian.
        static let longitude = Axis(positive: "EAST", negative: "WEST", limit: 180)

        /// Whether a reference, the letter or the word, names the positive side; nil where it names neither.
        func isPositive(_ reference: ShortText) -> Bool? {
            if reference.names(positive) { return true }
            return reference.names(negative) ? false : nil
        }
    }

    /// The angle that the entries `value` and `reference` of `block` give.
    init(_ value: WantedEntry, _ reference: WantedEntry, along axis: Axis, in block: borrowing ExifBlock) {
        guard block.holds(value) else {
            self = .absent
            return
        }
        let fractions = block.fractions(value) ?? block.shortText(value).flatMap(Fractions.init(decimals:))
        self.init(fractions, isPositive: block.shortText(reference).flatMap(axis.isPositive), limit: axis.limit)
    }

    /// One to three fractions are degrees, minutes and seconds. Each may have decimals, and minutes or seconds of
    /// exactly 60 are what cameras write that round upwards.
    ///
    /// The sign comes from the reference. A number that is negative as well says the same twice; one that is negative
    /// and north or east says two things, of which nobody knows the right one.
    init(_ fractions: Fractions?, isPositive: Bool?, limit: Double) {
        guard let fractions, fractions.count > 0 else {
            self = .malformed
            return
        }
        guard let degrees = fractions[0].value, let minutes = fractions[1].value, let seconds = fractions[2].value
        else {
            self = .zeroDenominator
            return
        }
        let angle = abs(degrees) + (abs(minutes) + abs(seconds) / 60) / 60
        switch isPositive {
        case nil: self = .missingReference
        case true where degrees < 0 || minutes < 0 || seconds < 0: self = .malformed
        case _ where angle > limit || abs(minutes) > 60 || abs(seconds) > 60: self = .outOfRange
        case .some(let isPositive): self = .degrees(isPositive || angle == 0 ? angle : -angle)
        }
    }

    /// What makes a position of it impossible; nil for degrees, and for an angle that is not there.
    var problem: PositionProblem? {
        switch self {
        case .malformed: .malformed
        case .zeroDenominator: .zeroDenominator
        case .missingReference: .missingReference
        case .outOfRange: .outOfRange
        case .absent, .degrees: nil
        }
    }
}

extension ShortText {
    /// Whether this is `word`, which is in capitals, or its first letter, in letters of either case.
    fileprivate func names(_ word: StaticString) -> Bool {
        guard count == 1 || count == word.utf8CodeUnitCount else { return false }
        for place in 0..<count {
            let isSmall = (0x61...0x7A).contains(self[place])
            guard unsafe (isSmall ? self[place] - 0x20 : self[place]) == word.utf8Start[place] else { return false }
        }
        return true
    }
}
