import Foundation
import PhotoModel
import SystemPackage

/// A collection of photos beside the repository, each with a line of what another program reads from it.
enum KnownPhotos {
    static let directory = FilePath(#filePath).removingLastComponent().appending("../../../../shared/photos")

    static var areThere: Bool { FileManager.default.fileExists(atPath: directory.appending("truth.ndjson").string) }

    /// Cut within their header.
    static let damaged: Set = [
        "jpeg/2011-01-24-22-06-02-sep-2011-01-24-22-06-02a.jpg", "jpeg/IMGP0006-min.jpg",
    ]

    /// Where the other program is more lenient than this one.
    static let explained: Set = [
        // Decimal commas taken for separators: 52,00000,50,00000,34,01180 becomes 52° 0' 50".
        "jpeg/geodegrees_as_string.jpg: position"
    ]

    /// The lines; those with numbers that JSON does not have (`Infinity`) are left out.
    static func truth() throws -> [KnownPhoto] {
        let lines = try Data(contentsOf: URL(filePath: directory.appending("truth.ndjson").string)).split(separator: 10)
        return lines.compactMap { try? JSONDecoder().decode(KnownPhoto.self, from: $0) }
    }
}

/// What is known of one file.
struct KnownPhoto: Decodable {
    private enum CodingKeys: String, CodingKey {
        case path, groups, altitude
        case format = "FileType"
        case latitude = "lat"
        case longitude = "lon"
        case source = "gps_source"
        case notes = "gps_note"
        case accuracy = "hPositioningError"
        case time = "DateTimeOriginal"
        case make = "Make"
        case model = "Model"
        case width = "ImageWidth"
        case height = "ImageHeight"
    }

    var path: String
    var format: String?
    /// The directory that each value came from.
    var groups: [String: String]
    var latitude: Double?
    var longitude: Double?
    var source: String?
    var notes: Set<String>
    var altitude: Double?
    var accuracy: Double?
    var time: String?
    var make: String?
    var model: String?
    var width: Int?
    var height: Int?

    /// `path: value` for each value that a photo says otherwise.
    func differences(from photo: PhotoFacts) -> [String] {
        var differences: [String] = []
        func expect(_ isEqual: Bool, _ value: String) {
            if !isEqual { differences.append("\(path): \(value)") }
        }
        let isRefused = !notes.isDisjoint(with: ["zero-zero", "out-of-range"])
        if isRefused || (source == nil && !notes.isDisjoint(with: ["not-a-number", "no-lat-ref"])) {
            expect(photo.position.problem != nil, "position")
        } else if source == "EXIF" || source == "XMP" {
            expect(photo.positionSource == (source == "XMP" ? .xmp : .exif), "position")
            expect(isNear(photo.position.coordinate?.latitude, latitude), "position")
            expect(isNear(photo.position.coordinate?.longitude, longitude), "position")
            expect(altitude == nil || isNear(photo.altitude, altitude), "altitude")
            expect(isNear(photo.horizontalAccuracy, accuracy), "accuracy")
        }
        if let wall = time.flatMap(wallTime), groups["DateTimeOriginal"] == "ExifIFD" {
            let taken = photo.captureTime?.wall.microseconds ?? .min
            expect((0..<1_000_000).contains(taken &- wall.microseconds), "time")
        }
        if let make, !make.isEmpty, !make.contains("?"), groups["Make"] == "IFD0" { expect(photo.make == make, "make") }
        if let model, !model.isEmpty, !model.contains("?") { expect(photo.model == model, "model") }
        expect(photo.width == width, "width")
        expect(photo.height == height, "height")
        return differences
    }

    private func isNear(_ left: Double?, _ right: Double?) -> Bool {
        left == right || abs((left ?? .nan) - (right ?? .nan)) < 1e-6
    }

    private func wallTime(_ text: String) -> WallTime? {
        let parts = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard parts.count >= 6 else { return nil }
        return WallTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
    }
}
