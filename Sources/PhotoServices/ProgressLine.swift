import PhotoModel

/// The words of a progress line: `Scanning: 1,200 of 10,000, 12 %, 24,000/s, 1 s left`.
///
/// The rate is the mean since the start; it and the time left come after a quarter of a second, when they mean something.
func progressLine(name: String, done: Int, total: Int?, seconds: Double) -> String {
    var parts: [String] = []
    if let total, total > 0, total >= done {
        parts.append("\(done.grouped) of \(total.grouped)")
        parts.append("\(done * 100 / total) %")
    } else {
        parts.append(done.grouped)
    }
    if seconds >= 0.25, done > 0 {
        let rate = Double(done) / seconds
        parts.append("\(Int(rate.rounded()).grouped)/s")
        if let total, total >= done {
            let left = (Double(total - done) / rate).rounded(.up)
            parts.append(left < 60 ? "\(Int(left)) s left" : "\(Duration.seconds(left).brief) left")
        }
    }
    return "\(name): \(parts.joined(separator: ", "))"
}
