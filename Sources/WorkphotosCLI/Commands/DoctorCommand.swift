import ArgumentParser
import PhotoModel
import PhotoPipeline

/// `workphotos doctor`.
struct DoctorCommand: WorkphotosCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look for what would break at 3 a.m.",
        discussion: """
            Looks at the configuration, the fences, the index and its disk, every root and its trash, every \
            destination, the sign-in, what killed runs have left, and what calls workphotos at night. Each line says \
            how it is, what was looked at and what was seen; below a line that is not ok stands the command that mends \
            it. Nothing is changed.

            A root that a sync program also watches is a warning: what a purge removes there, that program removes \
            everywhere else. Of the index as much is looked at as can be read in 1.5 seconds: first whether every \
            page can be read, then what the tables promise each other, at last whether its indexes agree with them. \
            One of some hundred thousand photos is too large for all of that, which its line says; workphotos index \
            check reads any to its end. Destinations are asked for their marker and their room, and not for their \
            copies; workphotos verify asks for these.

            With --max-age a last good run that is older is a problem: for a second line in crontab, or a monitor, \
            that is to notice when the first one does not run any more. A run is good where workphotos run ended with \
            0; where nobody calls that, the last complete scan counts.

            The exit status is 1 where there is a problem, 12 where somebody has to sign in, else 0, also with \
            warnings. With -q only warnings and problems are printed.

            Examples:
              workphotos doctor
              workphotos doctor --max-age 2d --quiet
              workphotos doctor --json | jq -r 'select(.state == "problem") | .detail'
            """)

    @Option(
        help: ArgumentHelp("How long ago the last good run may be, such as 2d.", valueName: "duration"),
        transform: duration)
    var maxAge: Duration?

    @OptionGroup
    var global: GlobalOptions

    var activity: String { "Looking" }

    func run(in session: Session) async throws -> ExitStatus {
        var report = CheckReport(reporter: session.reporter, options: global)
        try await session.checkup(maxAge: maxAge).run { try report.show($0) }
        try report.end()
        return session.environment.interruption.signal.map(ExitStatus.init) ?? report.status
    }
}
