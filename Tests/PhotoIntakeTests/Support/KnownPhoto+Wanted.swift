import Foundation
import PhotoModel

/// An expected value of a photo.
struct WantedValue {
    /// The name by which differences are listed.
    let field: String
    let expected: String
    /// Whether facts have the value.
    let isMet: (PhotoFacts) -> Bool
}

extension KnownPhoto {
    private static let stills: Set = ["JPEG", "HEIC", "HEIF", "AVIF", "PNG", "WEBP", "Extended WEBP"]
    private static let exifGroups: Set = ["IFD0", "ExifIFD", "GPS", "IFD1"]

    /// The expected values by the contract; none for a damaged photo.
    var wanted: [WantedValue] {
        guard folder != "corrupt", errors.isEmpty else { return [] }
        return wantedPosition + wantedTime + wantedText("make", "Make", make, \.make)
            + wantedText("model", "Model", model, \.model) + wantedPicture
    }

    private func isExif(_ tag: String) -> Bool {
        groups[tag].map(Self.exifGroups.contains) ?? false
    }

    // MARK: - Place

    /// Positions that the other program returns and the contract refuses are expected as null with a problem.
    private var wantedPosition: [WantedValue] {
        if let source, ["EXIF", "XMP", "QuickTime"].contains(source), let latitude, let longitude {
            if !notes.isDisjoint(with: ["zero-zero", "out-of-range"]) { return Self.refused }
            return notes.contains("several-positions") ? [] : valid(latitude, longitude, source)
        }
        guard source == nil else { return [] }
        if gps.isEmpty { return [Self.noLatitude] }
        let refusals: Set = ["no-lat-ref", "no-lon-ref", "odd-lat-ref", "odd-lon-ref", "not-a-number"]
        return notes.isDisjoint(with: refusals) ? [] : Self.refused
    }

    private static var noLatitude: WantedValue {
        WantedValue(field: "latitude", expected: "none") { $0.position.coordinate == nil }
    }

    private static var refused: [WantedValue] {
        [noLatitude, WantedValue(field: "positionProblem", expected: "a problem") { $0.position.problem != nil }]
    }

    private func valid(_ latitude: Double, _ longitude: Double, _ source: String) -> [WantedValue] {
        var wanted = [
            Self.number("latitude", latitude, within: 2e-6) { $0.position.coordinate?.latitude },
            Self.number("longitude", longitude, within: 2e-6) { $0.position.coordinate?.longitude },
            WantedValue(field: "positionSource", expected: source) {
                $0.positionSource?.rawValue == source.lowercased()
            },
        ]
        if let altitude, altitude.isFinite {
            wanted.append(Self.number("altitude", altitude, within: 0.051, \.altitude))
        }
        if let accuracy, source != "XMP" {
            wanted.append(Self.number("horizontalAccuracy", accuracy, within: 0.01, \.horizontalAccuracy))
        }
        return wanted
    }

    private static func number(
        _ field: String, _ expected: Double, within tolerance: Double, _ said: @escaping (PhotoFacts) -> Double?
    ) -> WantedValue {
        WantedValue(field: field, expected: "\(expected)") { facts in
            said(facts).map { abs($0 - expected) <= tolerance } ?? false
        }
    }

    // MARK: - Time

    private var wantedTime: [WantedValue] {
        guard let group = groups["DateTimeOriginal"], let moment = time.flatMap(Self.moment) else { return [] }
        let isExif = Self.exifGroups.contains(group)
        guard isExif || group.hasPrefix("XMP") else { return [] }
        let taken = WantedValue(field: "takenAt", expected: moment) {
            $0.ownCaptureTime?.wall.text.prefix(19) == moment[...]
        }
        return isExif ? [taken] + wantedFraction + wantedOffset : [taken]
    }

    private var wantedFraction: [WantedValue] {
        let digits = (subSeconds ?? "").trimmingCharacters(in: .whitespaces)
        guard isExif("SubSecTimeOriginal"), let number = Double(digits), digits.allSatisfy(\.isNumber), number > 0,
            let fraction = Double("0." + digits)
        else { return [] }
        return [
            Self.number("takenAt (sub-seconds)", fraction, within: 6e-4) { facts in
                facts.ownCaptureTime.flatMap { Double("0\($0.wall.text.dropFirst(19))") }
            }
        ]
    }

    private var wantedOffset: [WantedValue] {
        let text = (offset ?? "").trimmingCharacters(in: .whitespaces)
        guard isExif("OffsetTimeOriginal"), text.wholeMatch(of: /[+-]\d\d:\d\d/) != nil else { return [] }
        let expected = text == "-00:00" ? "+00:00" : text
        return [WantedValue(field: "utcOffset", expected: expected) { $0.ownCaptureTime?.offset?.text == expected }]
    }

    /// `YYYY-MM-DDTHH:MM:SS` of a time in the format of EXIF or XMP; nil for one that no clock shows. Days that a month
    /// does not have are kept: the other program does not know calendars.
    private static func moment(_ text: String) -> String? {
        let text = text.trimmingCharacters(in: .whitespaces)
        let pattern = /(\d{4})[:\-](\d\d)[:\-](\d\d)[ T](\d\d):(\d\d):(\d\d)/
        guard let parts = text.prefixMatch(of: pattern)?.output else { return nil }
        guard let year = Int(parts.1), year >= 1, let month = Int(parts.2), (1...12).contains(month),
            let day = Int(parts.3), (1...31).contains(day), let hour = Int(parts.4), hour < 24,
            let minute = Int(parts.5), minute < 60, let second = Int(parts.6), second < 60
        else { return nil }
        return "\(parts.1)-\(parts.2)-\(parts.3)T\(parts.4):\(parts.5):\(parts.6)"
    }

    // MARK: - Camera and picture

    /// Not expected if the other program wrote question marks for what it could not decode.
    private func wantedText(
        _ field: String, _ tag: String, _ text: String?, _ said: @escaping (PhotoFacts) -> String?
    ) -> [WantedValue] {
        let expected = (text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard isExif(tag), !expected.isEmpty, !expected.contains("?") else { return [] }
        return [
            WantedValue(field: field, expected: expected) {
                said($0)?.trimmingCharacters(in: .whitespacesAndNewlines) == expected
            }
        ]
    }

    private var wantedPicture: [WantedValue] {
        var wanted: [WantedValue] = []
        func want(_ field: String, _ expected: Int, _ said: @escaping (PhotoFacts) -> Int?) {
            wanted.append(WantedValue(field: field, expected: "\(expected)") { said($0) == expected })
        }
        if format.map(Self.stills.contains) == true {
            if let width, width > 0 { want("width", width, \.width) }
            if let height, height > 0 { want("height", height, \.height) }
        }
        guard format == "JPEG" else { return wanted }
        if groups["Orientation"] == "IFD0", let orientation, (1...8).contains(orientation) {
            want("orientation", orientation, \.orientation)
        }
        if thumbnail.present, thumbnail.group == "IFD1", warnings.isEmpty {
            want("thumbnailBytes", thumbnail.bytes, \.thumbnailBytes)
        }
        return wanted
    }
}
