import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

/// MPEG's transport and program streams, with the metadata of camcorders.
struct MPEGTests {
    private static let big = ExifStructure.Order.big

    /// Writes bits, highest first, and Exp-Golomb codes.
    private struct Bits {
        private var bits: [UInt8] = []

        mutating func put(_ number: Int, _ count: Int) {
            for place in (0..<count).reversed() { bits.append(UInt8(number >> place & 1)) }
        }

        mutating func code(_ number: Int) {
            let length = (number + 1).bitWidth - (number + 1).leadingZeroBitCount
            put(0, length - 1)
            put(number + 1, length)
        }

        var bytes: [UInt8] {
            let all = bits + [1] + [UInt8](repeating: 0, count: (7 - bits.count % 8 + 8) % 8)
            return stride(from: 0, to: all.count, by: 8).map { start in
                all[start..<min(start + 8, all.count)].reduce(0) { $0 << 1 | $1 }
            }
        }
    }

    /// A sequence parameter set: columns and rows in blocks of 16, whether frames are progressive, and the cropping at
    /// the bottom.
    private static func parameters(
        profile: Int = 100, columns: Int, rows: Int, isWhole: Bool = true, cut: Int = 0, order: Int = 0,
        lists: Bool = false
    ) -> [UInt8] {
        var bits = Bits()
        bits.put(profile, 8)
        bits.put(0x0028, 16)
        bits.code(0)
        if profile == 100 {
            for number in [1, 0, 0] { bits.code(number) }
            bits.put(0, 1)
            bits.put(lists ? 1 : 0, 1)
            // The first of eight lists ends at once.
            if lists {
                bits.put(1, 1)
                bits.code(16)
                bits.put(0, 7)
            }
        }
        bits.code(0)
        bits.code(order)
        if order == 0 { bits.code(2) }
        if order == 1 {
            bits.put(0, 1)
            for number in [1, 2, 2, 3, 4] { bits.code(number) }
        }
        bits.code(4)
        bits.put(0, 1)
        bits.code(columns - 1)
        bits.code(rows / (isWhole ? 1 : 2) - 1)
        bits.put(isWhole ? 1 : 0, 1)
        if !isWhole { bits.put(0, 1) }
        bits.put(1, 1)
        bits.put(cut > 0 ? 1 : 0, 1)
        if cut > 0 { for number in [0, 0, 0, cut / (isWhole ? 2 : 4)] { bits.code(number) } }
        return [0x67] + guarded(bits.bytes)
    }

