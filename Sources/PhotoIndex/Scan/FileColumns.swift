/// The columns of `file` that hold what came of reading a file, in the one order in which statements name them.
enum FileColumns {
    /// The fingerprint, and how it was read.
    static let reading = [
        "size", "modified", "changed", "inode", "isRacy", "readerVersion", "fileSystem", "digest", "state", "format",
        "problem", "detail",
    ]

    /// What a photo says of itself, but for its format.
    static let facts = [
        "latitude", "longitude", "positionSource", "positionProblem", "altitude", "horizontalAccuracy",
        "processingMethod", "gpsTime", "takenAt", "takenAtSource", "utcOffset", "utcOffsetSource", "camera", "width",
        "height", "orientation", "thumbnailBytes", "contentIdentifier",
        "duration",
    ]

    /// `INSERT` of a row: id, root, path, assetGroup, role, then every column of reading and facts.
    static let insert: String = {
        let columns = ["id", "root", "path", "assetGroup", "role"] + reading + facts
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO file (\(columns.joined(separator: ", "))) VALUES (\(marks))"
    }()

    /// `UPDATE` of a row: id, content, assetGroup, role, then every column of reading and facts. The file is there.
    static let update: String = {
        let columns = ["content", "assetGroup", "role"] + reading + facts
        let settings = columns.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: ", ")
        return "UPDATE file SET goneAt = NULL, \(settings) WHERE id = ?1"
    }()

    /// A list of columns of the table `alias`, for `SELECT`.
    static func list(_ columns: [String], of alias: String) -> String {
        columns.map { "\(alias).\($0)" }.joined(separator: ", ")
    }
}
