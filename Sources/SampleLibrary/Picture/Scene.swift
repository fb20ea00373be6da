/// A landscape composed from a look: sky, hills, buildings or trees, and ground or water in front.
struct Scene {
    let palette: Look.Palette
    let texture: Texture
    /// Makes this scene different from others with its look.
    let salt: Int
    /// The picture's height in 1/1024 of its longer side.
    private let height: Int
    /// The distance of the horizon from the top, in the same units.
    let skyline: Int
    private let unit: Int

    init(look: Look, texture: Texture, width: Int, height: Int) {
        palette = look.palette
        self.texture = texture
        salt = look.rawValue * 53 + 17
        unit = max(width, height)
        self.height = height * 1_024 / unit
        skyline = palette.horizon * self.height / 1_024
    }

    static func picture(_ look: Look, texture: Texture, width: Int, height: Int) -> Picture {
        let scene = Scene(look: look, texture: texture, width: width, height: height)
        return Picture(width: width, height: height) { x, y in
            let color = scene.color(x * 1_024 / scene.unit, y * 1_024 / scene.unit)
            return color.lit((texture[x &* 7 &+ y &* 13, y &* 3 &+ x &* 5] - 124) / 14)
        }
    }

    private func color(_ x: Int, _ y: Int) -> Color {
        if palette.trees > 0, let tree = tree(x, y) { return tree }
        if y >= skyline { return ground(x, y - skyline) }
        if palette.buildings > 0, let house = building(x, y) { return house }
        let ridge = skyline - palette.ridgeHeight * (texture.smooth(x * 3, salt * 16) + 30) / 256
        return y >= ridge ? hill(x, y, below: y - ridge) : sky(x, y)
    }

    private func sky(_ x: Int, _ y: Int) -> Color {
        let base = palette.skyTop.mixed(palette.skyLow, y * 256 / max(skyline, 1))
        let across = x - palette.sun.across, down = y - palette.sun.down * height / 1_024
        let square = across * across + down * down
        let glow = min(256, 900 * 256 / (square + 700))
        let cloud = texture.smooth(x * 4 + salt * 40, y * 10 + salt * 90) - 112
        let white = base.mixed(Color(246, 246, 244), max(0, cloud) * palette.clouds / 44)
        return white.mixed(Color(255, 248, 226), glow)
    }

    private func hill(_ x: Int, _ y: Int, below: Int) -> Color {
        let rough = texture.smooth(x * 9, y * 14 + salt * 70) - 124
        return palette.ridge.mixed(palette.skyLow, below / 3).lit(rough / 4)
    }

    private func ground(_ x: Int, _ depth: Int) -> Color {
        let span = max(height - skyline, 1)
        let near = depth * 256 / span
        let base = palette.groundFar.mixed(palette.groundNear, near)
        let distance = 60_000 / (depth + 14)
        if palette.isWater { return water(x, depth, base, distance) }
        let rough = texture.smooth((x - 512) * distance / 60 + salt * 99, distance * 9) - 124
        let fine = texture[x &* 3, depth &* 3] - 124
        let shade = (rough * (near + 90) + fine * near) * palette.roughness / 40_000
        if let road = palette.road, abs(x - 512 + (depth * depth) / 2_600) < 8 + depth * 2 / 5 {
            return road.lit(shade / 2)
        }
        return base.lit(shade)
    }

    /// Ripples that are long in the distance, and the sun's reflection on them.
    private func water(_ x: Int, _ depth: Int, _ base: Color, _ distance: Int) -> Color {
        let ripple = texture.smooth((x - 512) * distance / 300 + salt * 50, distance * 22) - 124
        let color = base.lit(ripple * palette.roughness / 120)
        let off = abs(x - palette.sun.across)
        let trail = max(0, 120 - off * 120 / (30 + depth / 3)) + ripple * 2
        return off < 30 + depth / 3 && trail > 60 ? color.mixed(Color(255, 244, 214), trail) : color
    }
}

extension Scene {
    /// A number 0…255 for a position in the scene.
    private func hash(_ a: Int, _ b: Int = 0) -> Int {
        let mixed = (a &* 0x9E37_79B1 &+ b &* 0x85EB_CA77 &+ salt &* 0xC2B2_AE3D) & 0xFFFF_FFFF
        return (((mixed ^ (mixed >> 15)) &* 0x2C1B_3C6D) >> 13) & 255
    }

    /// The colour of the building at a point; nil if there is none.
    func building(_ x: Int, _ y: Int) -> Color? {
        let width = 84, cell = x / width, inside = x % width
        let height = palette.buildings * (hash(cell) + 60) / 315
        let top = skyline - height
        let gap = hash(cell, 3) % 12
        guard y >= top, inside >= gap else { return nil }
        let facade = Color(122, 112, 104).mixed(Color(196, 172, 142), hash(cell, 1))
        let rough = (texture[x &* 2, y &* 2] - 124) / 8
        let column = (inside - gap - 6) / 14, row = (y - top - 10) / 22
        let isWindow = inside >= gap + 6 && (inside - gap - 6) % 14 < 9 && y >= top + 10 && (y - top - 10) % 22 < 14
        guard isWindow, inside < width - 5 else { return facade.lit(rough) }
        let pane = Color(58, 74, 92).mixed(Color(186, 206, 220), hash(cell * 64 + column, row))
        return pane.lit(rough / 2)
    }

    /// The colour of the tree at a point; nil if there is none.
    func tree(_ x: Int, _ y: Int) -> Color? {
        let spacing = 148
        for cell in x / spacing - 1...x / spacing + 1 where hash(cell + 9, 5) & 7 < palette.trees {
            let radius = 34 + hash(cell, 6) / 6
            let centre = cell * spacing + hash(cell, 7) / 2
            let crown = skyline - radius - 8 + hash(cell, 8) / 10
            let across = x - centre, down = y - crown
            let edge = texture.smooth(x * 22, y * 22 + cell * 512) - 124
            if across * across + down * down < radius * (radius + edge / 4) {
                let light = (texture.smooth(x * 40, y * 40) - 110) / 2 - (across + down) / 3
                return Color(58, 96, 44).lit(light)
            }
            if abs(across) < 5, down > 0, y < skyline + 26 + hash(cell, 8) / 10 { return Color(84, 66, 50) }
        }
        return nil
    }
}
