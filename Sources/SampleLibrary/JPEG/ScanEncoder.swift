/// Codes the coefficients of a picture's components, interleaved (ITU-T T.81, A.2.3 and F.1.2).
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

    /// Luminance and two chrominances of half its size, all of whole blocks.
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

    /// The 63 coefficients after the first: runs of zeros and what ends them (F.1.2.2).
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

    /// A run of zeros with the size of a value, then the value's bits (F.1.2.1 and F.1.2.2).
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
