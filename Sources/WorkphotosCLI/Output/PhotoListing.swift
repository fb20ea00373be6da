import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Writes photos one by one in the chosen format, so that memory use does not depend on the list's length.
struct PhotoListing {
    private let format: ListFormat
    private let endsWithNUL: Bool
    private let reporter: Reporter
    private let escapes: Bool
    private let row: (Photo) -> String
    private let line: (Photo) -> JSONLine
    private let end: End
    private let fields: [PhotoColumn]?

    enum End {
        /// A summary line in JSON.
        case summary
        /// A summary line in JSON, and at a terminal the number of photos as text.
        case total
        case nothing
    }

    /// - Parameters:
    ///   - endsWithNUL: whether paths end with NUL instead of a line end.
    ///   - escapes: whether bare paths are made safe for a terminal.
    ///   - fields: the columns of a table or CSV; nil for the format's own.
    init(
        format: ListFormat, endsWithNUL: Bool, reporter: Reporter, escapes: Bool, end: End = .summary,
        fields: [PhotoColumn]? = nil, line: @escaping (Photo) -> JSONLine = { JSONLine(photo: $0) },
        row: @escaping (Photo) -> String
    ) {
        self.line = line
        self.end = end
        self.fields = fields
        self.format = format
        self.endsWithNUL = endsWithNUL
        self.reporter = reporter
        self.escapes = escapes
        self.row = row
    }

    /// Writes the beginning of the format, each photo that `photos` passes to `show`, and the end.
    func print(command: String, photos: (_ show: (Photo) throws -> Void) async throws -> Void) async throws {
        var count = 0
        var bytes: Int64 = 0
        if format == .csv { try reporter.print(exactly: PhotoCSV.header(fields ?? PhotoColumn.all)) }
        if format == .geojson { try reporter.print(exactly: PhotoGeoJSON.beginning) }
        try await photos { photo in
            try show(photo, isFirst: count == 0)
            count += 1
            bytes += photo.bytes
        }
        switch format {
        case .json where end == .nothing: break
        case .json: try reporter.print(summary(command: command, photos: count))
        case .geojson: try reporter.print(exactly: (count > 0 ? "\n" : "") + PhotoGeoJSON.end)
        case .table where count == 0 && command == "list": reporter.note("No photo matches.")
        case .table where end == .total: try reporter.print("\(count.counting("photo")), \(bytes.byteSize)")
        case .table, .csv, .paths: break
        }
    }

    private func show(_ photo: Photo, isFirst: Bool) throws {
        switch format {
        case .json: try reporter.print(line(photo))
        case .table: try reporter.print(colored: fields.map { columns(photo, $0) } ?? row(photo))
        case .csv: try reporter.print(bytes: Array((PhotoCSV.row(photo, fields ?? PhotoColumn.all) + "\n").utf8))
        case .geojson: try reporter.print(bytes: (isFirst ? [] : [0x2C, 0x0A]) + PhotoGeoJSON.feature(photo))
        case .paths: try reporter.print(bytes: path(photo) + [endsWithNUL ? 0 : 0x0A])
        }
    }

    /// The values of the fields, separated by tabs.
    private func columns(_ photo: Photo, _ fields: [PhotoColumn]) -> String {
        fields.map { terminalSafe($0.value(photo).text ?? "") }.joined(separator: "\t")
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

extension PhotoColumn {
    /// The columns of comma-separated names, in the order of the names.
    static func named(_ list: String) throws(TextError) -> [PhotoColumn] {
        var columns: [PhotoColumn] = []
        for name in list.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            guard let column = all.first(where: { $0.name == name }) else {
                let hint = nearestWord(to: name, among: all.map(\.name)).map { "did you mean '\(terminalSafe($0))'?" }
                let known = "the fields are \(all.map(\.name).joined(separator: ","))"
                throw TextError("there is no field '\(terminalSafe(name))'; \(hint ?? known)")
            }
            columns.append(column)
        }
        return columns
    }
}

/// Photos as comma-separated values (RFC 4180, except that lines end with a line feed).
enum PhotoCSV {
    /// The line of names, without a line end.
    static func header(_ fields: [PhotoColumn]) -> String { fields.map(\.name).joined(separator: ",") }

    /// The line of one photo, without a line end. Absent values are empty; bytes of a path that are not UTF-8 are
    /// replaced.
    static func row(_ photo: Photo, _ fields: [PhotoColumn]) -> String {
        fields.map { quoted($0.value(photo).text ?? "") }.joined(separator: ",")
    }

    /// A field, in quotation marks if it contains a comma, a quotation mark or a line end.
    private static func quoted(_ field: String) -> String {
        let isPlain = field.utf8.allSatisfy { $0 != 0x2C && $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }
        return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
    }
}
