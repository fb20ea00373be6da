import ArgumentParser
import PhotoFrontEnd
import PhotoModel
import PhotoPipeline
import SystemPackage

struct ScanCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read new and changed photos and judge every photo.",
        discussion: """
            Walks the directories, reads position and time of new and changed photos, judges them by the fences, and \
            stores everything in the index. Without a directory, walks [scan] roots of the configuration, else the \
            roots of earlier scans. A scan never writes to a photo.

            A directory inside a known root is scanned as a part of it. A directory that has become empty, is on \
            another file system, or has lost more than half of its files is treated as not mounted: the index keeps \
            what it knows of it, and the exit status is 3.

            The files of one photo are judged as one group: a still with its Live Photo clip, its RAW, its edits and \
            its sidecars. A sidecar without a photo is reported as a problem and left alone; it does not change the \
            exit status. An XMP file beside a photo corrects its position and time. A photo is unsure if such a file \
            cannot be read, or if one that gave a position or time is gone, until a mark or --accept-missing.

            With infer = true in [triage], a photo of a camera that says nothing of its place gets a position: from a \
            track, between two points of it at most 10 minutes and 200 m apart; else between two photos of the same \
            camera that do, one before and one after it, each within half an hour. Tracks are GPX files that --gpx or \
            [triage] gpx name; those of --gpx are kept until --forget-gpx. To be found in a track, a photo has to say \
            its offset from UTC, or the time zone of the configuration has to; or --camera-offset says how far the \
            camera's clock is ahead of UTC, for all photos that say no offset, or with a part of the camera's name \
            for all photos of that camera. A photo of a clock tells it too. Offsets are kept until others are given; \
            CAMERA=none forgets that camera's, and none forgets all. They change no hour of any photo. What is work by such a position is uploaded and removed only \
            with --include-inferred.

            Examples:
              workphotos scan ~/Pictures
              workphotos scan ~/Pictures --exclude 'Screenshots' --exclude '*.tmp.jpg'
              workphotos scan -n --json
              workphotos scan --gpx ~/tracks/*.gpx --camera-offset 'EOS 5D=1h3m'
              workphotos scan --clock-photo IMG_1234.jpg \\
                --clock-time 2026-05-04T10:03:20+02:00
            """)

    @Argument(help: ArgumentHelp("Directories to scan.", valueName: "dir"), completion: .directory)
    var directories: [String] = []

    @Flag(help: "Also read unchanged files.")
    var reread = false

    @Flag(help: "Include hidden files and directories, and what is below a .nomedia file.")
    var hidden = false

    @Flag(help: "Follow symbolic links; each directory is visited once.")
    var followSymlinks = false

    @Flag(help: "Do not enter other mounted file systems.")
    var oneFileSystem = false

    @Option(
        help: ArgumentHelp("Exclude what matches (repeatable).", valueName: "glob"), transform: excludePattern)
    var exclude: [String] = []

    @Flag(help: "Accept that missing photos are gone, even if a whole root is missing.")
    var acceptMissing = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Files with tracks to infer positions from, from now on.", valueName: "file"),
        completion: .file(extensions: ["gpx"]))
    var gpx: [String] = []

    @Flag(name: .customLong("forget-gpx"), help: "Forget the tracks that earlier scans were given.")
    var forgetGPX = false

    @Option(
        help: ArgumentHelp(
            "How far cameras' clocks are ahead of UTC, as in 1h3m, =-30s, 'EOS 5D=1h3m', or none (repeatable).",
            valueName: "offset"),
        transform: cameraClock)
    var cameraOffset: [CameraClock] = []

    @Option(
        help: ArgumentHelp("A photo of a clock, which tells how far its camera's is ahead.", valueName: "file"),
        completion: .file())
    var clockPhoto: String?

    @Option(
        help: ArgumentHelp("What the clock in it shows, with the offset from UTC.", valueName: "time"),
        transform: moment)
    var clockTime: WallTime?

    @Flag(name: [.customShort("n"), .long], help: "Show what a scan would find; write nothing.")
    var dryRun = false

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Scanning" }

    func validate() throws {
        if (clockPhoto == nil) != (clockTime == nil) {
            throw ValidationError("--clock-photo and --clock-time belong together.")
        }
    }

    func run(in session: Session) async throws -> ExitStatus {
        let clocks = try cameraOffset + clockOfPhoto(session)
        return try await ScanCall(options: { options($0, places: $1, clocks) }, isDryRun: dryRun, session: session).run(
            waiting: global.wait)
    }

    /// The offset of a camera's clock, computed from a photo of a clock.
    private func clockOfPhoto(_ session: Session) throws -> [CameraClock] {
        guard let clockPhoto, let clockTime else { return [] }
        let path = session.places.absolute(clockPhoto)
        do throws(TextError) {
            let clock = try ClockPhoto(reading: path, clock: session.environment.clock).compare(with: clockTime)
            let isBehind = clock.offset.microseconds < 0
            let offset = CameraOffset(microseconds: abs(clock.offset.microseconds))
            session.reporter.note(
                "\(terminalSafe(clock.camera)): its clock is \(offset.text) \(isBehind ? "behind" : "ahead of") UTC, "
                    + "by the photo of a clock")
            return [clock.setting]
        } catch {
            throw Failure(.failed, what: "clock-photo", message: error.message, path: path)
        }
    }

    private func options(
        _ configuration: Configuration, places: ProgramPaths, _ clocks: [CameraClock]
    ) -> ScanOptions {
        var options = ScanOptions(configuration, places: places)
        options.hidden = hidden || options.hidden
        options.followsSymlinks = followSymlinks || options.followsSymlinks
        options.staysOnFileSystem = oneFileSystem || options.staysOnFileSystem
        options.excludes += exclude
        if !directories.isEmpty { options.directories = directories.map(places.absolute) }
        options.rereads = reread
        options.acceptsMissing = acceptMissing
        options.tracks = gpx.map(places.absolute)
        options.forgetsTracks = forgetGPX
        options.clocks = clocks
        return options
    }
}

