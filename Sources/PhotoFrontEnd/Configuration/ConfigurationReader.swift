import PhotoModel
package import PhotoPipeline
import TOMLKit

/// A value that has the right type and still cannot be used: the key, and what the value must be.
struct WrongValue: Error {
    let key: String
    let wanted: String
}

/// Reads a configuration (TOML 1.0) and rejects unknown tables and keys.
package struct ConfigurationReader {
    private let text: String
    private let kinds: DestinationKinds

    /// Reads files, of which each overrides the earlier ones, key by key; a destination is overridden as a whole.
    ///
    /// - Parameters:
    ///   - layers: the files; none for the defaults.
    ///   - kinds: the known kinds of destinations.
    /// - Returns: the configuration.
    /// - Throws: `ConfigurationError` with the file and line of the first error.
    package static func read(
        _ layers: [ConfigurationLayer], kinds: DestinationKinds
    ) throws(ConfigurationError) -> Configuration {
        var read: [(root: TOMLTable, configuration: Configuration)] = []
        for layer in layers {
            do throws(ConfigurationError) {
                guard let text = String(validating: layer.bytes, as: UTF8.self) else {
                    throw ConfigurationError(line: nil, message: "The file is not UTF-8")
                }
                let reader = ConfigurationReader(text: text, kinds: kinds)
                let root = try reader.checked()
                read.append((root, try reader.configuration(root).standing(in: layer.path)))
            } catch {
                throw ConfigurationError(line: error.line, message: error.message, path: layer.path)
            }
        }
        guard read.count > 1 else { return read.first?.configuration ?? Configuration() }
        let reader = ConfigurationReader(text: "", kinds: kinds)
        var whole = try reader.configuration(ConfigurationLayer.merged(read.map(\.root)))
        whole.takePlaces(of: read.map(\.configuration))
        return whole
    }

    /// Parses the file as TOML, and checks its tables and keys.
    private func checked() throws(ConfigurationError) -> TOMLTable {
        let root = try parse()
        for name in root.keys.sorted() {
            guard let table = root[name]?.table else {
                throw unknown(name, among: ConfigurationSchema.tableNames(of: kinds), in: nil, word: "table")
            }
            try check(table, name: name)
        }
        return root
    }

    private func parse() throws(ConfigurationError) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(line: error.source.begin.line, message: "Not TOML: \(error.description)")
        } catch {
            throw ConfigurationError(line: nil, message: "Not TOML: \(error)")
        }
    }

    private func check(_ table: TOMLTable, name: String) throws(ConfigurationError) {
        if name == ConfigurationSchema.destinations {
            for destination in table.keys.sorted() {
                guard let keys = table[destination]?.table else {
                    let line = line(of: destination, in: name)
                    throw ConfigurationError(line: line, message: "destinations.\(destination) is not a table")
                }
                try check(keys, name: "\(name).\(destination)", schema: ConfigurationSchema.destination(of: kinds))
            }
        } else if let schema = ConfigurationSchema.tables(of: kinds)[name] {
            try check(table, name: name, schema: schema)
        } else {
            throw unknown(name, among: ConfigurationSchema.tableNames(of: kinds), in: nil, word: "table")
        }
    }

    private func check(
        _ table: TOMLTable, name: String, schema: [String: ConfigurationSchema.Kind]
    ) throws(ConfigurationError) {
        for key in table.keys.sorted() {
            guard let kind = schema[key] else {
                throw unknown(key, among: schema.keys.sorted(), in: name, word: "key")
            }
            if let value = table[key], let wanted = complaint(value, kind) {
                throw ConfigurationError(
                    line: line(of: key, in: name), message: "\(key) in [\(terminalSafe(name))] must be \(wanted)")
            }
        }
    }

    /// The type that a value should have; nil if it has it.
    private func complaint(_ value: any TOMLValueConvertible, _ kind: ConfigurationSchema.Kind) -> String? {
        let isNumber = value.int != nil || value.double != nil
        switch kind {
        case .flag: return value.bool == nil ? "true or false" : nil
        case .text: return value.string == nil ? "text in quotation marks" : nil
        case .texts:
            let isList = value.array.map { $0.allSatisfy { $0.string != nil } } ?? false
            return isList ? nil : "a list of texts, such as [\"one\", \"two\"]"
        case .textOrTexts:
            let isList = value.array.map { $0.allSatisfy { $0.string != nil } } ?? false
            return value.string != nil || isList ? nil : "text, or a list of texts, such as [\"one\", \"two\"]"
        case .duration:
            return value.string.flatMap { try? Duration(parsing: $0) } == nil
                ? "a duration, such as \"30d\" or \"15m\"" : nil
        case .number: return isNumber ? nil : "a number"
        case .numberOrText: return isNumber || value.string != nil ? nil : "a number or text"
        }
    }

    private func configuration(_ root: TOMLTable) throws(ConfigurationError) -> Configuration {
        var result = Configuration()
        if let scan = root["scan"]?.table {
            result.roots = texts(scan["roots"])
            result.exclude = try excludes(texts(scan["exclude"]))
            result.hidden = scan["hidden"]?.bool ?? false
            result.followsSymlinks = scan["follow-symlinks"]?.bool ?? false
            result.staysOnFileSystem = scan["one-file-system"]?.bool ?? false
        }
        if let triage = try settings(of: "triage", in: root, by: TriageReader.read) { result.triage = triage }
        result.tracks = texts(root["triage"]?.table?["gpx"])
        if let upload = try settings(of: "upload", in: root, by: UploadReader.read) { result.upload = upload }
        result.uploadLimit = try settings(of: "upload", in: root, by: UploadReader.limit) ?? nil
        for kind in kinds.all {
            result.kindTables[kind.name] = try settings(of: kind.settingsTable, in: root) { table throws(WrongValue) in
                try KindReader.read(table, of: kind)
            }
        }
        if let purge = try settings(of: "purge", in: root, by: PurgeReader.read) { result.purge = purge }
        result.purge.unsentSidecars = result.upload.unsentSidecars
        result.keep = texts(root["purge"]?.table?["keep"])
        if let notify = try settings(of: "notify", in: root, by: NotifyReader.read) { result.notify = notify }
        let to = root["upload"]?.table?["to"]
        result.uploadTo = to?.string.map { [$0] } ?? texts(to)
        result.destinations = try destinations(root)
        for name in root.keys {
            guard let table = root[name]?.table else { continue }
            result.values.merge(values(of: table, name: name)) { first, _ in first }
        }
        return result
    }

    /// The settings of a table whose values have the right types; nil if there is no such table.
    private func settings<Settings>(
        of name: String, in root: TOMLTable, by read: (TOMLTable) throws(WrongValue) -> Settings
    ) throws(ConfigurationError) -> Settings? {
        guard let table = root[name]?.table else { return nil }
        do {
            return try read(table)
        } catch {
            throw ConfigurationError(
                line: line(of: error.key, in: name),
                message: "\(error.key) in [\(terminalSafe(name))] must be \(error.wanted)")
        }
    }

    private func excludes(_ patterns: [String]) throws(ConfigurationError) -> [String] {
        for pattern in patterns {
            do {
                try ScanOptions.check(exclude: pattern)
            } catch {
                throw ConfigurationError(
                    line: line(of: "exclude", in: "scan"),
                    message: "exclude in [scan] must be patterns such as \"*.tmp.jpg\": \(error.message)")
            }
        }
        return patterns
    }

    private func destinations(_ root: TOMLTable) throws(ConfigurationError) -> [DestinationSetting] {
        let tables = root[ConfigurationSchema.destinations]?.table ?? TOMLTable()
        var destinations: [DestinationSetting] = []
        for name in tables.keys.sorted() {
            guard let table = tables[name]?.table else { continue }
            let place = "\(ConfigurationSchema.destinations).\(name)"
            let line = line(of: place, in: nil)
            do {
                let spec = try DestinationReader(kinds: kinds).read(table, name: name)
                destinations.append(DestinationSetting(name: name, spec: spec, line: line))
            } catch {
                throw ConfigurationError(
                    line: error.key.flatMap { self.line(of: $0, in: place) } ?? line,
                    message: "[\(terminalSafe(place))]: \(error.message)")
            }
        }
        return destinations
    }

    /// The values of a table and its nested tables, by `table.key`.
    private func values(of table: TOMLTable, name: String) -> [String: Configuration.Value] {
        var values: [String: Configuration.Value] = [:]
        for key in table.keys {
            guard let value = table[key] else { continue }
            if let inner = value.table {
                values.merge(self.values(of: inner, name: "\(name).\(key)")) { first, _ in first }
            } else {
                values["\(name).\(key)"] = Configuration.Value(
                    setting: setting(value), line: line(of: key, in: name))
            }
        }
        return values
    }

    private func setting(_ value: any TOMLValueConvertible) -> SettingValue {
        if let flag = value.bool { return .flag(flag) }
        if let number = value.int { return .integer(number) }
        if let number = value.double { return .number(number) }
        if let text = value.string { return .text(text) }
        return .texts(texts(value))
    }

    private func texts(_ value: (any TOMLValueConvertible)?) -> [String] {
        value?.array.map { $0.compactMap { $0.string } } ?? []
    }

    private func unknown(
        _ name: String, among known: [String], in table: String?, word: String
    ) -> ConfigurationError {
        let place = table.map { " in [\(terminalSafe($0))]" } ?? ""
        let hint =
            nearestWord(to: name, among: known).map { "; did you mean '\(terminalSafe($0))'?" }
            ?? "; known are \(known.joined(separator: ", "))"
        return ConfigurationError(
            line: line(of: name, in: table), message: "Unknown \(word) '\(terminalSafe(name))'\(place)\(hint)")
    }

    /// The line of a key or, without a table, of a table's header; nil if this simple search does not recognize the
    /// notation.
    private func line(of key: String, in table: String?) -> Int? {
        var current: String?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("[") {
                current = String(line.drop { $0 == "[" }.prefix { $0 != "]" })
                if table == nil, current == key || current?.hasPrefix("\(key).") == true { return number + 1 }
            } else if current == table {
                let name = line.prefix { $0 != "=" && $0 != " " && $0 != "\t" && $0 != "." }
                if name == key || name == "\"" + key + "\"" { return number + 1 }
            }
        }
        return nil
    }
}
