import ArgumentParser
import PhotoFiles
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct ConfigCheckCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check that the configuration and the fences are valid.",
        discussion: """
            Reads both files as every command does, and of the index only the names of the destinations. If something \
            is invalid, the exit status is 78, and each error names the file, the line and the reason; so is a \
            destination that neither the configuration nor the index has. workphotos doctor checks everything else.

            Examples:
              workphotos config check
              workphotos config check --fences site.geojson
            """)

    @OptionGroup
    var global: GlobalOptions

    func run(in session: Session) async throws -> ExitStatus {
        let errors = try errors(in: session)
        for error in errors.dropLast() { _ = session.reporter.report(error) }
        if let last = errors.last { throw last }
        let configuration = try session.configuration()
        let rules = try session.rules()
        for pattern in rules.emptyTrackPatterns { session.reporter.note(ActionNote.noTracks(pattern).words) }
        let path = try session.places.configuration().path
        let fences = try session.places.fences()
        let work = rules.fences.fences.count { $0.kind == .work }
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "config check")
            summary.set("keys", configuration.values.count)
            summary.set("fences", rules.fences.fences.count)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try printKeys(configuration, path, session)
            let shared = rules.fences.sharedPath
            let found =
                SmallFile.exists(fences) || shared != nil
                ? "valid, \(work.counting("work fence")), \(rules.fences.fences.count - work) never"
                    + (shared.map { ", with those in \(terminalSafe($0.bytes))" } ?? "")
                : "there is no such file"
            try session.reporter.print("\(terminalSafe(fences.bytes)): \(found)")
        }
        return .success
    }

    /// Everything that is wrong, each once: in the files of the configuration, in what can be read of them, and in the
    /// fences.
    private func errors(in session: Session) throws(Failure) -> [Failure] {
        var errors = try session.errorsOfConfiguration()
        let isWhole = errors.isEmpty
        let session = try isWhole ? session : session.readable()
        let checks =
            session.configurationChecks + [
                { _ = try session.rules().fences }, { _ = try session.fenceStore().load() },
                { _ = try session.fenceStore().load().sending() },
            ]
        errors += checks.compactMap(Self.failure)
        // A destination whose table has an error is one that there is.
        let hasAll = try isWhole ? true : Self.hasAllDestinations(session.configuration())
        if hasAll { errors += unknownDestinations(in: session) }
        return errors.reduce(into: []) { different, error in
            if !different.contains(where: { $0.text == error.text }) { different.append(error) }
        }
    }

    /// Whether a configuration that has errors has every destination that its files name.
    private static func hasAllDestinations(_ configuration: Configuration) -> Bool {
        let names = Set(configuration.destinations.map { "destinations.\($0.name)." })
        return !configuration.values.isEmpty
            && configuration.values.keys.allSatisfy { key in
                !key.hasPrefix("destinations.") || names.contains(where: key.hasPrefix)
            }
    }

    /// An error for each destination in [upload] to, and of a fence, that there is none of.
    private func unknownDestinations(in session: Session) -> [Failure] {
        guard let configuration = try? session.configuration(), let book = try? session.destinationBook() else {
            return []
        }
        let (path, line) = session.place(of: "upload.to", in: configuration)
        let general = configuration.uploadTo.compactMap { text in
            Self.failure(of: { _ = try book.find(text, path: session.places.expanded) }).map { error in
                Failure(
                    .configuration, what: "configuration", message: "to in [upload]: \(error.message)", path: path,
                    line: line, next: error.next)
            }
        }
        let settings = try? session.uploadSettings(fences: session.fenceStore().load())
        let fences = (settings?.destinationOf ?? [:]).values.sorted { $0.line < $1.line }
        return general
            + fences.compactMap { fence in
                Self.failure(of: { _ = try book.find(fence.text, path: session.places.expanded) }).map { error in
                    Failure(
                        .configuration, what: "fences", message: "\"to\": \(error.message)", path: fence.path,
                        line: fence.line, next: error.next)
                }
            }
    }

    /// How a check fails; nil if it does not.
    private static func failure(of check: () throws -> Void) -> Failure? {
        do {
            try check()
            return nil
        } catch {
            return Failure(error)
        }
    }

    /// A line for each file, with the number of its keys that are in force.
    private func printKeys(_ configuration: Configuration, _ path: FilePath, _ session: Session) throws {
        let keys = Dictionary(grouping: configuration.values.values, by: \.path).mapValues(\.count)
        let system = session.environment.systemConfiguration
        for file in system == path ? [path] : [system, path] {
            let name = terminalSafe(file.bytes)
            if SmallFile.exists(file) {
                try session.reporter.print("\(name): valid, \((keys[file] ?? 0).counting("key"))")
            } else if file == path {
                try session.reporter.print("\(name): there is no such file")
            }
        }
    }
}
