internal import PhotoModel

/// Time and position as camcorders write them into the data of the first picture: AVCHD's "modified digital video pack
/// metadata", in an H.264 message with its own identifier (ITU-T H.264, D.1.6). There is no public description; the
/// format is known from files.
///
/// The identifier and the name are followed by packs: a tag and four bytes.
enum CamcorderData {
    private static let mark = "MDPM" as StaticString
    private static let identifier: [UInt32] = [0x17EE_8C60, 0xF84D_11D9, 0x8CD6_0800, 0x200C_9A66]
    private static let identifierBytes = 16

    /// Reads the messages in `payload`; nil if none is a camcorder's.
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

    /// The packs, by tag.
    private struct Packs {
        var values: [UInt8: UInt32] = [:]

        var facts: SourceFacts {
            var facts = SourceFacts(.quicktime)
            facts.captureTime = time
            facts.position = Position(
                angle(0xB2, reference: 0xB1, along: .latitude), angle(0xB6, reference: 0xB5, along: .longitude))
            return facts
        }

        /// Binary-coded decimals. The first pack has the time zone, which cameras seldom set, the year and the month;
        /// the second has the day and the time.
        private var time: CaptureTime? {
            guard let date = values[0x18].map({ Self.digits($0 & 0xFF_FFFF) }), let date,
                let rest = values[0x19].map(Self.digits), let rest,
                let wall = WallTime(
                    year: date / 100, month: date % 100, day: rest / 1_000_000, hour: rest / 10_000 % 100,
                    minute: rest / 100 % 100, second: rest % 100)
            else { return nil }
            return CaptureTime(wall: wall, offset: nil, source: .quicktime)
        }

        /// Three packs of a 16-bit numerator and denominator, and one with the reference's letter.
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

        /// Decodes binary-coded decimals; nil if a half byte is not a digit.
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

/// The content of a unit of an H.264 stream, after its code (ITU-T H.264, 7.3).
enum H264Unit {
    private static let mostBytes = 4_096

    /// The payload without its emulation prevention bytes: each 3 after two zeros is removed.
    static func payload(_ unit: Span<UInt8>) -> [UInt8] {
        var (payload, zeros) = ([UInt8](), 0)
        for place in 0..<min(unit.count, mostBytes) {
            let byte = unit[place]
            if zeros >= 2, byte == 3 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return payload
    }
}

/// The picture size of an H.264 stream, from its sequence parameter set (ITU-T H.264, 7.3.2.1.1).
struct SequenceParameters {
    let width: Int
    let height: Int

    /// The profiles that specify a chroma format.
    private static let high: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    /// Reads the payload of a parameter set; nil if it is truncated or invalid.
    init?(_ payload: Span<UInt8>) {
        var bits = HighBits(payload)
        guard let profile = bits.take(8), bits.take(16) != nil, bits.code() != nil else { return nil }
        var chroma = 1
        if Self.high.contains(profile) {
            guard let format = Self.takeFormat(&bits) else { return nil }
            chroma = format
        }
        guard bits.code() != nil, Self.takeOrder(&bits), bits.code() != nil, bits.take(1) != nil,
            let columns = bits.code(), let rows = bits.code(), let frames = bits.take(1),
            columns < 4_096, rows < 4_096, frames == 1 || bits.take(1) != nil, bits.take(1) != nil,
            let isCropped = bits.take(1)
        else { return nil }
        var (width, height) = ((columns + 1) * 16, (rows + 1) * 16 * (2 - frames))
        if isCropped == 1 {
            guard let left = bits.code(), let right = bits.code(), let top = bits.code(), let bottom = bits.code()
            else { return nil }
            width -= (left + right) * (chroma == 1 || chroma == 2 ? 2 : 1)
            height -= (top + bottom) * (chroma == 1 ? 2 : 1) * (2 - frames)
        }
        guard width > 0, height > 0 else { return nil }
        (self.width, self.height) = (width, height)
    }

    /// Reads the chroma format, and skips the bit depths and scaling lists after it.
    private static func takeFormat(_ bits: inout HighBits) -> Int? {
        guard let chroma = bits.code(), chroma <= 3, chroma != 3 || bits.take(1) != nil, bits.code() != nil,
            bits.code() != nil, bits.take(1) != nil, let hasLists = bits.take(1)
        else { return nil }
        for number in 0..<(hasLists == 0 ? 0 : chroma == 3 ? 12 : 8) {
            guard let isThere = bits.take(1) else { return nil }
            if isThere == 1, !skipList(of: number < 6 ? 16 : 64, &bits) { return nil }
        }
        return chroma
    }

    /// Skips a scaling list, which ends early at a scale of 0.
    private static func skipList(of count: Int, _ bits: inout HighBits) -> Bool {
        var (last, next) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                guard let delta = bits.signedCode() else { return false }
                next = (last + delta) & 0xFF
            }
            if next != 0 { last = next }
        }
        return true
    }

    /// Skips the picture order count.
    private static func takeOrder(_ bits: inout HighBits) -> Bool {
        switch bits.code() {
        case 0: return bits.code() != nil
        case 1:
            guard bits.take(1) != nil, bits.code() != nil, bits.code() != nil, let count = bits.code(), count < 256
            else { return false }
            for _ in 0..<count where bits.code() == nil { return false }
            return true
        case 2: return true
        default: return false
        }
    }
}

/// Reads bits, starting with the highest of the first byte.
private struct HighBits {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: Span<UInt8>) {
        self.bytes = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Reads the next bits, at most 32, as a number; nil if there are fewer.
    mutating func take(_ count: Int) -> Int? {
        guard place + count <= bytes.count * 8 else { return nil }
        var number = 0
        for _ in 0..<count {
            number = number << 1 | Int(bytes[place / 8] >> (7 - place % 8) & 1)
            place += 1
        }
        return number
    }

    /// Reads an Exp-Golomb code (9.1): as many zeros as there are bits after a one.
    mutating func code() -> Int? {
        var zeros = 0
        while let bit = take(1), bit == 0 { zeros += 1 }
        guard zeros < 32, let rest = take(zeros) else { return nil }
        return (1 << zeros) - 1 + rest
    }

    /// Reads a signed Exp-Golomb code (9.1.1).
    mutating func signedCode() -> Int? {
        code().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
    }
}
