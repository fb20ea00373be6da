internal import PhotoModel

/// A latitude or longitude from its entry and its reference (EXIF 3.0, 4.6.6).
enum ExifAngle {
    /// There is no entry.
    case absent
    /// Its type or count is not that of an angle, or its sign contradicts its reference.
    case malformed
    /// One of its fractions has a zero denominator.
    case zeroDenominator
    /// Its reference is missing, or names neither side of the axis.
    case missingReference
    /// Its minutes or seconds are above 60, or it exceeds the axis's limit.
    case outOfRange
    /// Signed degrees.
    case degrees(Double)

    struct Axis {
        /// The name of the positive side; its first letter is the reference.
        var positive: StaticString
        /// The name of the negative side; its first letter is the reference.
        var negative: StaticString
        /// The largest angle in degrees.
        var limit: Double

        /// From the equator to the poles.
        static let latitude = Axis(positive: "NORTH", negative: "SOUTH", limit: 90)
        /// From Greenwich to the antimeridian.
        static let longitude = Axis(positive: "EAST", negative: "WEST", limit: 180)

        /// Whether a reference, a letter or a word, names the positive side; nil if it names neither.
        func isPositive(_ reference: ShortText) -> Bool? {
            if reference.names(positive) { return true }
            return reference.names(negative) ? false : nil
        }
    }

    init(_ value: WantedEntry, _ reference: WantedEntry, along axis: Axis, in block: borrowing ExifBlock) {
        guard block.holds(value) else {
            self = .absent
            return
        }
        let fractions = block.fractions(value) ?? block.shortText(value).flatMap(Fractions.init(decimals:))
        self.init(fractions, isPositive: block.shortText(reference).flatMap(axis.isPositive), limit: axis.limit)
    }

    /// One to three fractions are degrees, minutes and seconds. Each may have decimals. Minutes or seconds of exactly
    /// 60 are accepted, since cameras that round up write them.
    ///
    /// The sign comes from the reference. A negative number with a negative reference is redundant; one with a positive
    /// reference is a contradiction.
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

    /// The problem of a position with this angle; nil for degrees, and for a missing angle.
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
    /// Whether this is `word`, given in capitals, or its first letter, ignoring case.
    fileprivate func names(_ word: StaticString) -> Bool {
        guard count == 1 || count == word.utf8CodeUnitCount else { return false }
        for index in 0..<count {
            let isSmall = (0x61...0x7A).contains(self[index])
            guard unsafe (isSmall ? self[index] - 0x20 : self[index]) == word.utf8Start[index] else { return false }
        }
        return true
    }
}