/// The part that `scan` and `run` share: from the settings of a scan to the exit status.
struct ScanCall {
    /// Makes the scan's options from the configuration and the program's paths.
    let options: (Configuration, ProgramPaths) -> ScanOptions
    let isDryRun: Bool
    let session: Session

    func work(waiting wait: Duration) throws -> ScanWork {
        let index = try session.places.index()
        session.reporter.detail("index \(terminalSafe(index.bytes))")
        session.reporter.detail("fences \(terminalSafe(try session.places.fences().bytes))")
        let options = options(try session.configuration(), session.places)
        if options.directories.isEmpty { try requireRoots() }
        return ScanWork(
            path: index, owner: session.environment.owner, rules: session.rules, options: options, isDryRun: isDryRun,
            wait: wait, destinations: try session.destinationPlaces())
    }

    func run(waiting wait: Duration) async throws -> ExitStatus {
        let work = try work(waiting: wait)
        let configuration = try session.configuration()
        if configuration.triage.inference == nil, options(configuration, session.places).namesInferenceSources {
            session.reporter.note("Kept for later: no position is inferred unless [triage] has infer = true")
        }
        let summary = try await work.run(
            in: try session.environmentWithSettings(), progress: session.progress, report: report,
            note: { [reporter = session.reporter] note in reporter.note(note.words) })
        try ScanReport(summary: summary, isDryRun: isDryRun).print(to: session.reporter)
        if summary.unsupported > 0, !isDryRun, session.options.verbose {
            for file in try session.unjudgedLibrary().unsupportedFiles() {
                session.reporter.detail("\(terminalSafe(file.path.bytes)): \(file.words)")
            }
        }
        return ExitStatus(summary)
    }

    /// Reports a problem. For a parked file, adds the command that restores its name.
    private func report(_ finding: Finding) {
        guard finding.kind == .parked else { return session.reporter.report(finding) }
        let name = ParkedFileName(finding.path)?.own == nil ? " --name NAME" : ""
        let command = "workphotos undo --parked \(shellQuoted(finding.path.bytes))\(name)"
        var finding = finding
        finding.detail += "; to give it its name back: \(session.options.keepingPlaces(in: command))"
        session.reporter.report(finding)
    }

    /// Fails if no directory was given and no root is known.
    private func requireRoots() throws {
        do {
            guard try session.unjudgedLibrary().roots().isEmpty else { return }
        } catch  where PipelineError(error)?.kind == .noIndex {}
        throw Failure(
            .usage, what: "usage",
            message: "No directory is given here or in [scan] roots, and none was scanned before",
            next: session.typed.calls("index") ? "workphotos index import FACTS --root DIR" : "workphotos scan DIR")
    }
}

extension ScanOptions {
    /// Whether tracks or camera clocks were given.
    fileprivate var namesInferenceSources: Bool { !tracks.isEmpty || !clocks.isEmpty }

    /// The options in the configuration. Without roots, the scan uses those of earlier scans.
    init(_ configuration: Configuration, places: ProgramPaths) {
        self.init()
        hidden = configuration.hidden
        followsSymlinks = configuration.followsSymlinks
        staysOnFileSystem = configuration.staysOnFileSystem
        excludes = configuration.exclude
        directories = configuration.roots.map(places.expanded)
    }
}

extension ExitStatus {
    fileprivate init(_ summary: ScanSummary) {
        self.init(worstOf: [
            summary.signal.map { ExitStatus($0) },
            summary.roots.isEmpty && summary.failedRoots > 0 ? .failed : nil,
            summary.isPartial ? .partial : nil,
        ])
    }
}
