import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Every key with its effective value and where the value came from.
struct SettingList {
    struct Setting {
        /// `table.key`, or the name of a global flag.
        let key: String
        let value: SettingValue
        /// Where it came from.
        let origin: Origin
    }

    enum Origin: Equatable {
        case flag(String)
        case variable(String)
        case file(FilePath, line: Int?)
        case byDefault

        /// The origin's name in JSON.
        var name: String {
            switch self {
            case .flag: "flag"
            case .variable: "variable"
            case .file: "file"
            case .byDefault: "default"
            }
        }

        /// The name of the flag or variable.
        var variableOrFlag: String? {
            switch self {
            case .flag(let name), .variable(let name): name
            case .file, .byDefault: nil
            }
        }

        var path: FilePath? {
            if case .file(let path, _) = self { path } else { nil }
        }

        /// The line in the file.
        var line: Int? {
            if case .file(_, let line) = self { line } else { nil }
        }

        /// The origin as text: the flag, the variable, file and line, or `default`.
        var text: String {
            switch self {
            case .flag(let name), .variable(let name): name
            case .file(let path, let line): terminalSafe(path.bytes) + (line.map { ":\($0)" } ?? "")
            case .byDefault: "default"
            }
        }
    }

    /// The settings: first the program's files, then the tables in the order of the manual.
    let settings: [Setting]

    /// - Parameter session: the session, whose flags and variables count.
    /// - Throws: if there is no home directory.
    init(_ configuration: Configuration, in session: Session) throws(Failure) {
        let places = session.places
        let path = try places.configuration().path
        var settings = [
            Self.file("index", try places.index(), session.options.index, "WORKPHOTOS_INDEX", session),
            Self.file("config", path, session.options.config, "WORKPHOTOS_CONFIG", session),
            Self.file("fences", try places.fences(), session.options.fences, "WORKPHOTOS_FENCES", session),
        ]
        let kinds = session.environment.destinationKinds
        let (tables, defaults) = (ConfigurationSchema.tables(of: kinds), ConfigurationSchema.defaults(of: kinds))
        let known = ConfigurationSchema.order(of: kinds).flatMap { table in
            tables[table, default: [:]].keys.sorted().map { "\(table).\($0)" }
        }
        let others = configuration.values.keys.filter { !known.contains($0) }.sorted()
        for key in known + others {
            if let value = configuration.values[key] {
                let origin = Origin.file(value.path ?? path, line: value.line)
                let shown = Self.shown(value.setting, of: key, in: configuration, kinds)
                settings.append(Setting(key: key, value: shown, origin: origin))
            } else {
                let value = defaults[key] ?? .none
                settings.append(Setting(key: key, value: value, origin: .byDefault))
            }
        }
        self.settings = settings
    }

    /// The value without secrets, which a destination's spec may contain or a kind's setting be.
    private static func shown(
        _ value: SettingValue, of key: String, in configuration: Configuration, _ kinds: DestinationKinds
    ) -> SettingValue {
        func place(_ text: String) -> String { text.contains(":") ? kinds.shown(text) : text }
        if key == "upload.to", case .texts(let texts) = value { return .texts(texts.map(place)) }
        guard case .text(let text) = value else { return value }
        if kinds.isSecret(key) { return .text("…") }
        if key == "upload.to" { return .text(place(text)) }
        guard key.hasPrefix("destinations."), let dot = key.lastIndex(of: "."),
            case .text(let name)? = configuration.values["\(key[..<dot]).kind"]?.setting, let kind = kinds[name]
        else { return value }
        return .text(kind.shown(text, of: String(key[dot...].dropFirst())))
    }

    private static func file(
        _ name: String, _ path: FilePath, _ flag: String?, _ variable: String, _ session: Session
    ) -> Setting {
        let isVariable = !session.environment.variables[variable, default: ""].isEmpty
        let origin: Origin = flag != nil ? .flag("--\(name)") : isVariable ? .variable(variable) : .byDefault
        return Setting(key: name, value: .text(path.string), origin: origin)
    }
}
