import PhotoModel
import PhotoPipeline
import TOMLKit

/// Reads the configuration's `[google]`, whose values have the right types already. What can be asked at an address is
/// for whoever asks there.
struct GoogleReader {
    /// A value that cannot be, and what the key must be.
    struct Complaint: Error {
        let key: String
        let wanted: String
    }

    /// How Google is reached.
    static func read(_ table: TOMLTable) throws(Complaint) -> GoogleSettings {
        var settings = GoogleSettings()
        if let text = table["api-endpoint"]?.string { settings.endpoint = text }
        if let text = table["timeout"]?.string, let timeout = try? Duration(parsing: text) {
            guard timeout >= .seconds(1), timeout <= .seconds(3_600) else {
                throw Complaint(key: "timeout", wanted: "a duration from \"1s\" to \"1h\"")
            }
            settings.timeout = timeout
        }
        return settings
    }
}
