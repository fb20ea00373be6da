import PhotoModel
package import PhotoPipeline

/// Every key that a configuration may have, by table. The list is part of the contract; any other key is an error.
package enum ConfigurationSchema {
    /// The type that a key's value must have.
    package enum Kind: Equatable {
        case flag
        case text
        case texts
        /// Text, or a list of texts.
        case textOrTexts
        /// A duration such as `30d`, validated when it is read.
        case duration
        /// A number, with or without a decimal point.
        case number
        /// A number, or text such as `25%`.
        case numberOrText
    }

    /// The tables with a fixed set of keys, except for those of the kinds of destinations.
    private static let ownTables: [String: [String: Kind]] = [
        "scan": [
            "roots": .texts, "exclude": .texts, "hidden": .flag, "follow-symlinks": .flag, "one-file-system": .flag,
        ],
        "triage": [
            "infer": .flag, "infer-window": .duration, "gpx": .texts, "gpx-gap": .duration,
            "gpx-distance": .numberOrText, "time-zone": .text, "certainty": .number, "assumed-accuracy": .numberOrText,
        ],
        "upload": [
            "to": .textOrTexts, "folder": .text, "parallel": .number, "settle": .duration, "sidecars": .texts,
            "bwlimit": .text,
        ],
        "purge": [
            "max-delete": .numberOrText, "older-than": .duration, "verified-for": .duration, "keep": .texts,
            "require": .number,
        ],
        "notify": ["on-failure": .texts, "on-success": .texts],
    ]

    /// The table that contains one table per destination.
    static let destinations = "destinations"

    /// The keys of a destination's table.
    static func destination(of kinds: DestinationKinds) -> [String: Kind] {
        let keys = ["kind"] + kinds.all.flatMap { $0.neededKeys + $0.otherKeys }
        return keys.reduce(into: [:]) { $0[$1] = .text }
    }

    /// The tables with a fixed set of keys.
    package static func tables(of kinds: DestinationKinds) -> [String: [String: Kind]] {
        kinds.all.reduce(into: ownTables) { tables, kind in
            if kind.settings.isEmpty { return }
            tables[kind.settingsTable] = kind.settings.reduce(into: [:]) { keys, setting in
                keys[setting.key] =
                    switch setting.form {
                    case .text, .path, .secret: .text
                    case .texts: .texts
                    case .duration: .duration
                    }
            }
        }
    }

    /// The names of these tables, in the order of the manual.
    package static func order(of kinds: DestinationKinds) -> [String] {
        ["scan", "triage", "upload", "purge"] + kinds.all.filter { !$0.settings.isEmpty }.map(\.settingsTable)
            + ["notify"]
    }

    /// The defaults of keys; a key without a default is missing.
    package static func defaults(of kinds: DestinationKinds) -> [String: SettingValue] {
        kinds.all.reduce(into: ownDefaults) { defaults, kind in
            for setting in kind.settings {
                let key = "\(kind.settingsTable).\(setting.key)"
                switch setting.form {
                case .text(let text): defaults[key] = text.map { .text($0) }
                case .texts: defaults[key] = .texts([])
                case .duration(let duration, in: _): defaults[key] = .text(inSeconds(duration))
                case .path, .secret: break
                }
            }
        }
    }

    private static let ownDefaults: [String: SettingValue] = {
        let (triage, inference) = (TriageSettings(), InferenceSettings())
        let (upload, purge) = (UploadSettings(), PurgeSettings())
        let sidecars = SidecarFormat.allCases.filter(upload.sidecars.contains).map(\.rawValue)
        return [
            "scan.roots": .texts([]), "scan.exclude": .texts([]), "scan.hidden": .flag(false),
            "scan.follow-symlinks": .flag(false), "scan.one-file-system": .flag(false),
            "triage.infer": .flag(triage.inference != nil), "triage.infer-window": .text(inference.window.text),
            "triage.gpx": .texts([]), "triage.gpx-gap": .text(inference.gap.text),
            "triage.gpx-distance": .text("\(Int(inference.distance))m"), "triage.certainty": .number(triage.certainty),
            "upload.folder": .text(upload.template.text), "upload.settle": .text(inSeconds(upload.settle)),
            "upload.parallel": .integer(upload.parallel), "upload.sidecars": .texts(sidecars),
            "purge.max-delete": .text("\(Int(RemovalLimit.standardShare))%"),
            "purge.require": .integer(purge.require), "purge.keep": .texts([]),
            "notify.on-failure": .texts([]), "notify.on-success": .texts([]),
        ]
    }()

    private static func inSeconds(_ duration: Duration) -> String { "\(duration.components.seconds)s" }

    static func tableNames(of kinds: DestinationKinds) -> [String] { tables(of: kinds).keys.sorted() + [destinations] }
}
