import PhotoModel
import TOMLKit

/// Reads the configuration's `[triage]`, whose values already have the right types.
struct TriageReader {
    /// Reads the settings.
    static func read(_ table: TOMLTable) throws(WrongValue) -> TriageSettings {
        var settings = TriageSettings()
        if let value = number(table["certainty"]) {
            guard value >= 0.5, value < 1 else {
                throw WrongValue(key: "certainty", wanted: "a probability from 0.5 to below 1, such as 0.8")
            }
            settings.certainty = value
        }
        if let value = table["assumed-accuracy"] {
            let meters = number(value) ?? value.string.flatMap { try? Length(parsing: $0).meters }
            guard let meters, meters > 0, meters <= 100_000 else {
                throw WrongValue(
                    key: "assumed-accuracy", wanted: "a length such as \"50m\", or metres, above 0 and at most 100 km")
            }
            settings.assumedAccuracy = meters
        }
        settings.timeZone = table["time-zone"]?.string
        let inference = try inference(table)
        let tracks = table["gpx"]?.array?.compactMap(\.string) ?? []
        guard tracks.allSatisfy({ $0.hasPrefix("/") || $0.hasPrefix("~/") }) else {
            throw WrongValue(
                key: "gpx", wanted: "a list of paths that begin with / or ~/, such as [\"~/tracks/*.gpx\"]")
        }
        settings.inference = table["infer"]?.bool == true ? inference : nil
        return settings
    }

    private static func inference(_ table: TOMLTable) throws(WrongValue) -> InferenceSettings {
        var settings = InferenceSettings()
        if let window = duration(table["infer-window"]) { settings.window = window }
        if let gap = duration(table["gpx-gap"]) { settings.gap = gap }
        if let value = table["gpx-distance"] {
            let meters = number(value) ?? value.string.flatMap { try? Length(parsing: $0).meters }
            guard let meters, meters >= 0, meters <= 100_000 else {
                throw WrongValue(
                    key: "gpx-distance", wanted: "a length such as \"200m\", or metres, from 0 to 100 km")
            }
            settings.distance = meters
        }
        return settings
    }

    private static func duration(_ value: (any TOMLValueConvertible)?) -> Duration? {
        value?.string.flatMap { try? Duration(parsing: $0) }
    }

    private static func number(_ value: (any TOMLValueConvertible)?) -> Double? {
        value?.double ?? value?.int.map(Double.init)
    }
}
