/// Checks everything that an unattended run needs. Changes nothing, and takes the verdicts as they are in the index:
/// judging a million photos again would take longer than all checks together.
package struct Checkup {
    /// All checks, in the order in which they are reported: checks that others depend on come first.
    private static let checks: [any DoctorCheck] = [
        ConfigurationCheck(), FencesCheck(), IndexCheck(), IndexDiskCheck(), BackupCheck(), ClockCheck(), RootCheck(),
        SyncCheck(), TrashCheck(), LoadedLibraryCheck(), DestinationCheck(), SignInCheck(), InterruptedCheck(),
        ParkedCheck(), StagedCheck(), CapCheck(), TimerCheck(), LastRunCheck(), LeftoverCheck(), GoneCopyCheck(),
    ]

    private let settings: CheckSettings
    private let environment: Environment

    /// - Parameters:
    ///   - settings: what is known of the setup.
    ///   - environment: the world, with how destinations are reached.
    package init(_ settings: CheckSettings, in environment: Environment) {
        self.settings = settings
        self.environment = environment
    }

    /// Performs one check after the other, until all are done or the user asks to stop.
    ///
    /// - Parameter show: called with each line as soon as it is known.
    /// - Throws: what `show` throws.
    package func run(show: (CheckLine) throws -> Void) async throws {
        let context = CheckContext(settings, environment)
        for check in Self.checks where environment.interruption.signal == nil {
            for line in await check.lines(context) { try show(line) }
        }
    }
}
