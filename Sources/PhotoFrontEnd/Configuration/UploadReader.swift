import PhotoModel
import PhotoPipeline
import TOMLKit

/// Reads the configuration's `[upload]`, except for the destinations. The values already have the right types.
struct UploadReader {
    /// Reads the settings.
    static func read(_ table: TOMLTable) throws(WrongValue) -> UploadSettings {
        var settings = UploadSettings()
        if let text = table["folder"]?.string { settings.template = try template(text) }
        if let text = table["settle"]?.string, let settle = try? Duration(parsing: text) { settings.settle = settle }
        if let value = table["parallel"] {
            guard let number = value.int, (1...64).contains(number) else {
                throw WrongValue(key: "parallel", wanted: "a whole number from 1 to 64")
            }
            settings.parallel = number
        }
        if let names = table["sidecars"]?.array {
            settings.sidecars = Set(try names.compactMap(\.string).map(sidecar))
        }
        return settings
    }

    /// The bandwidth limit; nil if none is set.
    static func limit(_ table: TOMLTable) throws(WrongValue) -> RateLimit? {
        guard let text = table["bwlimit"]?.string else { return nil }
        do {
            return try RateLimit(parsing: text)
        } catch {
            throw WrongValue(key: "bwlimit", wanted: "a rate such as \"2M\", or rates by the clock: \(error.message)")
        }
    }

    private static func template(_ text: String) throws(WrongValue) -> FolderTemplate {
        do {
            return try FolderTemplate(parsing: text)
        } catch {
            throw WrongValue(key: "folder", wanted: "a template such as \"\(FolderTemplate.standard.text)\": \(error)")
        }
    }

    private static func sidecar(_ name: String) throws(WrongValue) -> SidecarFormat {
        if let format = SidecarFormat(rawValue: name) { return format }
        let known = SidecarFormat.allCases.map(\.rawValue)
        let hint = nearestWord(to: name, among: known).map { "; did you mean '\(terminalSafe($0))'?" } ?? ""
        throw WrongValue(
            key: "sidecars", wanted: "any of \(known.joined(separator: ", ")), not '\(terminalSafe(name))'\(hint)")
    }
}
