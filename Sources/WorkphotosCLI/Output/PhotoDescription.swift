import PhotoModel

/// A photo's metadata as text: a heading with the path, and a line for each fact.
enum PhotoDescription {
    /// The text, without a line end after its last line. Names are safe for a terminal.
    static func text(_ photo: Photo) -> String {
        let facts = photo.facts
        let lines: [(String, String?)] = [
            ("format", "\(photo.formatName), \(photo.bytes.byteSize)\(size(facts))"),
            ("position", position(facts)),
            ("altitude", facts.altitude.map { "\(rounded($0)) m" }),
            ("accuracy", facts.horizontalAccuracy.map { "within \(rounded($0)) m (68 %)" }),
            ("fix by", facts.processingMethod.map(terminalSafe)),
            ("taken", time(facts.captureTime)),
            ("", facts.unsetTime.map { "\($0.wall.text) (\($0.source.rawValue)) \(WhyText.clockBegins)" }),
            ("", facts.sidecars.contains(.unreadableTime) ? WhyText.unreadableTime : nil),
            ("camera", camera(facts)),
            ("orientation", facts.orientation.map(String.init)),
            ("thumbnail", facts.thumbnailBytes.map { Int64($0).byteSize }),
            ("verdict", photo.judgement.map { "\($0.verdict.rawValue) (\(PhotoTable.reason(photo)))" }),
        ]
        let told = lines.compactMap { name, value in value.map { "  \(padded(name, to: 12))\($0)" } }
        return ([terminalSafe(photo.path.bytes)] + told).joined(separator: "\n")
    }

    private static func size(_ facts: PhotoFacts) -> String {
        guard let width = facts.width, let height = facts.height else { return "" }
        return ", \(width) × \(height)"
    }

    private static func position(_ facts: PhotoFacts) -> String {
        switch facts.position {
        case .absent: "none"
        case .invalid(let problem): "invalid (\(problem.rawValue))"
        case .valid(let coordinate): coordinate.shown
        }
    }

    private static func time(_ time: CaptureTime?) -> String {
        guard let time else { return "unknown" }
        if time.isAssumedUTC { return "\(time.wall.text) (in UTC, or by the camera's clock)" }
        let missing = time.hasUnreadableOffset ? " (its offset cannot be read)" : " (zone not said)"
        return "\(time.wall.text)\(time.offset.map(\.text) ?? missing)"
    }

    private static func camera(_ facts: PhotoFacts) -> String? {
        let camera = facts.camera.text
        return camera.isEmpty ? nil : terminalSafe(camera)
    }

    private static func rounded(_ value: Double) -> String {
        ((value * 10).rounded() / 10).description
    }
}

extension Coordinate {
    /// The coordinate as `LAT,LON` for people: to seven digits of a degree, which is a centimetre.
    var shown: String {
        func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
        return (Coordinate(latitude: rounded(latitude), longitude: rounded(longitude)) ?? self).text
    }
}
