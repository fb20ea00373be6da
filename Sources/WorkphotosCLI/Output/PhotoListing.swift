import PhotoModel
import PhotoPipeline

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
