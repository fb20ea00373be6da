internal import PhotoModel

/// A place as movies write it: a position that was checked, and a height.
struct GeographicPoint {
    /// Where it is.
    let position: Position
    /// Metres above sea level, negative below.
    let altitude: Double?

    /// What should be a place and cannot be read.
    static let malformed = GeographicPoint(position: .invalid(.malformed), altitude: nil)

    private init(position: Position, altitude: Double?) {
        (self.position, self.altitude) = (position, altitude)
    }

    /// Text of ISO 6709, annex H: latitude, longitude and perhaps height, each with its sign, and a solidus that some
    /// leave out. An angle is degrees, or degrees and minutes, or these and seconds, without anything between, and the
    /// last of them may have decimals: `+37.5-122.25/`, `+3730-12215/`, `+373000-1221500+10.5/`.
    init(_ text: ShortText) {
        var place = 0
        guard text.count > 0 else {
            (position, altitude) = (.absent, nil)
            return
        }
        guard let latitude = SignedDecimal(text, at: &place), let longitude = SignedDecimal(text, at: &place),
            let north = latitude.angle(degreeDigits: 2), let east = longitude.angle(degreeDigits: 3)
        else {
            (position, altitude) = (.invalid(.malformed), nil)
            return
        }
        altitude = SignedDecimal(text, at: &place)?.value
        position = Position(latitude: north, longitude: east)
    }

    /// A place in signed degrees.
    init(latitude: Double, longitude: Double, altitude: Double?) {
        position = Position(latitude: latitude, longitude: longitude)
        self.altitude = altitude
    }
}

extension Position {
    /// A position of signed degrees: both zero is what is written where nothing is known.
    fileprivate init(latitude: Double, longitude: Double) {
        if latitude == 0, longitude == 0 {
            self = .invalid(.nullIsland)
        } else if let coordinate = Coordinate(latitude: latitude, longitude: longitude) {
            self = .valid(coordinate)
        } else {
            self = .invalid(.outOfRange)
        }
    }
}

/// A decimal number with or without a sign, of at most 15 digits before its point or comma. Decimals beyond the 15th
/// digit are left out: programs that print all of a binary number write 17, which say no more.
struct SignedDecimal {
    /// The number.
    let value: Double
    private let integerDigits: Int
    private let magnitude: Double
    private let isNegative: Bool

    /// The number at `place`, which moves behind it; nil where there is none. A point needs a digit before it.
    init?(_ text: ShortText, at place: inout Int) {
        var next = place
        isNegative = text.holds(oneOf: "-", at: next)
        if text.holds(oneOf: "+-", at: next) { next += 1 }
        var digits = 0
        var decimals = 0
        var whole = 0
        var hasPoint = false
        while true {
            if let digit = text.number(at: next, length: 1) {
                if digits < Self.mostDigits {
                    whole = whole * 10 + digit
                    digits += 1
                    if hasPoint { decimals += 1 }
                } else if !hasPoint {
                    return nil
                }
            } else if text.holds(oneOf: ".,", at: next), !hasPoint, digits > 0 {
                hasPoint = true
            } else {
                break
            }
            next += 1
        }
        guard digits > 0 else { return nil }
        place = next
        integerDigits = digits - decimals
        magnitude = Double(whole) / Self.powers[decimals]
        value = isNegative && magnitude != 0 ? -magnitude : magnitude
    }

    /// The number as an angle of ISO 6709 in signed degrees. Nil where its digits are none, or its minutes or seconds
    /// reach 60.
    func angle(degreeDigits: Int) -> Double? {
        let unit: Double
        switch integerDigits - degreeDigits {
        case ...0: return value
        case 2: unit = 100
        case 4: unit = 10_000
        default: return nil
        }
        let degrees = (magnitude / unit).rounded(.down)
        var rest = magnitude - degrees * unit
        var angle = degrees
        if unit == 10_000 {
            let minutes = (rest / 100).rounded(.down)
            rest -= minutes * 100
            guard minutes < 60, rest < 60 else { return nil }
            angle += (minutes + rest / 60) / 60
        } else {
            guard rest < 60 else { return nil }
            angle += rest / 60
        }
        return isNegative && angle != 0 ? -angle : angle
    }

    private static let mostDigits = 15
    private static let powers: [Double] = (0...mostDigits).map { exponent in
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}

/// 3GPP's location box, `loci` (3GPP TS 26.244, 8.10).
enum LocationBox {
    /// The most of it that is read: the place's name stands before the position.
    private static let mostBytes = 4_096

    /// The position, which is malformed where the box ends before it; nil where it is none that the movie was taken at:
    /// an imagined place, or one on another body.
    static func point(in content: Range<Int>, of source: inout PhotoSource) -> GeographicPoint? {
        source.withBytes(content.prefix(mostBytes), point) ?? .malformed
    }

    /// Version and flags, language, name, role, longitude, latitude and altitude in 65,536ths, and the body's name,
    /// which may be empty for the Earth's.
    private static func point(_ bytes: Span<UInt8>) -> GeographicPoint? {
        guard let role = end(ofText: bytes, from: 6), role < bytes.count else { return .malformed }
        guard bytes[role] <= lastRealRole, isEarth(bytes, at: role + 13) else { return nil }
        guard let longitude = degrees(bytes, at: role + 1), let latitude = degrees(bytes, at: role + 5),
            let altitude = degrees(bytes, at: role + 9)
        else { return .malformed }
        return GeographicPoint(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// 0 is where the movie was taken, 1 a real place, 2 an imagined one; more are reserved.
    private static let lastRealRole = 1

    /// The place behind a text and its NUL, each of one byte in UTF-8 or, behind a byte order mark, of two in UTF-16;
    /// nil where no NUL follows.
    private static func end(ofText bytes: Span<UInt8>, from start: Int) -> Int? {
        let mark = bytes.uint16(at: start, .big)
        let width = mark == 0xFEFF || mark == 0xFFFE ? 2 : 1
        var place = start
        while place + width <= bytes.count {
            if bytes[place] == 0, bytes[place + width - 1] == 0 { return place + width }
            place += width
        }
        return nil
    }

    private static func degrees(_ bytes: Span<UInt8>, at place: Int) -> Double? {
        bytes.uint32(at: place, .big).map { Double(Int32(bitPattern: $0)) / 65_536 }
    }

    /// Whether the body is the Earth. Nobody names it in UTF-16, so what is written so is not looked at.
    private static func isEarth(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place < bytes.count, bytes[place] != 0, bytes[place] < 0xFE else { return true }
        return bytes.holds("earth", at: place) || bytes.holds("Earth", at: place)
    }
}
