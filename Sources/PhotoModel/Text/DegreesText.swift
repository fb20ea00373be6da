/// A place in degrees with minutes and seconds, or with the letters of the compass, as maps copy it:
/// `52°31'12.0"N 13°24'18.0"E`, `N 52° 31.200' E 13° 24.300'`, `52.52° N, 13.405° E`.
///
/// Signs for degrees, minutes and seconds are those that maps and keyboards have. A comma within a number that a sign
/// follows is a decimal one. Without letters the latitude comes first. The letter O, which is east in German and west
/// in French, is not understood.
struct DegreesText {
    /// Degrees north.
    let latitude: Double
    /// Degrees east.
    let longitude: Double

    private enum Token: Equatable {
        case number(Double, isSigned: Bool, isWhole: Bool)
        /// 0 for degrees, 1 for minutes, 2 for seconds.
        case unit(Int)
        case letter(Character)
        case comma
    }

    /// Nil for any other text, also for one of bare numbers.
    init?(_ text: String) {
        guard let tokens = Self.tokens(of: Array(text)), let (first, second) = Self.halves(tokens),
            let one = Self.angle(first), let other = Self.angle(second)
        else { return nil }
        switch (one.letter, other.letter) {
        case (nil, nil), ("N", "E"), ("N", "W"), ("S", "E"), ("S", "W"):
            (latitude, longitude) = (one.value, other.value)
        case ("E", "N"), ("W", "N"), ("E", "S"), ("W", "S"): (latitude, longitude) = (other.value, one.value)
        default: return nil
        }
    }

    // MARK: - Tokens

    private static let units: [Character: Int] = [
        "°": 0, "º": 0, "˚": 0, "'": 1, "′": 1, "’": 1, "‘": 1, "´": 1, "\"": 2, "″": 2, "”": 2, "“": 2,
    ]

    private static func tokens(of text: [Character]) -> [Token]? {
        var tokens: [Token] = []
        var place = 0
        while place < text.count {
            let character = text[place]
            if character.isWhitespace || character == ";" {
                place += 1
            } else if character == "," {
                tokens.append(.comma)
                place += 1
            } else if let unit = units[character] {
                let isDouble = unit == 1 && place + 1 < text.count && units[text[place + 1]] == 1
                tokens.append(.unit(isDouble ? 2 : unit))
                place += isDouble ? 2 : 1
            } else if let letter = character.uppercased().first, "NSEW".contains(letter) {
                tokens.append(.letter(letter))
                place += 1
            } else {
                guard let (number, end) = number(text, at: place) else { return nil }
                tokens.append(number)
                place = end
            }
        }
        return tokens
    }

    private static func number(_ text: [Character], at start: Int) -> (Token, end: Int)? {
        var (digits, place) = ("", start)
        let isSigned = "+-\u{2212}".contains(text[place])
        if isSigned {
            digits = text[place] == "+" ? "" : "-"
            place += 1
        }
        func run() -> String { String(text[place...].prefix { $0.isASCII && $0.isNumber }) }
        let whole = run()
        guard !whole.isEmpty else { return nil }
        digits += whole
        place += whole.count
        var isWhole = true
        if place + 1 < text.count, text[place] == "." || text[place] == "," {
            let fraction = String(text[(place + 1)...].prefix { $0.isASCII && $0.isNumber })
            let end = place + 1 + fraction.count
            let isDecimal = text[place] == "." || end < text.count && units[text[end]] != nil
            if !fraction.isEmpty, isDecimal {
                digits += ".\(fraction)"
                isWhole = false
                place = end
            }
        }
        return decimal(digits).map { (.number($0, isSigned: isSigned, isWhole: isWhole), place) }
    }

    // MARK: - Angles

    /// The tokens of the two angles, without the comma between them.
    private static func halves(_ tokens: [Token]) -> ([Token], [Token])? {
        let letters = tokens.indices.filter { if case .letter = tokens[$0] { true } else { false } }
        let commas = tokens.indices.filter { tokens[$0] == .comma }
        let middle: Int
        if letters.count == 2 {
            middle = letters[0] == 0 ? letters[1] : letters[0] + 1
        } else {
            let degrees = tokens.indices.filter { tokens[$0] == .unit(0) }
            guard letters.isEmpty, degrees.count == 2 else { return nil }
            middle = degrees[1] - 1
        }
        let isApart = commas.isEmpty || commas.count == 1 && abs(commas[0] - middle) <= 1
        guard isApart, middle > 0, middle < tokens.count else { return nil }
        return (tokens[..<middle].filter { $0 != .comma }, tokens[middle...].filter { $0 != .comma })
    }

    /// One to three numbers, each with its unit or none with one, all but the last whole, and a letter at an end.
    private static func angle(_ tokens: [Token]) -> (value: Double, letter: Character?)? {
        var (numbers, units): ([(value: Double, isSigned: Bool, isWhole: Bool)], [Int]) = ([], [])
        var letter: Character?
        for token in tokens {
            switch token {
            case .number(let value, let isSigned, let isWhole): numbers.append((value, isSigned, isWhole))
            case .unit(let unit): units.append(unit)
            case .letter(let found): letter = found
            case .comma: return nil
            }
        }
        // The last unit is often left out.
        let expected = Array(0..<numbers.count)
        guard (1...3).contains(numbers.count), units.isEmpty || units == expected || units == expected.dropLast(),
            numbers.dropFirst().allSatisfy({ !$0.isSigned && $0.value < 60 }),
            numbers.dropLast().allSatisfy(\.isWhole), letter == nil || !numbers[0].isSigned
        else { return nil }
        // One division: 52° 31' 12" is 52.52, and not a rounding beside it.
        let seconds = zip(numbers, [3_600.0, 60, 1]).reduce(0) { $0 + abs($1.0.value) * $1.1 }
        let size = numbers.count == 1 ? abs(numbers[0].value) : seconds / 3_600
        let isNegative = numbers[0].value.sign == .minus || letter == "S" || letter == "W"
        return (isNegative ? -size : size, letter)
    }
}

extension Coordinate {
    /// Reads `LAT,LON` in signed decimal degrees with a point: `37.78,-122.39`. Blanks around the comma are allowed,
    /// and so is what maps copy: degrees with minutes and seconds, and the letters of the compass (`DegreesText`).
    package init(parsing text: String) throws(TextError) {
        if let degrees = DegreesText(text) {
            try self.init(checkingLatitude: degrees.latitude, longitude: degrees.longitude)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = decimal(trimmed(parts[0])), let longitude = decimal(trimmed(parts[1]))
        else {
            throw TextError("a place is written LAT,LON in decimal degrees, as in 37.78,-122.39")
        }
        try self.init(checkingLatitude: latitude, longitude: longitude)
    }

    private init(checkingLatitude latitude: Double, longitude: Double) throws(TextError) {
        if let coordinate = Coordinate(latitude: latitude, longitude: longitude) {
            self = coordinate
            return
        }
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            let hint = isSwapped ? "; the latitude comes first" : ""
            throw TextError("latitude \(shortest(latitude)) is out of range (-90...90)\(hint)")
        }
        // Two turns and more are the decimals of a latitude with a decimal comma.
        let hint = longitude.magnitude < 720 ? "" : "; decimals have a point, as in 53.5413,9.9847"
        throw TextError("longitude \(shortest(longitude)) is out of range (-180...180)\(hint)")
    }

    /// The coordinate as `LAT,LON`, in the fewest digits that read back as the same.
    package var text: String { "\(shortest(latitude)),\(shortest(longitude))" }
}
