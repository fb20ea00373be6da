import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline

struct StatusCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the library at a glance.",
        discussion: """
            Shows photos and bytes by verdict, what each destination has, what of it is still here, what is held, what \
            can be purged, what is in the trash, when the last scan was, and what needs attention. What was taken back or accepted as missing at every destination \
            that it would go to is not counted as to upload; copies of such photos that are still there are listed.

            Examples:
              workphotos status
              workphotos status --json
            """)

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Counting" }

    func run(in session: Session) async throws -> ExitStatus {
        let rules = try session.rules()
        let library = try session.library(by: rules)
        let configuration = try session.configuration()
        let text = StatusReport(
            status: try session.status(of: library, by: rules),
            trash: try library.trash(in: session.environment),
            parked: try library.parked(in: session.environment),
            shares: try library.shares(at: session.environment.clock.now), albums: try library.unseenAlbums(),
            options: session.options, configuration: configuration, now: session.environment.clock.now,
            missing: try library.missingRoots(among: configuration.roots.map(session.places.expanded)),
            width: session.reporter.fitting.isNarrow ? 18 : 28, next: { global.keepingPlaces(in: $0.command) })
        if session.reporter.isJSON {
            try session.reporter.print(text.json)
        } else {
            for line in text.lines { try session.reporter.print(line, indent: text.width) }
        }
        return .success
    }
}
