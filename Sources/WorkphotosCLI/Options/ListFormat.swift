import ArgumentParser

enum ListFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json, csv, geojson, paths
}

struct FormatOptions: ParsableArguments {
    @Option(help: "Output format.")
    var format: ListFormat?

    @Flag(name: [.customShort("0"), .long], help: "Print only paths, each terminated by a NUL byte.")
    var print0 = false

    /// The format given by `--format`, `-0` and `--json`.
    ///
    /// - Throws: `ValidationError` if they contradict each other.
    func resolved(isJSON: Bool) throws -> ListFormat {
        if isJSON, let format, format != .json {
            throw ValidationError("--json and --format \(format.rawValue) cannot be combined.")
        }
        if print0, isJSON || (format.map { $0 != .paths } ?? false) {
            throw ValidationError("-0 prints paths: it cannot be combined with another format.")
        }
        return isJSON ? .json : format ?? (print0 ? .paths : .table)
    }
}
