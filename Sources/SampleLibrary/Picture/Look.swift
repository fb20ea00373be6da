/// What a kind of place looks like: the colours and things of its scene.
enum Look: Int, CaseIterable {
    case harbour, town, site, garden, hills, coast, outback

    /// What the scene is made of. Heights are in 1/1024 of the picture's height, widths of its longer side.
    struct Palette {
        var skyTop = Color(58, 110, 185)
        var skyLow = Color(196, 216, 232)
        var horizon = 560
        /// The hills behind, and their height.
        var ridge = Color(112, 128, 146)
        var ridgeHeight = 90
        var groundFar = Color(120, 132, 96)
        var groundNear = Color(74, 92, 48)
        /// Contrast of the ground's texture.
        var roughness = 70
        var isWater = false
        /// Greatest height of buildings; 0 for none.
        var buildings = 0
        /// Share of places for a tree that have one, of 8.
        var trees = 0
        /// Colour of a road to the horizon; nil for none.
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
