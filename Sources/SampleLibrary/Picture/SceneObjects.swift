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
