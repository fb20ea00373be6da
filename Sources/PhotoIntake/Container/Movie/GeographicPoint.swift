internal import PhotoModel

/// A location in a movie: a validated position, and an altitude.
struct GeographicPoint {
    let position: Position
    /// In metres above sea level, negative below.
    let altitude: Double?

    /// A location that cannot be parsed.
    static let malformed = GeographicPoint(position: .invalid(.malformed), altitude: nil)

    private init(position: Position, altitude: Double?) {
        (self.position, self.altitude) = (position, altitude)
    }

    /// Parses a text of ISO 6709, annex H: latitude, longitude and optionally altitude, each with its sign, and a
    /// solidus, which some writers omit. An angle consists of degrees, degrees and minutes, or degrees, minutes and
    /// seconds without separators, and its last part may have decimals: `+37.5-122.25/`, `+3730-12215/`,
    /// `+373000-1221500+10.5/`.
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

    /// A location in signed degrees.
    init(latitude: Double, longitude: Double, altitude: Double?) {
        position = Position(latitude: latitude, longitude: longitude)
        self.altitude = altitude
    }
}

extension Position {
    /// A position in signed degrees. Writers store 0,0 if they know none.
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

/// A decimal number with an optional sign, and at most 15 digits before its point or comma. Decimals beyond the 15th
/// digit are ignored: programs that print a full binary number write 17, which are not more precise.
struct SignedDecimal {
    let value: Double
    private let integerDigits: Int
    private let magnitude: Double
    private let isNegative: Bool

    /// Parses the number at `place`, which moves past it; nil if there is none. A point must follow a digit.
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

    /// The number as an angle of ISO 6709, in signed degrees. Nil if the number of digits is invalid, or if minutes or
    /// seconds reach 60.
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
    /// The maximum number of bytes read; the name of the location precedes the position.
    private static let mostBytes = 4_096

    /// The position; malformed if the box ends before it. Nil if the movie was not taken there: an imaginary location,
    /// or one on another celestial body.
    static func point(in content: Range<Int>, of source: inout PhotoSource) -> GeographicPoint? {
        source.withBytes(content.prefix(mostBytes), point) ?? .malformed
    }

    /// Version and flags, language, name, role, longitude, latitude and altitude in 65,536ths, and the name of the
    /// body, which may be empty for the Earth.
    private static func point(_ bytes: Span<UInt8>) -> GeographicPoint? {
        guard let role = end(ofText: bytes, from: 6), role < bytes.count else { return .malformed }
        guard bytes[role] <= lastRealRole, isEarth(bytes, at: role + 13) else { return nil }
        guard let longitude = degrees(bytes, at: role + 1), let latitude = degrees(bytes, at: role + 5),
            let altitude = degrees(bytes, at: role + 9)
        else { return .malformed }
        return GeographicPoint(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// 0 is the location of the recording, 1 a real location, 2 an imaginary one; higher values are reserved.
    private static let lastRealRole = 1

    /// The offset after a text and its NUL, in UTF-8 or, after a byte order mark, in UTF-16; nil if there is no NUL.
    private static func end(ofText bytes: Span<UInt8>, from start: Int) -> Int? {
        let mark = bytes.uint16(at: start, .big)
        let width = mark == 0xFEFF || mark == 0xFFFE ? 2 : 1
        var index = start
        while index + width <= bytes.count {
            if bytes[index] == 0, bytes[index + width - 1] == 0 { return index + width }
            index += width
        }
        return nil
    }

    private static func degrees(_ bytes: Span<UInt8>, at index: Int) -> Double? {
        bytes.uint32(at: index, .big).map { Double(Int32(bitPattern: $0)) / 65_536 }
    }

    /// Whether the body is the Earth. Names in UTF-16 are not recognized; writers do not use it for this.
    private static func isEarth(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        guard index < bytes.count, bytes[index] != 0, bytes[index] < 0xFE else { return true }
        return bytes.holds("earth", at: index) || bytes.holds("Earth", at: index)
    }
}
