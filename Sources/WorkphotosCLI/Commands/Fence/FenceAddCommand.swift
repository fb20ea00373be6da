import ArgumentParser
import PhotoModel
import PhotoPipeline
import SystemPackage

struct FenceAddCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a fence.",
        discussion: """
            Shows how verdicts change and judges the index again at once, without opening a photo. Asks, or requires \
            --yes, if more than 100 personal photos become work; workphotos fence undo takes it back.

            A fence is a circle around --at or around the place where a photo was taken, or a polygon. --at takes \
            LAT,LON, a geo: URI, or a link copied from OpenStreetMap, Google Maps or Apple Maps. Put links in \
            quotation marks.

            --folder and --to send the photos of this fence to a folder and a destination of their own. --folder is a \
            template such as {fence}/{year}/{name}; it can contain {fence} {year} {month} {day} {camera} {user} {name} \
            {stem} {ext}. A fence that is never work may have dates, but no hours; a photo whose time is unknown is \
            taken to be within them.

            Examples:
              workphotos fence add Office --at 52.5200,13.4050 --radius 150m
              workphotos fence add Site --at 52.5300,13.3800 --radius 80m \\
                --hours "mon-fri 07:00-16:00" --until 2026-09-30
              workphotos fence add Home --kind never --at 52.4870,13.4250 --radius 80m -n
              workphotos fence add Hut --kind never --at 54.1800,12.0900 --radius 300m \\
                --from 2026-07-01 --until 2026-07-31
              workphotos fence add Plaza --radius 200m \\
                --at 'https://www.openstreetmap.org/#map=17/52.5163/13.3777'
              workphotos fence add Lab --at 52.5100,13.3900 --radius 90m \\
                --to nas --folder "Lab/{year}/{name}"
              workphotos fence add Plant --polygon plant.geojson
              workphotos fence add Studio --from-photo IMG_1234.jpg --radius 60m
            """)

    @Argument(help: "Name of the fence; no other fence may have it.")
    var name: String

    @OptionGroup
    var place: FencePlaceOptions

    @Option(help: "Whether photos inside are work, or never work.")
    var kind = Fence.Kind.work

    @OptionGroup
    var properties: FencePropertyOptions

    @OptionGroup
    var showing: ChangeOptions

    @OptionGroup
    var confirmation: ConfirmationOption

    @OptionGroup
    var global: GlobalOptions

    func validate() throws {
        if name.isEmpty { throw ValidationError("A fence needs a name.") }
        if kind == .never, !properties.hours.isEmpty {
            throw ValidationError("A fence that is never work has no hours: it applies at all hours.")
        }
        if kind == .never, properties.terms.sending != FenceSending() {
            throw ValidationError(
                "A fence that is never work has no folder and no destination: none of its photos are sent.")
        }
    }

    var activity: String { "Judging" }

    func run(in session: Session) async throws -> ExitStatus {
        try properties.checkTimeZone(in: session)
        let terms = try properties.terms(in: session)
        let (shape, ground) = try await session.understood(
            try place.shape(in: session), place.source, showing, confirmation)
        let fence = Fence(name: name, kind: kind, shape: shape, schedule: terms.schedule)
        let changes = try await session.changeFences(
            by: session.fenceEdit("fence add"), showing, confirmation,
            headline: "This adds the fence \(terminalSafe(name))"
        ) { file in
            do throws(FenceFileError) {
                return try file.adding(fence, sending: terms.sending)
            } catch {
                let isTaken = file.fences.contains { $0.name == name }
                throw Failure(
                    .failed, what: "fence", message: error.words,
                    next: isTaken ? "workphotos fence edit \(shellQuoted(name))" : "workphotos fence list")
            }
        }
        try VerdictChangeReport(changes: changes, isDryRun: showing.dryRun)
            .print(to: session.reporter, command: "fence add") { summary in
                summary.set("photosInside", ground?.photos)
                summary.set("nearestPhoto", ground?.nearest)
            }
        return .success
    }
}

extension Fence.Kind: ExpressibleByArgument {}

struct FencePlaceOptions: ParsableArguments {
    @OptionGroup
    var ground: FenceGroundOptions

    func validate() throws {
        guard ground.ways == 1 else {
            throw ValidationError("Give exactly one of --at, --polygon and --from-photo.")
        }
        guard (ground.radius == nil) == (ground.polygon != nil) else {
            throw ValidationError(
                ground.polygon == nil ? "Give the radius, as in --radius 150m." : "A polygon has no --radius.")
        }
    }

    /// The flag that gives the place.
    var source: String { ground.polygon != nil ? "--polygon" : ground.fromPhoto != nil ? "--from-photo" : "--at" }

    /// The shape that the options describe.
    ///
    /// - Throws: if a file that they name has none.
    func shape(in session: Session) throws(Failure) -> FenceShape {
        if let polygon = try ground.polygonShape(in: session) { return polygon }
        guard let center = try ground.center(in: session), let radius = ground.radius else {
            throw Failure(.usage, what: "usage", message: "There is no place")
        }
        return .circle(center: center, radius: radius)
    }
}
