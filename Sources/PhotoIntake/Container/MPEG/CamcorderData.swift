internal import PhotoModel

/// What camcorders write of time and place into the first picture's data: AVCHD's "modified digital video pack
/// metadata", in a message of H.264 that a number of its own tells (ITU-T H.264, D.1.6). No description of it is
/// public; it is known from files.
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

        /// Digits in half bytes: in the first pack a zone that cameras seldom set, the year and the month, in the
        /// second the day and the time.
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

/// What a unit of an H.264 stream holds behind its code (ITU-T H.264, 7.3).
enum H264Unit {
    private static let mostBytes = 4_096

    /// The payload, from which the bytes are taken that keep start codes out of it: a three behind two zeros.
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

/// How large the pictures of an H.264 stream are, from its sequence parameter set (ITU-T H.264, 7.3.2.1.1).
struct SequenceParameters {
    let width: Int
    let height: Int

    /// The profiles that say how colours are kept.
    private static let high: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

    /// The size in the payload of a parameter set; nil where it breaks off or says what cannot be.
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

    /// The chroma format, behind which depths and scaling lists stand.
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

    /// A scaling list ends early where a scale of 0 comes.
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

    /// How pictures are put in order.
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

/// The bits of some bytes, from the highest of the first on.
private struct HighBits {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: Span<UInt8>) {
        self.bytes = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The next bits, at most 32, as a number; nil where there are not so many.
    mutating func take(_ count: Int) -> Int? {
        guard place + count <= bytes.count * 8 else { return nil }
        var number = 0
        for _ in 0..<count {
            number = number << 1 | Int(bytes[place / 8] >> (7 - place % 8) & 1)
            place += 1
        }
        return number
    }

    /// An Exp-Golomb code (9.1): as many zeros as bits follow a one.
    mutating func code() -> Int? {
        var zeros = 0
        while let bit = take(1), bit == 0 { zeros += 1 }
        guard zeros < 32, let rest = take(zeros) else { return nil }
        return (1 << zeros) - 1 + rest
    }

    /// A signed one (9.1.1).
    mutating func signedCode() -> Int? {
        code().map { $0 % 2 == 1 ? ($0 + 1) / 2 : -$0 / 2 }
    }
}
