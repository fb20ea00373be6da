/// The appearance of a kind of place: colours and objects of its scene.
enum Look: Int, CaseIterable {
    case harbour, town, site, garden, hills, coast, outback

    /// The parts of the scene. Heights are in 1/1024 of the picture's height, widths in 1/1024 of its longer side.
    struct Palette {
        var skyTop = Color(58, 110, 185)
        var skyLow = Color(196, 216, 232)
        var horizon = 560
        /// The hills in the background, and their height.
        var ridge = Color(112, 128, 146)
        var ridgeHeight = 90
        var groundFar = Color(120, 132, 96)
        var groundNear = Color(74, 92, 48)
        /// Contrast of the ground's texture.
        var roughness = 70
        var isWater = false
        /// The maximum height of buildings; 0 for none.
        var buildings = 0
        /// The share of tree positions that have a tree, in eighths.
        var trees = 0
        /// The colour of a road to the horizon; nil for none.
        var road: Color?
        var clouds = 170
        var sun = (across: 760, down: 190)
    }

    var palette: Palette {
        switch self {
        case .harbour: Self.harbourPalette
        case .town: Self.townPalette
        case .site: Self.sitePalette
        case .garden: Palette(trees: 5, road: Color(186, 170, 140))
        case .hills: Palette(horizon: 610, ridgeHeight: 260, roughness: 90, trees: 1, clouds: 230)
        case .coast: Self.coastPalette
        case .outback: Self.outbackPalette
        }
    }

    private static let harbourPalette = Palette(
        skyLow: Color(214, 214, 208), horizon: 540, ridge: Color(120, 130, 140), ridgeHeight: 40,
        groundFar: Color(122, 146, 158), groundNear: Color(40, 66, 84), roughness: 60, isWater: true, buildings: 260)
    private static let townPalette = Palette(
        skyTop: Color(90, 130, 180), horizon: 640, ridgeHeight: 60, groundFar: Color(126, 122, 116),
        groundNear: Color(88, 84, 80), roughness: 36, buildings: 420, trees: 2, road: Color(70, 70, 74), clouds: 230)
    private static let sitePalette = Palette(
        skyTop: Color(70, 120, 190), horizon: 600, ridge: Color(130, 140, 140), groundFar: Color(176, 150, 116),
        groundNear: Color(132, 100, 70), roughness: 100, buildings: 330, road: Color(150, 124, 96),
        sun: (across: 280, down: 150))
    private static let coastPalette = Palette(
        skyTop: Color(38, 100, 190), horizon: 500, ridge: Color(84, 112, 120), ridgeHeight: 70,
        groundFar: Color(70, 140, 165), groundNear: Color(30, 92, 130), roughness: 70, isWater: true, clouds: 130,
        sun: (across: 400, down: 210))
    private static let outbackPalette = Palette(
        skyTop: Color(44, 104, 196), skyLow: Color(232, 206, 178), horizon: 540, ridge: Color(150, 92, 72),
        ridgeHeight: 130, groundFar: Color(190, 118, 76), groundNear: Color(146, 72, 40), roughness: 110, trees: 1,
        clouds: 90)
}

/// Red, green and blue, 0…255. Intermediate results may exceed that.
struct Color {
    var red: Int
    var green: Int
    var blue: Int

    init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A mixture: this colour at 0, the other at 256.
    func mixed(_ other: Color, _ share: Int) -> Color {
        let share = min(max(share, 0), 256), rest = 256 - share
        return Color(
            (red * rest + other.red * share) / 256, (green * rest + other.green * share) / 256,
            (blue * rest + other.blue * share) / 256)
    }

    /// The colour, brighter or darker by a number of steps.
    func lit(_ steps: Int) -> Color {
        Color(red + steps, green + steps, blue + steps)
    }
}

/// A tile of smooth noise that repeats without a seam, 256 by 256.
struct Texture {
    private var values: [UInt8]

    /// Noise in octaves, of which the finer ones are fainter.
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

    /// The value at a point, whose coordinates wrap at 256; about 0…250 with a mean of 124.
    subscript(x: Int, y: Int) -> Int {
        Int(values[(y & 255) << 8 | (x & 255)])
    }

    /// The value at a point given in 1/16, interpolated between the four around it.
    func smooth(_ x: Int, _ y: Int) -> Int {
        let across = x & 15, column = x >> 4, row = y >> 4
        let upper = self[column, row] * (16 - across) + self[column + 1, row] * across
        let lower = self[column, row + 1] * (16 - across) + self[column + 1, row + 1] * across
        return (upper * (16 - y & 15) + lower * (y & 15)) >> 8
    }

    /// Noise on a lattice with a spacing of `cell`, interpolated.
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
