import PhotoModel
import PhotoPipeline
package import SystemPackage
import TOMLKit

/// Reads the configuration's `[triage]`, whose values already have the right types.
struct TriageReader {
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

/// Reads the configuration's `[upload]`, except for the destinations. The values already have the right types.
struct UploadReader {
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

/// Reads the configuration's `[purge]`, whose values already have the right types. The patterns of `keep` are validated
/// here, and compiled where the home directory is known.
struct PurgeReader {
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

/// The commands to run after `workphotos run`, with their arguments; empty for none.
package struct NotifySettings: Hashable, Sendable {
    /// `[notify] on-failure`: run if the exit status is not 0.
    package var onFailure: [String] = []
    /// `[notify] on-success`: run if the exit status is 0.
    package var onSuccess: [String] = []
}

/// Reads the configuration's `[notify]`, whose values are already lists of texts.
struct NotifyReader {
    static func read(_ table: TOMLTable) throws(WrongValue) -> NotifySettings {
        NotifySettings(
            onFailure: try command("on-failure", in: table), onSuccess: try command("on-success", in: table))
    }

    private static func command(_ key: String, in table: TOMLTable) throws(WrongValue) -> [String] {
        let words = table[key]?.array.map { $0.compactMap { $0.string } } ?? []
        guard let program = words.first else { return [] }
        if program.isEmpty {
            throw WrongValue(
                key: key, wanted: "a program and its arguments, such as [\"mail\", \"-s\", \"photos\", \"me\"]")
        }
        return words
    }
}

/// A destination in the configuration.
package struct DestinationSetting: Sendable {
    package var name: String
    /// The spec, as users write it; a directory's path is not yet absolute.
    package var spec: String
    /// The line of its table, from 1; nil if unknown.
    package var line: Int?
    /// The file that defines it.
    package var path: FilePath?
}

/// Reads one table of the configuration's `[destinations]`, whose values are already texts.
struct DestinationReader {
    /// An error and its key; nil if it concerns the whole table.
    struct Complaint: Error {
        let key: String?
        let message: String
    }

    let kinds: DestinationKinds

    /// Reads the destination's spec, as users write it.
    func read(_ table: TOMLTable, name: String) throws(Complaint) -> String {
        guard !name.isEmpty, !name.contains(":") else {
            throw Complaint(key: nil, message: "the name of a destination must not be empty or contain ':'")
        }
        let names = kinds.names.joined(separator: ", ")
        guard let word = table["kind"]?.string else {
            throw Complaint(key: nil, message: "it has no kind: \(names)")
        }
        guard let kind = kinds[word] else {
            throw Complaint(key: "kind", message: "kind must be one of \(names)\(kinds.hint(for: word))")
        }
        for key in kind.neededKeys where table[key]?.string?.isEmpty ?? true {
            throw Complaint(key: table[key] == nil ? nil : key, message: "a \(kind.name) needs \(key)")
        }
        let keys = table.keys.sorted().filter { $0 != "kind" }
        for key in keys where !(kind.neededKeys + kind.otherKeys).contains(key) {
            throw Complaint(key: key, message: "\(key) does not apply to kind \"\(kind.name)\"")
        }
        let texts = keys.reduce(into: [:]) { $0[$1] = table[$1]?.string }
        return "\(kind.name):\(kind.place(of: texts))"
    }
}

/// Reads the table of a kind of destination, such as `[rclone]`, whose values already have the right types.
struct DestinationTableReader {
    /// Reads the settings.
    ///
    /// - Returns: the values, by key; paths as written.
    /// - Throws: if a text or a path is empty.
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
