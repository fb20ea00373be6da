/// Red, green and blue, 0…255; beyond these ends while it is worked out.
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

    /// The same, brighter or darker by so many steps.
    func lit(_ steps: Int) -> Color {
        Color(red + steps, green + steps, blue + steps)
    }
}
