import PhotoModel
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
            switch setting.form {
            case .texts: values[setting.key] = .texts(value.array.map { $0.compactMap { $0.string } } ?? [])
            case .text: values[setting.key] = .text(try text(value, of: setting, wanted: "a text"))
            case .path:
                values[setting.key] = .path(FilePath(try text(value, of: setting, wanted: "the path of a file")))
            case .secret:
                values[setting.key] = .secret(Secret(Array(try text(value, of: setting, wanted: "a text").utf8)))
            case .duration(_, in: let range):
                guard let duration = value.string.flatMap({ try? Duration(parsing: $0) }), range.contains(duration)
                else {
                    throw WrongValue(
                        key: setting.key,
                        wanted: "a duration from \"\(range.lowerBound.text)\" to \"\(range.upperBound.text)\"")
                }
                values[setting.key] = .duration(duration)
            }
        }
        return values
    }

    private static func text(
        _ value: any TOMLValueConvertible, of setting: KindSetting, wanted: String
    ) throws(WrongValue) -> String {
        guard let text = value.string, !text.isEmpty else {
            throw WrongValue(key: setting.key, wanted: "\(wanted), or left out")
        }
        return text
    }
}
