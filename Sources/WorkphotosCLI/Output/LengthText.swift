/// A length for people, not negative: `7 m`, `150 m`, `1.5 km`, `320 km`.
func lengthText(meters: Double) -> String {
    if meters < 1_000 { return "\(Int(meters.rounded())) m" }
    let tenths = (meters / 100).rounded() / 10
    return tenths < 100 ? "\(tenths) km" : "\(Int(tenths.rounded())) km"
}
