import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Writes photos one by one in the format the user chose, so that a list of any length takes no memory.
struct PhotoListing {
    private let format: ListFormat
    private let endsWithNUL: Bool
    private let reporter: Reporter
    private let escapes: Bool
    private let row: (Photo) -> String

    /// - Parameters:
    ///   - format: how each photo is written.
    ///   - endsWithNUL: whether paths end with NUL instead of a line end.
    ///   - reporter: where to.
    ///   - escapes: whether bare paths are made safe for a terminal.
    ///   - row: a photo in words, for the table.
    init(
        format: ListFormat, endsWithNUL: Bool, reporter: Reporter, escapes: Bool, row: @escaping (Photo) -> String
    ) {
        self.format = format
        self.endsWithNUL = endsWithNUL
        self.reporter = reporter
        self.escapes = escapes
        self.row = row
    }

    /// Writes what stands before the photos, each photo that `photos` gives, and what stands after them.
    func print(command: String, photos: (_ show: (Photo) throws -> Void) throws -> Void) throws {
        var count = 0
        if format == .csv { try reporter.print(PhotoCSV.header) }
        if format == .geojson { try reporter.print(PhotoGeoJSON.beginning) }
        try photos { photo in
            try show(photo, isFirst: count == 0)
            count += 1
        }
        switch format {
        case .json: try reporter.print(summary(command: command, photos: count))
        case .geojson: try reporter.print((count > 0 ? "\n" : "") + PhotoGeoJSON.end)
        case .table where count == 0 && command == "list": reporter.note("No photo matches.")
        case .table, .csv, .paths: break
        }
    }

    private func show(_ photo: Photo, isFirst: Bool) throws {
        switch format {
        case .json: try reporter.print(JSONLine(photo: photo))
        case .table: try reporter.print(row(photo))
        case .csv: try reporter.print(PhotoCSV.row(photo))
        case .geojson: try reporter.print(bytes: (isFirst ? [] : [0x2C, 0x0A]) + PhotoGeoJSON.feature(photo))
        case .paths: try reporter.print(bytes: path(photo) + [endsWithNUL ? 0 : 0x0A])
        }
    }

    private func path(_ photo: Photo) -> [UInt8] {
        escapes && !endsWithNUL ? Array(terminalSafe(photo.path.bytes).utf8) : photo.path.bytes
    }

    private func summary(command: String, photos: Int) -> JSONLine {
        var line = JSONLine(type: "summary")
        line.set("command", command)
        line.set("photos", photos)
        line.set("problems", reporter.problems)
        return line
    }
}

/// A photo as a row for people: when, what, why, which.
enum PhotoTable {
    /// The row, without a line end. Names are safe for a terminal.
    static func row(_ photo: Photo) -> String {
        let time = photo.facts.captureTime.map { String($0.wall.text.prefix(16)).replacing("T", with: " ") } ?? "–"
        let columns = [
            padded(time, to: 16), padded(photo.judgement?.verdict.rawValue ?? "–", to: 8),
            padded(reason(photo), to: 36), terminalSafe(photo.path.bytes),
        ]
        return columns.joined(separator: "  ")
    }

    /// The rule in short: the fence with how far inside or outside, and the reason's name where these do not say it
    /// all.
    private static func reason(_ photo: Photo) -> String {
        guard let judgement = photo.judgement else { return "–" }
        guard let fence = judgement.fence else { return judgement.reason.rawValue }
        let side = judgement.distance.map { "\(lengthText(meters: abs($0))) \($0 <= 0 ? "inside" : "outside")" }
        let reason = judgement.reason.followsFromSide ? nil : judgement.reason.rawValue
        return [terminalSafe(fence), side, reason].compactMap(\.self).joined(separator: ", ")
    }
}

extension Reason {
    /// Whether it is what being inside or outside of a work fence means by itself. Of any other the side is only a
    /// part: a photo inside that is personal may be out of hours, or in a fence of kind never.
    fileprivate var followsFromSide: Bool { self == .insideFence || self == .outsideFences }
}

/// Text filled up with blanks to a width; longer text stays as it is.
func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

/// Photos as comma-separated values (RFC 4180, with the line end of the system), under the names of the JSON keys.
enum PhotoCSV {
    /// The names of the columns.
    static let header = [
        "path", "bytes", "modifiedAt", "format", "latitude", "longitude", "altitude", "horizontalAccuracy",
        "positionSource", "positionProblem", "takenAt", "utcOffset", "takenAtUTC", "make", "model", "width", "height",
        "orientation", "verdict", "reason", "fence", "distance", "marked", "held",
    ].joined(separator: ",")

    /// One photo, without a line end. Absent values are empty; bytes of a path that are not UTF-8 are replaced.
    static func row(_ photo: Photo) -> String {
        let facts = photo.facts
        let time = facts.captureTime
        let fields: [String?] = [
            photo.path.string, String(photo.bytes), UTCInstant(nanoseconds: photo.modified).text, photo.formatName,
            facts.position.coordinate?.latitude.description, facts.position.coordinate?.longitude.description,
            facts.altitude?.description, facts.horizontalAccuracy?.description, facts.positionSource?.rawValue,
            facts.position.problem?.rawValue, time?.wall.text, time?.offset?.text, time?.utc.map { "\($0.text)Z" },
            facts.make, facts.model, facts.width.map(String.init), facts.height.map(String.init),
            facts.orientation.map(String.init), photo.judgement?.verdict.rawValue, photo.judgement?.reason.rawValue,
            photo.judgement?.fence, photo.judgement?.distance?.description, photo.marked?.rawValue, photo.held,
        ]
        return fields.map { quoted($0 ?? "") }.joined(separator: ",")
    }

    /// A field, in quotation marks where it holds a comma, a quotation mark or a line end.
    private static func quoted(_ field: String) -> String {
        let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
