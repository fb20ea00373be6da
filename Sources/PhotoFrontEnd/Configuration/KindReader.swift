import PhotoPipeline
import SystemPackage
import TOMLKit

/// Reads the table of a kind of destination, such as `[rclone]`, whose values already have the right types.
struct KindReader {
    /// Reads the settings.
    ///
    /// - Parameters:
    ///   - table: the table.
    ///   - kind: the kind of destination.
    /// - Returns: the values, by key; paths as written.
    /// - Throws: `WrongValue` if a text or a path is empty.
    static func read(
        _ table: TOMLTable, of kind: any DestinationKind
    ) throws(WrongValue) -> [String: KindSetting.Value] {
        var values: [String: KindSetting.Value] = [:]
        for setting in kind.settings {
            guard let value = table[setting.key] else { continue }
            let text = value.string ?? ""
            switch setting.form {
            case .texts: values[setting.key] = .texts(value.array.map { $0.compactMap { $0.string } } ?? [])
            case .text, .path:
                let wanted = setting.form == .path ? "the path of a file" : "a text"
                if text.isEmpty { throw WrongValue(key: setting.key, wanted: "\(wanted), or left out") }
                values[setting.key] = setting.form == .path ? .path(FilePath(text)) : .text(text)
            }
        }
        return values
    }
}
