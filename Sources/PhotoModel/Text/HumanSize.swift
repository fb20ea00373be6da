extension Int64 {
    /// A number of bytes for people, in powers of 1,000 (SI, as file managers and disk makers count) with one
    /// fractional digit: `999 B`, `1.2 kB`, `3.4 GB`. Rounded half up; a negative number has a minus sign.
    package var byteSize: String {
        let bytes = magnitude
        guard bytes >= 1_000 else { return "\(self) B" }
        var unit: UInt64 = 1_000
        var name = 0
        while name + 1 < Self.unitNames.count, Self.tenths(bytes, unit) >= 10_000 {
            unit *= 1_000
            name += 1
        }
        let tenths = Self.tenths(bytes, unit)
        return "\(self < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) \(Self.unitNames[name])"
    }

    private static let unitNames = ["kB", "MB", "GB", "TB", "PB", "EB"]

    private static func tenths(_ bytes: UInt64, _ unit: UInt64) -> UInt64 {
        (bytes + unit / 20) / (unit / 10)
    }
}
