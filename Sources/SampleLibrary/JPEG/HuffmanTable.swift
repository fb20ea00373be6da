/// A Huffman table: how many codes each length has, and the symbols in the order of their codes (ITU-T T.81,
/// annexes C and K.3).
struct HuffmanTable {
    /// The number of codes of 1…16 bits.
    let counts: [UInt8]
    let symbols: [UInt8]
    /// Code and length of each symbol; length 0 where it has none.
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

    /// The symbols that are left: every run of zeros with the sizes that none before it has, in order.
    private static func tail(from first: UInt8) -> [UInt8] {
        let starts: [UInt8] =
            first == 0x25
            ? [0x25, 0x34, 0x43, 0x53, 0x63, 0x73, 0x83, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE1, 0xF1]
            : [0x26, 0x35, 0x43, 0x53, 0x63, 0x73, 0x82, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE2, 0xF2]
        return starts.flatMap { start in Array(start...(start & 0xF0 | 0x0A)) }
    }
}