    /// The bytes with a three after every two zeros, as in a stream.
    private static func guarded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.reduce(into: []) { out, byte in
            if byte <= 3, out.suffix(2) == [0, 0] { out.append(3) }
            out.append(byte)
        }
    }

    /// A message with a camcorder's packs.
    private static func message(_ packs: KeyValuePairs<UInt8, [UInt8]>) -> [UInt8] {
        let identifier: [UInt64] = [0x17EE_8C60_F84D_11D9, 0x8CD6_0800_200C_9A66]
        let body =
            identifier.flatMap { big.bytes($0) } + Array("MDPM".utf8) + [UInt8(packs.count)]
            + packs.flatMap { [$0.key] + $0.value }
        return [0x06] + guarded([5, UInt8(body.count)] + body + [0x80])
    }

    private static let dated: KeyValuePairs<UInt8, [UInt8]> = [
        0x18: [0x52, 0x20, 0x10, 0x09], 0x19: [0x10, 0x14, 0x32, 0x10],
    ]

    private static func stream(_ units: [UInt8]...) -> [UInt8] {
        units.flatMap { [0, 0, 1] + $0 } + [0, 0, 1, 0x65, 1, 2, 3]
    }

    /// The stream in packets, the first two with tables; camcorders put four bytes before each.
    private static func transport(_ stream: [UInt8], prefix: Int = 0) -> [UInt8] {
        var packets = [[0x47, 0x40, 0, 0x10], [0x47, 0x41, 0, 0x10]] as [[UInt8]]
        var rest = [0, 0, 1, 0xE0, 0, 0, 0x80, 0x80, 5, 1, 2, 3, 4, 5] + stream
        var isFirst = true
        while !rest.isEmpty {
            // An adaptation field makes packets differ.
            let head: [UInt8] = [0x47, isFirst ? 0x50 : 0x10, 0x11, 0x30, 3, 0, 0xFF, 0xFF]
            packets.append(head + rest.prefix(180))
            rest.removeFirst(min(180, rest.count))
            isFirst = false
        }
        packets += [[0x47, 0x1F, 0xFF, 0x10], [0x47, 0x1F, 0xFF, 0x10]]
        return packets.flatMap { packet in
            [UInt8](repeating: 9, count: prefix) + packet + [UInt8](repeating: 0xFF, count: 188 - packet.count)
        }
    }

    private func facts(_ bytes: [UInt8]) throws -> PhotoFacts {
        try #require(try content(bytes, named: "a.mts").facts)
    }

    @Test(arguments: [0, 4]) func `A camcorder's film has size, time and place`(prefix: Int) throws {
        let packs: KeyValuePairs<UInt8, [UInt8]> = [
            0x18: [0x52, 0x20, 0x10, 0x09], 0x19: [0x10, 0x14, 0x32, 0x10],
            0xB1: Array("S\0\0\0".utf8), 0xB2: [0, 33, 0, 1], 0xB3: [0, 51, 0, 1], 0xB4: [0x09, 0x90, 0, 100],
            0xB5: Array("E\0\0\0".utf8), 0xB6: [0, 151, 0, 1], 0xB7: [0, 12, 0, 1], 0xB8: [0, 55, 0, 1],
        ]
        let stream = Self.stream([0x09, 0x10], Self.parameters(columns: 120, rows: 68, cut: 8), Self.message(packs))
        let film = try facts(Self.transport(stream, prefix: prefix))
        #expect(film.format == .mts && film.width == 1_920 && film.height == 1_080)
        #expect(film.captureTime?.wall.text == "2010-09-10T14:32:10" && film.captureTime?.offset == nil)
        let place = try #require(film.position.coordinate)
        #expect(abs(place.latitude + 33.8568) < 1e-6 && abs(place.longitude - 151.21527778) < 1e-6)
        #expect(film.positionSource == .quicktime)
    }

    @Test func `An incomplete place is reported`() throws {
        for packs in [
            [0xB1: Array("N\0\0\0".utf8), 0xB2: [0, 33, 0, 1]], [0xB2: [0, 33, 0, 0], 0xB3: [0, 0, 0, 0]],
        ] as [KeyValuePairs<UInt8, [UInt8]>] {
            let stream = Self.stream(Self.parameters(columns: 2, rows: 2), Self.message(packs))
            #expect(try facts(Self.transport(stream)).position.problem != nil)
        }
    }

    @Test func `Sizes of all kinds of parameters are read`() throws {
        for (unit, size) in [
            (Self.parameters(columns: 90, rows: 68, isWhole: false, cut: 8), "1440 x 1080"),
            (Self.parameters(profile: 66, columns: 20, rows: 15, order: 2), "320 x 240"),
            (Self.parameters(columns: 45, rows: 36, order: 1, lists: true), "720 x 576"),
        ] {
            let film = try facts(Self.transport(Self.stream(unit)))
            #expect("\(film.width ?? 0) x \(film.height ?? 0)" == size)
        }
    }

    @Test func `A film with another kind of pictures has no size`() throws {
        let film = try facts(Self.transport([0, 0, 1, 0x40, 1, 0, 0, 1, 0x42, 1, 7, 7]))
        #expect(film.format == .mts && film.width == nil)
        #expect(try facts(Self.transport([])).format == .mts)
    }

    @Test func `MPEG-1 and -2 have their size in every kind of stream`() throws {
        let sequence: [UInt8] = [0, 0, 1, 0xB3, 0x2D, 0x02, 0x40, 0x33, 0, 0]
        #expect(try facts(Self.transport(sequence)).width == 720)
        for bytes in [sequence, [0, 0, 1, 0xBA, 0x44, 0, 0, 0, 0, 0, 0, 1, 0xE0, 0, 9, 0x80] + sequence] {
            let film = try #require(try content(bytes, named: "a.mpg").facts)
            #expect(film.format == .mpg && film.width == 720 && film.height == 576)
        }
        #expect(try content([0, 0, 1, 0xBA, 0x44]).facts?.format == .mpg)
    }

    @Test func `Streams that are changed anywhere are read to the end`() throws {
        let stream = Self.stream(
            Self.parameters(columns: 120, rows: 68, cut: 8, order: 1, lists: true), Self.message(Self.dated))
        let whole = Self.transport(stream)
        try DamagedFile(whole).forEachChange(in: whole.indices, to: [0x00, 0x7F, 0xFF])
    }
}
