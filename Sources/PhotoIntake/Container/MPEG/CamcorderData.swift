internal import PhotoModel

/// What camcorders write of time and place into the first picture's data: AVCHD's "modified digital video pack metadata",
/// in a message of H.264 that a number of its own tells (ITU-T H.264, D.1.6). No description of it is public; it is known
/// from files.
///
/// Behind the number and its name stand packs: a tag, and four bytes.
enum CamcorderData {
    private static let mark = "MDPM" as StaticString
    private static let identifier: [UInt32] = [0x17EE_8C60, 0xF84D_11D9, 0x8CD6_0800, 0x200C_9A66]
    private static let identifierBytes = 16

    /// What the messages in `payload` say; nil where none is a camcorder's.
    static func facts(in payload: Span<UInt8>) -> SourceFacts? {
        guard let place = payload.firstPlace(of: mark), place >= identifierBytes else { return nil }
        for (number, part) in identifier.enumerated()
        where payload.uint32(at: place - identifierBytes + 4 * number, .big) != part { return nil }
        var packs = Packs()
        let start = place + mark.utf8CodeUnitCount + 1
        let count = start <= payload.count ? Int(payload[start - 1]) : 0
        for number in 0..<count {
            let pack = start + 5 * number
            guard let value = payload.uint32(at: pack + 1, .big) else { break }
            packs.values[payload[pack]] = value
        }
        return packs.facts
    }

    /// The packs by their tags.
    private struct Packs {
        var values: [UInt8: UInt32] = [:]

        /// All that is read of them.
        var facts: SourceFacts {
            var facts = SourceFacts(.quicktime)
            facts.captureTime = time
            facts.position = Position(
                angle(0xB2, reference: 0xB1, along: .latitude), angle(0xB6, reference: 0xB5, along: .longitude))
            return facts
        }

        /// Digits in half bytes: in the first pack a zone that cameras seldom set, the year and the month, in the second
        /// the day and the time.
        private var time: CaptureTime? {
            guard let date = values[0x18].map({ Self.digits($0 & 0xFF_FFFF) }), let date,
                let rest = values[0x19].map(Self.digits), let rest,
                let wall = WallTime(
                    year: date / 100, month: date % 100, day: rest / 1_000_000, hour: rest / 10_000 % 100,
                    minute: rest / 100 % 100, second: rest % 100)
            else { return nil }
            return CaptureTime(wall: wall, offset: nil, source: .quicktime)
        }

        /// Three packs of a numerator and a denominator of 16 bits each, and one with the reference's letter.
        private func angle(_ tag: UInt8, reference: UInt8, along axis: ExifAngle.Axis) -> ExifAngle {
            guard values[tag] != nil || values[reference] != nil else { return .absent }
            var fractions = Fractions()
            for part in 0..<3 as Range<UInt8> {
                guard let value = values[tag + part] else { return .malformed }
                fractions.append(.ratio(Int(value >> 16), over: Int(value & 0xFFFF)))
            }
            let letter = values[reference].map { [UInt8($0 >> 24)] } ?? []
            return ExifAngle(fractions, isPositive: axis.isPositive(ShortText(letter.span)), limit: axis.limit)
        }

        /// The number whose decimal digits are the half bytes; nil where one is no digit.
        private static func digits(_ value: UInt32) -> Int? {
            var number = 0
            for shift in Swift.stride(from: UInt32(28), through: 0, by: -4) {
                let digit = Int(value >> shift & 0xF)
                guard digit <= 9 else { return nil }
                number = number * 10 + digit
            }
            return number
        }
    }
}
