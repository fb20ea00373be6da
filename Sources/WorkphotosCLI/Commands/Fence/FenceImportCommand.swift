import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceImportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import fences from a GeoJSON, KML, KMZ or GPX file.",
        discussion: """
            Each polygon becomes a fence, and so does each point with a radius: its own ("radius", in metres), or that \
            of --radius. At a terminal, a missing radius is asked for. Everything else in the file is skipped and \
            reported. Shows how verdicts change and judges the index again at once, without opening a photo.

            KML and KMZ files, as Google My Maps, Google Earth and QGIS write them, give their placemarks, with the \
            names of the folders before the name of the placemark; links from one file of a KMZ to another are \
            followed. GPX files give their waypoints, such as OsmAnd's favourites. GeoJSON features keep all their \
            properties. A point at 0,0 is skipped: programs write it where they know no place.

            The name of a fence is the property that --name-property gives, else "name", else the name of the file and \
            a number. With --replace, a fence of the same name gets the new shape and the new properties, and keeps \
            its others, such as its hours. An invalid shape ends the import; with --skip-invalid, it is skipped.

            Examples:
              workphotos fence import -n --list sites.geojson
              workphotos fence import --name-property site_code --replace sites.geojson
              workphotos fence import --radius 150m --skip-invalid places.kmz
              workphotos fence import --radius 80m --replace - < places.kml
            """)

    @Argument(help: ArgumentHelp("File to read; - is standard input.", valueName: "file"), completion: .file())
    var file: String

    @Option(help: ArgumentHelp("Property that holds the name of a fence.", valueName: "property"))
    var nameProperty: String?

    @Option(
        help: ArgumentHelp("Radius of points that have none, such as 150m.", valueName: "length"),
        transform: length)
    var radius: Double?

    @Flag(help: "Give fences of the same name the new shape.")
    var replace = false

    @Flag(help: "Skip invalid shapes.")
    var skipInvalid = false

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        let file = try NamedMapFile(file, takesInput: true, in: session)
        let source = try await features(of: file, in: session)
        if source.lacksNameProperty, let nameProperty {
            session.reporter.warn("\(file.name): nothing in it has a property \"\(terminalSafe(nameProperty))\"")
        }
        for (line, what) in source.leftOut { session.reporter.warn("\(file.name):\(line): \(what)") }
        guard !source.features.isEmpty else {
            throw Failure(
                .failed, what: "no-fence", message: "The file contains nothing that can be a fence", path: file.path)
        }
        var replaced = 0
        let changes = try await session.changeFences(
            by: session.fenceEdit("fence import"), showing, confirmation,
            headline: "This imports \(source.features.count.counting("fence"))"
        ) { fences in
            replaced = fences.taken(by: source.features)
            return try file.explaining(exit: .failed) { () throws(FenceFileError) in
                try fences.importing(source.features, isReplacing: replace)
            }
        }
        let report = VerdictChangeReport(changes: changes, isDryRun: showing.dryRun)
        let added = source.features.count - replaced
        if !session.reporter.isJSON, !session.reporter.isQuiet {
            let verb = showing.dryRun ? "Would be added" : "Added"
            try session.reporter.print("\(verb): \(added.grouped), replaced: \(replaced.grouped)")
        }
        try report.print(to: session.reporter, command: "fence import") { summary in
            summary.set("added", added)
            summary.set("replaced", replaced)
            summary.set("leftOut", source.leftOut.count)
        }
        return source.invalid.isEmpty ? .success : .partial
    }

    /// The features that can become fences. If points have no radius, asks the user for one.
    private func features(of file: NamedMapFile, in session: Session) async throws -> MapFeatures {
        var options = MapFeatures.Options(fallbackName: file.fallbackName)
        options.nameProperty = nameProperty
        options.radius = radius
        options.isSkippingInvalid = skipInvalid
        let source = try valid(options, of: file, in: session)
        let person = session.environment.confirmation
        guard source.pointsWithoutRadius > 0, person.canAsk, !session.reporter.isJSON else { return source }
        let points =
            source.pointsWithoutRadius == 1 ? "A point has" : "\(source.pointsWithoutRadius.grouped) points have"
        let answer = await person.ask("\(points) no radius. Radius, such as 150m? Press Enter to skip:")
        guard let answer, !trimmed(answer).isEmpty else { return source }
        options.radius = try length(answer)
        return try valid(options, of: file, in: session)
    }

    /// The features. The error for an invalid one suggests `--skip-invalid` if the import then finds others.
    private func valid(
        _ options: MapFeatures.Options, of file: NamedMapFile, in session: Session
    ) throws(Failure) -> MapFeatures {
        do {
            return try file.features(options)
        } catch {
            var skipping = options
            skipping.isSkippingInvalid = true
            guard error.next == nil, let rest = try? file.features(skipping), !rest.features.isEmpty else {
                throw error
            }
            var failure = error
            failure.next = session.typed.adding("--skip-invalid")
            throw failure
        }
    }
}

extension MapFeatures {
    /// The skipped features with the reasons, in order of their lines.
    fileprivate var leftOut: [(line: Int, what: String)] {
        let others = others.map { ($0.line, "\($0.what) is not a fence and is skipped") }
        let invalid = invalid.map { ($0.line, "skipped: \($0.message)") }
        return (others + invalid).sorted { $0.0 < $1.0 }
    }
}
