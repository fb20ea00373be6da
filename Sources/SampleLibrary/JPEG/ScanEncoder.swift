/// Encodes the coefficients of a picture's components, interleaved (ITU-T T.81, A.2.3 and F.1.2).
struct ScanEncoder {
    private var bits = BitWriter()
    private var block = [Float](repeating: 0, count: 64)
    private var coefficients = [Int](repeating: 0, count: 64)
    /// The last DC coefficient of each component.
    private var last = [0, 0, 0]
    private let factors: [[Float]]

    init(luminance: QuantisationTable, chrominance: QuantisationTable) {
        factors = [luminance, chrominance].map { table in
            zip(CosineTransform.scale, table.steps).map { $0 / Float($1) }
        }
    }

    /// Encodes luminance and two chrominances of half its size, all in whole blocks.
    mutating func encode(_ planes: [Plane]) {
        for y in stride(from: 0, to: planes[0].height, by: 16) {
            for x in stride(from: 0, to: planes[0].width, by: 16) {
                for (across, down) in [(0, 0), (8, 0), (0, 8), (8, 8)] {
                    encodeBlock(planes[0], x + across, y + down, component: 0)
                }
                encodeBlock(planes[1], x / 2, y / 2, component: 1)
                encodeBlock(planes[2], x / 2, y / 2, component: 2)
            }
        }
    }

    mutating func finished() -> [UInt8] {
        bits.finish()
        return bits.bytes
    }

    private mutating func encodeBlock(_ plane: Plane, _ x: Int, _ y: Int, component: Int) {
        plane.copyBlock(x, y, into: &block)
        CosineTransform.forward(&block)
        quantise(factors[component == 0 ? 0 : 1])
        let dc = component == 0 ? HuffmanTable.luminanceDC : HuffmanTable.chrominanceDC
        let ac = component == 0 ? HuffmanTable.luminanceAC : HuffmanTable.chrominanceAC
        append(coefficients[0] - last[component], run: 0, dc)
        last[component] = coefficients[0]
        encodeRest(ac)
    }

    /// Rounds to whole steps, in zigzag order.
    private mutating func quantise(_ factors: [Float]) {
        for index in 0..<64 {
            let place = zigzag[index]
            coefficients[index] = Int(block[place] * factors[place] + 16_384.5) - 16_384
        }
    }

    /// Encodes the 63 coefficients after the first: runs of zeros, each with the value that ends it (F.1.2.2).
    private mutating func encodeRest(_ table: HuffmanTable) {
        var run = 0
        for index in 1..<64 {
            guard coefficients[index] != 0 else {
                run += 1
                continue
            }
            while run > 15 {
                append(symbol: 0xF0, table)
                run -= 16
            }
            append(coefficients[index], run: run, table)
            run = 0
        }
        if run > 0 { append(symbol: 0, table) }
    }

    /// Encodes a run of zeros with the size of a value, followed by the value's bits (F.1.2.1 and F.1.2.2).
    private mutating func append(_ value: Int, run: Int, _ table: HuffmanTable) {
        let size = Int.bitWidth - abs(value).leadingZeroBitCount
        append(symbol: run << 4 | size, table)
        if size > 0 { bits.append(value < 0 ? value - 1 : value, size) }
    }

    private mutating func append(symbol: Int, _ table: HuffmanTable) {
        let (code, length) = table.codes[symbol]
        bits.append(code, length)
    }
}

/// Entropy-coded bits, with a zero byte after each 0xFF (ITU-T T.81, B.1.1.5).
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var count = 0

    /// Appends the low `length` bits of a value, at most 27.
    mutating func append(_ value: Int, _ length: Int) {
        pending = pending << UInt64(length) | UInt64(value & ((1 << length) - 1))
        count += length
        while count >= 8 {
            count -= 8
            let byte = UInt8(truncatingIfNeeded: pending >> UInt64(count))
            bytes.append(byte)
            if byte == 0xFF { bytes.append(0) }
        }
    }

    /// Fills the last byte with ones (ITU-T T.81, F.1.2.3).
    mutating func finish() {
        if count > 0 { append(0x7F, 8 - count) }
    }
}

/// A Huffman table: the number of codes of each length, and the symbols in the order of their codes (ITU-T T.81,
/// annexes C and K.3).
struct HuffmanTable {
    /// The number of codes of 1…16 bits.
    let counts: [UInt8]
    let symbols: [UInt8]
    /// Code and length of each symbol; length 0 if it has none.
    let codes: [(code: Int, length: Int)]

    private init(counts: [UInt8], symbols: [UInt8]) {
        self.counts = counts
        self.symbols = symbols
        var codes = [(code: Int, length: Int)](repeating: (0, 0), count: 256)
        var code = 0, next = 0
        for (index, count) in counts.enumerated() {
            for _ in 0..<count {
                codes[Int(symbols[next])] = (code, index + 1)
                code += 1
                next += 1
            }
            code <<= 1
        }
        self.codes = codes
    }

