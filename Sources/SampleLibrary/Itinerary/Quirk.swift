/// What is special about a photo's position. The raw values are those of the truth's `quirk`.
enum Quirk: String {
    /// A few metres inside or outside a fence's boundary.
    case edgeInside = "edge-inside"
    case edgeOutside = "edge-outside"
    /// 0,0, as phones write it when they know nothing.
    case nullIsland = "null-island"
    /// Rationals of 0/0, as others do.
    case zeroDenominator = "zero-denominator"

    /// The quirk of a photo by its number in the library; nil for most. Spread so that every library of 200 photos
    /// has each of them, and a large one has 4 % at an edge and 1.5 % with an invalid position.
    static func quirk(serial: Int) -> Quirk? {
        switch serial % 200 {
        case 12, 37, 112, 137: .edgeInside
        case 62, 87, 162, 187: .edgeOutside
        case 23, 123: .nullIsland
        case 73: .zeroDenominator
        default: nil
        }
    }
}
