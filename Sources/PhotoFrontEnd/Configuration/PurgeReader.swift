import PhotoModel
import PhotoPipeline
import TOMLKit

/// Reads the configuration's `[purge]`, whose values already have the right types. The patterns of `keep` are validated
/// here, and compiled where the home directory is known.
struct PurgeReader {
    /// Reads the settings.
    static func read(_ table: TOMLTable) throws(WrongValue) -> PurgeSettings {
        var settings = PurgeSettings()
        if let value = table["max-delete"] {
            let text = value.int.map(String.init) ?? value.string ?? ""
            guard let limit = try? CountOrShare(parsing: text) else {
                throw WrongValue(
                    key: "max-delete", wanted: "a whole number of photos, such as 500, or a share, such as \"10%\"")
            }
            if case .percent(let share) = limit, share > RemovalLimit.standardShare {
                throw WrongValue(
                    key: "max-delete",
                    wanted:
                        "at most \"25%\", since the configuration can only lower it; --max-delete raises it for one run"
                )
            }
            settings.maxDelete.lower(to: limit)
        }
        settings.olderThan = duration(table["older-than"])
        settings.verifiedFor = duration(table["verified-for"])
        if let value = table["require"] {
            guard let number = value.int, number >= 1 else {
                throw WrongValue(key: "require", wanted: "a whole number of destinations, 1 or more")
            }
            settings.require = number
        }
        for pattern in table["keep"]?.array?.compactMap(\.string) ?? [] {
            do {
                try KeepPatterns.check(pattern)
            } catch {
                throw WrongValue(
                    key: "keep", wanted: "patterns such as \"~/Pictures/Family\" or \"*.dng\": \(error.message)")
            }
        }
        return settings
    }

    private static func duration(_ value: (any TOMLValueConvertible)?) -> Duration? {
        (value?.string).flatMap { try? Duration(parsing: $0) }
    }
}
