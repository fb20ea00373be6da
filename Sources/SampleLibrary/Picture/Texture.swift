/// A tile of smooth noise that repeats without a seam, 256 by 256.
struct Texture {
    private var values: [UInt8]

    /// Noise in octaves, the finer ones fainter.
    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let grain = random.bytes(256 * 256)
        values = [UInt8](repeating: 0, count: 256 * 256)
        for y in 0..<256 {
            for x in 0..<256 {
                var sum = 0
                for octave in 0..<5 {
                    sum += Self.lattice(grain, x, y, cell: 32 >> octave, salt: octave) >> (octave + 1)
                }
                values[y << 8 | x] = UInt8(min(sum, 255))
            }
        }
    }

    /// The value at a point, taken modulo 256 either way; about 0…250 with a mean of 124.
    subscript(x: Int, y: Int) -> Int {
        Int(values[(y & 255) << 8 | (x & 255)])
    }

    /// The value at a point given in 1/16, between the four around it.
    func smooth(_ x: Int, _ y: Int) -> Int {
        let across = x & 15, column = x >> 4, row = y >> 4
        let upper = self[column, row] * (16 - across) + self[column + 1, row] * across
        let lower = self[column, row + 1] * (16 - across) + self[column + 1, row + 1] * across
        return (upper * (16 - y & 15) + lower * (y & 15)) >> 8
    }

    /// Noise on a lattice whose points are `cell` apart, between its points.
    private static func lattice(_ grain: [UInt8], _ x: Int, _ y: Int, cell: Int, salt: Int) -> Int {
        let points = 256 / cell
        let left = x / cell, top = y / cell, across = x % cell, down = y % cell
        func value(_ column: Int, _ row: Int) -> Int {
            Int(grain[((row % points) << 8 | column % points) ^ (salt * 2_654_435 & 0xFFFF)])
        }
        let upper = value(left, top) * (cell - across) + value(left + 1, top) * across
        let lower = value(left, top + 1) * (cell - across) + value(left + 1, top + 1) * across
        return (upper * (cell - down) + lower * down) / (cell * cell)
    }
}
