import PhotoModel
import PhotoPipeline

/// The words of a progress line: `Scanning: 1,200 of 10,000, 12 %, 24,000/s, 1 s left`; of one that counts bytes,
/// `Uploading: 12 MB of 1.2 GB, 1 %, 24 MB/s, 50 s left`, at the end `1.2 GB of 1.2 GB, 100 %, finishing`; and of one that has not said how much is done, `Planning: 3 s`.
///
/// The rate is the mean since the start; it and the time left come after a quarter of a second, when they mean something.
func progressLine(name: String, unit: ProgressUnit, done: Int?, total: Int?, seconds: Double) -> String {
    guard let done else { return "\(name): \(whole(seconds.rounded(.down)))" }
    func text(_ amount: Int) -> String { unit == .bytes ? Int64(amount).byteSize : amount.grouped }
    var parts: [String] = []
    if let total, total > 0, total >= done {
        parts.append("\(text(done)) of \(text(total))")
        parts.append("\(Int(Double(done) * 100 / Double(total))) %")
    } else {
        parts.append(text(done))
    }
    if done > 0, done == total {
        // What was sent or read is proved still, or written down.
        parts.append("finishing")
    } else if seconds >= 0.25, done > 0 {
        let rate = Double(done) / seconds
        parts.append("\(text(Int(rate.rounded())))/s")
        if let total, total >= done {
            parts.append("\(whole((Double(total - done) / rate).rounded(.up))) left")
        }
    }
    return "\(name): \(parts.joined(separator: ", "))"
}

/// Whole seconds in words.
private func whole(_ seconds: Double) -> String {
    seconds < 60 ? "\(Int(seconds)) s" : Duration.seconds(seconds).brief
}
