import PhotoModel

extension Fence {
    /// Where it is and how large, such as `150 m around 52.52,13.405`.
    var place: String {
        if case .circle(let center, let radius) = shape { return "\(lengthText(meters: radius)) around \(center.text)" }
        return "polygon of \(areaText(squareMeters: shape.area))"
    }
}

/// An area as text, not negative: `7 m²`, `12,345 m²`, `1.5 km²`, `320 km²`.
func areaText(squareMeters: Double) -> String {
    if squareMeters < 100_000 { return "\(Int(squareMeters.rounded()).grouped) m²" }
    let tenths = (squareMeters / 100_000).rounded() / 10
    return tenths < 100 ? "\(tenths) km²" : "\(Int(tenths.rounded()).grouped) km²"
}

/// A length as text, not negative: `7 m`, `150 m`, `1.5 km`, `6,188 km`.
func lengthText(meters: Double) -> String {
    if meters < 1_000 { return "\(Int(meters.rounded()).grouped) m" }
    let tenths = (meters / 100).rounded() / 10
    return tenths < 100 ? "\(tenths) km" : "\(Int(tenths.rounded()).grouped) km"
}
