import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos fence import`.
struct FenceImportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Add the places of a GeoJSON file.",
        discussion: """
            Each polygon becomes a fence, and each point that has "radius" in metres among its properties; what else \
            the file holds is left out and said. All properties are kept. Shows what that does to verdicts and judges \
            the index anew at once, without opening a photo.

            A fence is named by the property that --name-property gives, else by "name", else by the file's name and a \
            number. With --replace a fence that has the name already gets the new shape and the new properties, and \
            keeps the others, such as its hours.

            Examples:
              workphotos fence import -n sites.geojson
              workphotos fence import --name-property site_code --replace sites.geojson
            """)

    @Argument(help: ArgumentHelp("The file to read.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("The property that fences are named by.", valueName: "property"))
    var nameProperty: String?

    @Flag(help: "Give fences that have the name already the new shape.")
    var replace = false

    @Flag(name: [.customShort("n"), .long], help: "Show what would change; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let file = GeoJSONFile(file, in: session)
        let source = try file.features(nameProperty: nameProperty)
        for other in source.others {
            session.reporter.warn("\(file.name):\(other.line): \(other.what) is no fence and is left out")
        }
        guard !source.features.isEmpty else {
            throw Failure(
                .failed, what: "no-fence", message: "The file has nothing that can be a fence", path: file.path)
        }
        var replaced = 0
        let changes = try session.fenceEdit().make(isDryRun: dryRun) { fences in
            replaced = fences.taken(by: source.features)
            return try file.explaining(exit: .failed) { () throws(FenceFileError) in
                try fences.importing(source.features, isReplacing: replace)
            }
        }
        let report = VerdictChangeReport(changes: changes, isDryRun: dryRun)
        if !session.reporter.isJSON, !session.reporter.isQuiet {
            let added = source.features.count - replaced
            try session.reporter.print(
                "\(dryRun ? "Would be added" : "Added"): \(added.grouped), replaced: \(replaced.grouped)")
        }
        try report.print(to: session.reporter, command: "fence import") { summary in
            summary.set("added", source.features.count - replaced)
            summary.set("replaced", replaced)
            summary.set("leftOut", source.others.count)
        }
        return .success
    }
}
