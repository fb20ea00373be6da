import ArgumentParser
import PhotoModel
import PhotoPipeline

struct FenceExportCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export the fences as GeoJSON or KML.",
        discussion: """
            Writes the fences file unchanged, byte for byte, to standard output or to a file. `fence import` reads it.

            KML is for maps and globes. It has names, kinds and shapes; a circle becomes a polygon of 72 corners, and \
            `fence import` turns it back into a circle. Only GeoJSON has hours, dates, days off and destinations.

            Examples:
              workphotos fence export > fences.geojson
              workphotos fence export --format kml > fences.kml
              workphotos fence export /mnt/backup/fences.geojson
            """)

    @Argument(help: ArgumentHelp("File to write; - is standard output.", valueName: "file"), completion: .file())
    var file = "-"

    @Option(help: ArgumentHelp("Output format.", valueName: "format"))
    var format = FenceFormat.geojson

    @Flag(name: [.short, .long], help: "Overwrite the file if it exists.")
    var yes = false

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if global.json && file == "-" {
            throw ValidationError("The fences are not JSON lines: omit --json, or name a file.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let fences = try session.fenceStore().load()
        let bytes = format == .geojson ? fences.file.bytes : KMLWriter.bytes(of: fences.fences)
        guard file != "-" else {
            try session.reporter.print(bytes: bytes)
            return .success
        }
        try session.output(file, .fences, isConfirmed: yes).write(bytes)
        if session.reporter.isJSON {
            var summary = JSONLine(type: "summary")
            summary.set("command", "fence export")
            summary.set(path: session.places.absolute(file))
            summary.set("fences", fences.fences.count)
            try session.reporter.print(summary)
        } else if !session.reporter.isQuiet {
            try session.reporter.print("Written: \(terminalSafe(file))")
        }
        return .success
    }
}

enum FenceFormat: String, CaseIterable, ExpressibleByArgument {
    case geojson, kml
}
