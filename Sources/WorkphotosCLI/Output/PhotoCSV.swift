import PhotoFrontEnd
import PhotoModel
import SystemPackage

extension PhotoColumn {
    /// The columns of comma-separated names, in the order of the names.
    ///
    /// - Throws: `TextError` for an unknown name.
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
