import PhotoModel
import PhotoPipeline
import TOMLKit

/// Reads the configuration's `[google]`, whose values already have the right types. The endpoint is validated where it
/// is used.
struct GoogleReader {
    /// Reads the settings.
    static func read(_ table: TOMLTable) throws(WrongValue) -> GoogleSettings {
        var settings = GoogleSettings()
        if let text = table["api-endpoint"]?.string { settings.endpoint = text }
        if let text = table["timeout"]?.string, let timeout = try? Duration(parsing: text) {
            guard timeout >= .seconds(1), timeout <= .seconds(3_600) else {
                throw WrongValue(key: "timeout", wanted: "a duration from \"1s\" to \"1h\"")
            }
            settings.timeout = timeout
        }
        return settings
    }
}
