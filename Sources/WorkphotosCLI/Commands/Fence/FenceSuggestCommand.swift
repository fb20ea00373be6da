import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

/// `workphotos fence suggest`.
struct FenceSuggestCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggest",
        abstract: "Suggest fences for the places where many photos were taken.",
        discussion: """
            Shows places that could be fences. Each has a circle that holds 95 % of its photos, and what the days and \
            hours of these photos look like: work, for working days, week after week; private, for nights and \
            weekends, which suggests a fence that is never work; else a visit, however many photos it has. Places \
            inside a fence are not shown, with one exception: if the photos of a place spill out of its fence, a \
            larger circle is shown.

            Nothing is written without --add, which asks for a name and shows what the fence would change before it is \
            added. Here --limit counts places; its default is 10.

            Examples:
              workphotos fence suggest
              workphotos fence suggest --add
              workphotos fence suggest ~/Pictures/2026 --min-photos 25
              workphotos fence suggest --unsure --since 2026-01-01 --json
            """)

    @Argument(help: ArgumentHelp("Only photos below this directory.", valueName: "dir"), completion: .directory)
    var directory: String?

    @OptionGroup
    var selecting: SelectionOptions

    @Option(help: ArgumentHelp("Minimum number of photos of a place.", valueName: "n"))
    var minPhotos = 10

    @Flag(help: "Ask for the name of each place and add it as a fence.")
    var add = false

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if minPhotos < 2 { throw ValidationError("--min-photos must be 2 or more.") }
        if directory != nil && selecting.path != nil {
            throw ValidationError("Give a directory or --path, not both.")
        }
        if add && global.json { throw ValidationError("--add asks a person; --json is for programs.") }
        if showing.list && !showing.dryRun && !add { throw ValidationError("--list requires -n or --add.") }
    }

    var activity: String { "Looking" }

    func run(in session: Session) async throws -> ExitStatus {
        if add, !showing.dryRun, !session.environment.confirmation.canAsk {
            throw Failure(
                .usage, what: "usage", message: "--add asks for names, but standard input is not a terminal",
                next: "workphotos fence suggest")
        }
        let suggestions = try found(in: session)
        for suggestion in suggestions.prefix(selecting.limit ?? 10) {
            try show(suggestion, in: session)
            if add, !showing.dryRun, try await adds(suggestion, in: session) == false { break }
        }
        try conclude(suggestions, in: session)
        return .success
    }

    private func found(in session: Session) throws -> [FenceSuggestion] {
        var selection = try selecting.selection(in: session)
        selection.limit = nil
        if let directory {
            selection.paths = [Glob(below: session.places.absolute(directory).lexicallyNormalized())]
        }
        let needsVerdicts = !selection.verdicts.isEmpty || selection.fence != nil
        let library = try needsVerdicts ? session.library() : session.unjudgedLibrary()
        return try library.suggestions(
            matching: selection, fewest: minPhotos, fences: try session.fenceStore().load().fences)
    }

    private func show(_ suggestion: FenceSuggestion, in session: Session) throws {
        let report = SuggestionReport(suggestion: suggestion)
        if session.reporter.isJSON { try session.reporter.print(report.json) }
        if !session.reporter.isJSON, !session.reporter.isQuiet {
            for line in report.lines(isNarrow: session.reporter.fitting.isNarrow) {
                try session.reporter.print(line)
            }
        }
        if showing.dryRun, suggestion.kind != nil || suggestion.existing != nil {
            try preview(suggestion, kind: suggestion.kind ?? .work, in: session)
        }
    }

    private func conclude(_ suggestions: [FenceSuggestion], in session: Session) throws {
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "fence suggest")
            summary.set("suggestions", min(suggestions.count, selecting.limit ?? 10))
            summary.set("found", suggestions.count)
            try session.reporter.print(summary)
        } else if suggestions.isEmpty {
            session.reporter.note("No place outside the fences has \(minPhotos.grouped) photos.")
        } else if suggestions.count > selecting.limit ?? 10 {
            let rest = suggestions.count - (selecting.limit ?? 10)
            session.reporter.note("\(rest.grouped) more with --limit \(suggestions.count)")
        }
    }
}

/// Adding a suggested fence.
extension FenceSuggestCommand {
    /// Asks for a name, shows what the fence would change, and adds it.
    ///
    /// - Returns: false if the user wants to stop.
    private func adds(_ suggestion: FenceSuggestion, in session: Session) async throws -> Bool {
        if let existing = suggestion.existing { return try await enlarges(existing, suggestion, in: session) }
        let person = session.environment.confirmation
        guard let kind = await kind(of: suggestion, person) else { return false }
        guard let kind else { return true }
        try preview(suggestion, kind: kind, in: session)
        let question = "Name, Enter for \"\(terminalSafe(suggestion.name))\", - to skip it:"
        guard let answer = await person.ask(question) else { return false }
        let name = trimmed(answer).isEmpty ? suggestion.name : trimmed(answer)
        if name == "-" { return true }
        let fence = Fence(name: name, kind: kind, shape: suggestion.shape)
        do {
            _ = try session.fenceEdit("fence suggest").make(isDryRun: false) { try $0.adding(fence) }
        } catch let error as FenceFileError {
            session.reporter.warn("Not added: \(error.message)")
            return true
        }
        try session.reporter.print("Added: \(terminalSafe(name))")
        return true
    }

    /// The kind of the fence. The inner optional is nil if the user skips the place, the outer one if the user wants to
    /// stop.
    private func kind(of suggestion: FenceSuggestion, _ person: any Confirmation) async -> Fence.Kind?? {
        if let kind = suggestion.kind { return kind }
        guard let answer = await person.ask("Is this work or never work? w, n, or Enter to skip it:") else {
            return nil
        }
        return switch trimmed(answer).lowercased() {
        case "w", "work": .some(.work)
        case "n", "never": .some(.never)
        default: .some(nil)
        }
    }

    private func enlarges(_ fence: Fence, _ suggestion: FenceSuggestion, in session: Session) async throws -> Bool {
        try preview(suggestion, kind: fence.kind, in: session)
        let question = "Give \"\(terminalSafe(fence.name))\" this circle? y, or Enter to leave it:"
        guard let answer = await session.environment.confirmation.ask(question) else { return false }
        guard ["y", "yes"].contains(trimmed(answer).lowercased()) else { return true }
        _ = try session.fenceEdit("fence suggest").make(isDryRun: false) { try edited($0, suggestion) }
        try session.reporter.print("Changed: \(terminalSafe(fence.name))")
        return true
    }

    /// Shows how the fence would change verdicts.
    private func preview(_ suggestion: FenceSuggestion, kind: Fence.Kind, in session: Session) throws {
        let fence = Fence(name: suggestion.name, kind: kind, shape: suggestion.shape)
        let changes = try session.fenceEdit("fence suggest").make(
            isDryRun: true, listing: showing.listing(to: session.reporter)
        ) {
            suggestion.existing == nil ? try $0.adding(fence) : try edited($0, suggestion)
        }
        try VerdictChangeReport(changes: changes, isDryRun: true).printChanges(to: session.reporter)
    }

    private func edited(_ file: FenceFile, _ suggestion: FenceSuggestion) throws(FenceFileError) -> [UInt8] {
        var change = FenceChange()
        change.shape = suggestion.shape
        return try file.editing(suggestion.name, change) ?? file.bytes
    }
}
