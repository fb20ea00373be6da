import ArgumentParser
import PhotoModel
import PhotoPipeline

struct DoctorCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check everything that an unattended run depends on.",
        discussion: """
            Checks the configuration, the fences, the index and its disk, every root and its trash, every destination, \
            the sign-in, what killed runs left behind, what starts workphotos at night, and whether destinations still \
            have personal photos that are gone from the library. Each line shows a state, what was checked and what \
            was found; a line that is not ok is followed by the command that fixes it. Nothing is changed.

            A root that a sync program also watches is a warning: what a purge removes there, the sync program removes \
            everywhere else. The index is checked for at most 1.5 seconds: first that every page can be read, then \
            that its tables agree, and last that its indexes agree with them. With several hundred thousand photos \
            that is not enough for all of it, and the line says so; workphotos index check checks an index of any \
            size completely. Destinations are checked for their marker and their free space, but not for their \
            copies; workphotos verify checks those.

            With --max-age, a last good run that is older is a problem. Use it in a second line of the crontab, or in \
            a monitor, to notice that the first line no longer runs. A run is good if workphotos run ended with 0; if \
            nothing calls workphotos run, the last complete scan counts.

            The exit status is 1 if there is a problem, 12 if a sign-in is needed, else 0, even with warnings. With \
            -q, only problems are printed.

            Examples:
              workphotos doctor
              workphotos doctor --max-age 2d --quiet
              workphotos doctor --json | jq -r 'select(.state == "problem") | .detail'
            """)

    @Option(
        help: ArgumentHelp("Maximum age of the last good run, such as 2d.", valueName: "duration"),
        transform: duration)
    var maxAge: Duration?

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Checking" }

    func run(in session: Session) async throws -> ExitStatus {
        var report = CheckReport(reporter: session.reporter, options: global)
        try await session.checkup(maxAge: maxAge).run { try report.show($0) }
        try report.end()
        return session.environment.interruption.signal.map { ExitStatus($0) } ?? report.status
    }
}
