import PhotoModel
package import PhotoPipeline
import SystemPackage
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
    private let complaints = Complaints()

    private init(text: String, kinds: DestinationKinds) {
        (self.text, self.kinds) = (text, kinds)
    }

    /// Reads files, of which each overrides the earlier ones, key by key; a destination is overridden as a whole.
    ///
    /// - Parameter layers: the files; none for the defaults.
    /// - Throws: `ConfigurationError` with the file and line of the first error.
    package static func read(
        _ layers: [ConfigurationLayer], kinds: DestinationKinds
    ) throws(ConfigurationError) -> Configuration {
        var read: [(root: TOMLTable, configuration: Configuration)] = []
        for layer in layers {
            let (root, configuration, errors) = content(of: layer, kinds: kinds)
            if let first = errors.first { throw first }
            read.append((root, configuration))
        }
        return merged(read, kinds: kinds)
    }

    /// What files say as far as it can be read: what a wrong value sets stays at its default, and a destination with an
    /// error is left out.
    package static func readable(_ layers: [ConfigurationLayer], kinds: DestinationKinds) -> Configuration {
        let read = layers.map { layer in
            let (root, configuration, _) = content(of: layer, kinds: kinds)
            return (root: root, configuration: configuration)
        }
        return merged(read, kinds: kinds)
    }

    private static func merged(
        _ read: [(root: TOMLTable, configuration: Configuration)], kinds: DestinationKinds
    ) -> Configuration {
        guard read.count > 1 else { return read.first?.configuration ?? Configuration() }
        let reader = ConfigurationReader(text: "", kinds: kinds)
        var whole = reader.configuration(ConfigurationLayer.merged(read.map(\.root)))
        whole.takePlaces(of: read.map(\.configuration))
        return whole
    }

    /// Everything that is wrong in some files.
    ///
    /// - Returns: the errors with file and line, file by file in the order of the lines; one for a file that is no
    ///   TOML.
    package static func errors(in layers: [ConfigurationLayer], kinds: DestinationKinds) -> [ConfigurationError] {
        layers.flatMap { content(of: $0, kinds: kinds).errors }
    }

    /// What a file contains, and what is wrong with it.
    private static func content(
        of layer: ConfigurationLayer, kinds: DestinationKinds
    ) -> (root: TOMLTable, configuration: Configuration, errors: [ConfigurationError]) {
        guard let text = String(validating: layer.bytes, as: UTF8.self) else {
            let error = ConfigurationError(line: nil, message: "The file is not UTF-8", path: layer.path)
            return (TOMLTable(), Configuration(), [error])
        }
        let reader = ConfigurationReader(text: text, kinds: kinds)
        do throws(ConfigurationError) {
            let root = try reader.parse()
            reader.check(root)
            let configuration = reader.configuration(root).standing(in: layer.path)
            return (root, configuration, reader.complaints.inOrder(in: layer.path))
        } catch {
            return (
                TOMLTable(), Configuration(),
                [ConfigurationError(line: error.line, message: error.message, path: layer.path)]
            )
        }
    }

    private func check(_ root: TOMLTable) {
        for name in root.keys.sorted() {
            if let table = root[name]?.table {
                check(table, name: name)
            } else {
                complain(unknown(name, among: ConfigurationSchema.tableNames(of: kinds), in: nil, word: "table"))
            }
        }
    }

    private func complain(_ error: ConfigurationError) { complaints.all.append(error) }

    private func parse() throws(ConfigurationError) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            throw ConfigurationError(line: error.source.begin.line, message: "Not TOML: \(error.description)")
        } catch {
            throw ConfigurationError(line: nil, message: "Not TOML: \(error)")
        }
    }

    private func check(_ table: TOMLTable, name: String) {
        if name == ConfigurationSchema.destinations {
            for destination in table.keys.sorted() {
                guard let keys = table[destination]?.table else {
                    complain(
                        ConfigurationError(
                            line: line(of: destination, in: name),
                            message: "destinations.\(destination) is not a table"))
                    continue
                }
                check(keys, name: "\(name).\(destination)", schema: ConfigurationSchema.destination(of: kinds))
            }
        } else if let schema = ConfigurationSchema.tables(of: kinds)[name] {
            check(table, name: name, schema: schema)
        } else {
            complain(unknown(name, among: ConfigurationSchema.tableNames(of: kinds), in: nil, word: "table"))
        }
    }

    private func check(_ table: TOMLTable, name: String, schema: [String: ConfigurationSchema.Kind]) {
        let before = complaints.all.count
        defer { if complaints.all.count > before { complaints.tables.insert(name) } }
        for key in table.keys.sorted() {
            guard let kind = schema[key] else {
                complain(unknown(key, among: schema.keys.sorted(), in: name, word: "key"))
                continue
            }
            if let value = table[key], let wanted = complaint(value, kind) {
                complain(
                    ConfigurationError(
                        line: line(of: key, in: name),
                        message: "\(key) in [\(terminalSafe(name))] must be \(wanted)"))
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

    /// What the file sets. Where a value is wrong, what it sets stays at its default.
    private func configuration(_ root: TOMLTable) -> Configuration {
        var result = Configuration()
        if let scan = root["scan"]?.table {
            result.roots = texts(scan["roots"])
            result.exclude = excludes(texts(scan["exclude"]))
            result.hidden = scan["hidden"]?.bool ?? false
            result.followsSymlinks = scan["follow-symlinks"]?.bool ?? false
            result.staysOnFileSystem = scan["one-file-system"]?.bool ?? false
        }
        if let triage = settings(of: "triage", in: root, by: TriageReader.read) { result.triage = triage }
        result.tracks = texts(root["triage"]?.table?["gpx"])
        if let upload = settings(of: "upload", in: root, by: UploadReader.read) { result.upload = upload }
        result.uploadLimit = settings(of: "upload", in: root, by: UploadReader.limit) ?? nil
        for kind in kinds.all {
            result.kindTables[kind.name] = settings(of: kind.settingsTable, in: root) { table throws(WrongValue) in
                try DestinationTableReader.read(table, of: kind)
            }
        }
        if let purge = settings(of: "purge", in: root, by: PurgeReader.read) { result.purge = purge }
        result.purge.unsentSidecars = result.upload.unsentSidecars
        result.keep = texts(root["purge"]?.table?["keep"])
        if let notify = settings(of: "notify", in: root, by: NotifyReader.read) { result.notify = notify }
        let to = root["upload"]?.table?["to"]
        result.uploadTo = to?.string.map { [$0] } ?? texts(to)
        result.destinations = destinations(root)
        for name in root.keys {
            guard let table = root[name]?.table else { continue }
            result.values.merge(values(of: table, name: name)) { first, _ in first }
        }
        return result
    }

    /// The settings of a table whose values have the right types, those that cannot be used left out; nil if there is
    /// no such table.
    private func settings<Settings>(
        of name: String, in root: TOMLTable, by read: (TOMLTable) throws(WrongValue) -> Settings
    ) -> Settings? {
        guard var table = root[name]?.table else { return nil }
        while true {
            do {
                return try read(table)
            } catch {
                complain(
                    ConfigurationError(
                        line: line(of: error.key, in: name),
                        message: "\(error.key) in [\(terminalSafe(name))] must be \(error.wanted)"))
                guard table[error.key] != nil else { return nil }
                table = Self.table(table, without: error.key)
            }
        }
    }

    private static func table(_ table: TOMLTable, without key: String) -> TOMLTable {
        let rest = TOMLTable()
        for other in table.keys where other != key { rest[other] = table[other] }
        return rest
    }

    private func excludes(_ patterns: [String]) -> [String] {
        for pattern in patterns {
            do {
                try ScanOptions.check(exclude: pattern)
            } catch {
                complain(
                    ConfigurationError(
                        line: line(of: "exclude", in: "scan"),
                        message: "exclude in [scan] must be patterns such as \"*.tmp.jpg\": \(error.message)"))
            }
        }
        return patterns
    }

    private func destinations(_ root: TOMLTable) -> [DestinationSetting] {
        let tables = root[ConfigurationSchema.destinations]?.table ?? TOMLTable()
        var destinations: [DestinationSetting] = []
        for name in tables.keys.sorted() {
            guard let table = tables[name]?.table else { continue }
            let place = "\(ConfigurationSchema.destinations).\(name)"
            // A key that is misspelt would be missing as well.
            if complaints.tables.contains(place) { continue }
            let line = line(of: place, in: nil)
            do {
                let spec = try DestinationReader(kinds: kinds).read(table, name: name)
                destinations.append(DestinationSetting(name: name, spec: spec, line: line))
            } catch {
                complain(
                    ConfigurationError(
                        line: error.key.flatMap { self.line(of: $0, in: place) } ?? line,
                        message: "[\(terminalSafe(place))]: \(error.message)"))
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

/// What is wrong in a file, in the order in which it is found.
private final class Complaints {
    var all: [ConfigurationError] = []
    /// The tables that have an unknown key, or a value of another type.
    var tables: Set<String> = []

    /// In the order of their lines, one for each: a value that has another type is often also one that means nothing.
    func inOrder(in path: FilePath) -> [ConfigurationError] {
        var lines: Set<Int> = []
        let first = all.filter { error in error.line.map { lines.insert($0).inserted } ?? true }
        return first.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
            .map { ConfigurationError(line: $0.line, message: $0.message, path: path) }
    }
}
