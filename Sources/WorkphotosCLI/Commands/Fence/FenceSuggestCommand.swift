import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

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
        let (suggestions, library, selection) = try found(in: session)
        let lacksPlaces = try suggestions.isEmpty && library.lacksPlaces(matching: selection)
        let dialog = SuggestionDialog(session: session, listing: showing.listing(to: session.reporter))
        for suggestion in suggestions.prefix(selecting.limit ?? 10) {
            try dialog.show(suggestion, ends: try library.ends(of: suggestion, matching: selection))
            if showing.dryRun, suggestion.kind != nil || suggestion.existing != nil {
                try dialog.preview(suggestion, kind: suggestion.kind ?? .work)
            }
            if add, !showing.dryRun, try await dialog.adds(suggestion) == false { break }
        }
        try conclude(suggestions, lacksPlaces: lacksPlaces, in: session)
        return .success
    }

    private func found(
        in session: Session
    ) throws -> (suggestions: [FenceSuggestion], library: Library, selection: PhotoSelection) {
        var selection = try selecting.selection(in: session)
        selection.limit = nil
        if let directory {
            selection.paths = [Glob(below: session.places.absolute(directory).lexicallyNormalized())]
        }
        let needsVerdicts = !selection.verdicts.isEmpty || selection.fence != nil
        let library = try needsVerdicts ? session.library() : session.unjudgedLibrary()
        let suggestions = try library.suggestions(
            matching: selection, fewest: minPhotos, fences: try session.fenceStore().load().fences)
        return (suggestions, library, selection)
    }

    private func conclude(_ suggestions: [FenceSuggestion], lacksPlaces: Bool, in session: Session) throws {
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "fence suggest")
            summary.set("suggestions", min(suggestions.count, selecting.limit ?? 10))
            summary.set("found", suggestions.count)
            try session.reporter.print(summary)
        } else if lacksPlaces {
            session.reporter.note(
                "None of the photos has a position. Tracks may place them, and photos taken shortly before and after: "
                    + "infer = true in [triage], and workphotos scan --gpx FILE")
        } else if suggestions.isEmpty {
            session.reporter.note("No place outside the fences has \(minPhotos.grouped) photos.")
        } else if suggestions.count > selecting.limit ?? 10 {
            let rest = suggestions.count - (selecting.limit ?? 10)
            session.reporter.note("\(rest.grouped) more with --limit \(suggestions.count)")
        }
    }
}
