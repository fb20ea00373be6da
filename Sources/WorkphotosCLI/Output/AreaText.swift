import PhotoModel

/// An area for people, not negative: `7 m²`, `12,345 m²`, `1.5 km²`, `320 km²`.
func areaText(squareMeters: Double) -> String {
    if squareMeters < 100_000 { return "\(Int(squareMeters.rounded()).grouped) m²" }
    let tenths = (squareMeters / 100_000).rounded() / 10
    return tenths < 100 ? "\(tenths) km²" : "\(Int(tenths.rounded()).grouped) km²"
}
