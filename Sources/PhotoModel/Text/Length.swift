/// A length as users write it: `150m`, `1.5km`, `2mi`, `300ft`.
package struct Length: Hashable, Sendable {
    /// Metres; finite and at least 0.
    package let meters: Double

    /// Reads a number of at least 0 with one of the units `m`, `km`, `mi` (1,609.344 m) and `ft` (0.3048 m), a blank
    /// between them or none.
    package init(parsing text: String) throws(TextError) {
        for (unit, meters) in Self.units where text.hasSuffix(unit) {
            guard let number = decimal(trimmed(text.dropLast(unit.count))) else { break }
            guard number >= 0, (number * meters).isFinite else {
                throw TextError("a length is at least 0")
            }
            self.meters = number * meters
            return
        }
        let example = decimal(trimmed(text)) == nil ? "150m" : "\(trimmed(text))m"
        throw TextError("a length is a number and one of the units m, km, mi and ft, as in \(example)")
    }

    /// A unit comes before one that it ends with.
    private static let units = [("km", 1_000), ("mi", 1_609.344), ("ft", 0.304_8), ("m", 1)]
}