    static let luminanceDC = HuffmanTable(
        counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], symbols: Array(0...11))
    static let chrominanceDC = HuffmanTable(
        counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], symbols: Array(0...11))
    static let luminanceAC = HuffmanTable(
        counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
        symbols: [
            0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
            0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0,
            0x24, 0x33, 0x62, 0x72, 0x82, 0x09, 0x0A, 0x16, 0x17, 0x18, 0x19, 0x1A,
        ] + tail(from: 0x25))
    static let chrominanceAC = HuffmanTable(
        counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
        symbols: [
            0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71,
            0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0,
            0x15, 0x62, 0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1, 0x17, 0x18, 0x19, 0x1A,
        ] + tail(from: 0x26))

    /// The remaining symbols: every run of zeros with the sizes that no earlier symbol has, in order.
    private static func tail(from first: UInt8) -> [UInt8] {
        let starts: [UInt8] =
            first == 0x25
            ? [0x25, 0x34, 0x43, 0x53, 0x63, 0x73, 0x83, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE1, 0xF1]
            : [0x26, 0x35, 0x43, 0x53, 0x63, 0x73, 0x82, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE2, 0xF2]
        return starts.flatMap { start in Array(start...(start & 0xF0 | 0x0A)) }
    }
}

/// The forward cosine transform of 8 by 8 samples (Arai, Agui, Nakajima: "A fast DCT-SQ scheme for images", 1988). Its
/// results are scaled; ``scale`` undoes that.
enum CosineTransform {
    /// Transforms the block in place: rows, then columns.
    static func forward(_ block: inout [Float]) {
        for row in 0..<8 { line(&block, row * 8, 1) }
        for column in 0..<8 { line(&block, column, 8) }
    }

    /// The factor for each coefficient, in row order, that gives the transform of T.81.
    static let scale: [Float] = {
        let line: [Float] = [
            1, 1.387039845, 1.306562965, 1.175875602, 1, 0.785694958, 0.541196100, 0.275899379,
        ]
        return (0..<64).map { 1 / (line[$0 / 8] * line[$0 % 8] * 8) }
    }()

    private static func line(_ block: inout [Float], _ start: Int, _ step: Int) {
        let s0 = block[start], s1 = block[start + step], s2 = block[start + 2 * step], s3 = block[start + 3 * step]
        let s4 = block[start + 4 * step], s5 = block[start + 5 * step]
        let s6 = block[start + 6 * step], s7 = block[start + 7 * step]
        let sum0 = s0 + s7, sum1 = s1 + s6, sum2 = s2 + s5, sum3 = s3 + s4
        let even0 = sum0 + sum3, even1 = sum1 + sum2
        let turned = (sum1 - sum2 + sum0 - sum3) * 0.707106781
        block[start] = even0 + even1
        block[start + 4 * step] = even0 - even1
        block[start + 2 * step] = sum0 - sum3 + turned
        block[start + 6 * step] = sum0 - sum3 - turned

        let odd0 = s3 - s4 + s2 - s5, odd1 = s2 - s5 + s1 - s6, odd2 = s1 - s6 + s0 - s7
        let shared = (odd0 - odd2) * 0.382683433
        let low = 0.541196100 * odd0 + shared, high = 1.306562965 * odd2 + shared
        let middle = odd1 * 0.707106781
        let plus = s0 - s7 + middle, minus = s0 - s7 - middle
        block[start + 5 * step] = minus + low
        block[start + 3 * step] = minus - low
        block[start + step] = plus + high
        block[start + 7 * step] = plus - high
    }
}

/// The step of each coefficient, in row order (ITU-T T.81, annex K.1).
struct QuantisationTable {
    let steps: [Int]

    /// The standard's table for luminance at a quality of 1…100, where 50 leaves it unchanged.
    static func luminance(quality: Int) -> QuantisationTable {
        QuantisationTable(base: luminanceBase, quality: quality)
    }
    /// The standard's table for chrominance at a quality of 1…100.
    static func chrominance(quality: Int) -> QuantisationTable {
        QuantisationTable(base: chrominanceBase, quality: quality)
    }

    private init(base: [Int], quality: Int) {
        let percent = quality < 50 ? 5_000 / quality : 200 - quality * 2
        steps = base.map { min(max(($0 * percent + 50) / 100, 1), 255) }
    }

    private static let luminanceBase = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
        14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
        18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
        49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    private static let chrominanceBase = [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
        24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    ]
}

/// The row-order position of each coefficient in zigzag order (ITU-T T.81, figure A.6).
let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
]
