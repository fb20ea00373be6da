/// Looks at everything that a night needs: what would break at 3 a.m. Changes nothing.
package struct Checkup {
    /// All checks, in the order in which they are told: what the others rest on comes first.
    private static let checks: [any DoctorCheck] = [
        ConfigurationCheck(), FencesCheck(), IndexCheck(), IndexDiskCheck(), BackupCheck(), ClockCheck(), RootCheck(),
        SyncCheck(), TrashCheck(), DestinationCheck(), SignInCheck(), InterruptedCheck(), ParkedCheck(), StagedCheck(),
        CapCheck(), TimerCheck(), LastRunCheck(), LeftoverCheck(),
    ]

    private let settings: CheckSettings
    private let environment: Environment

    /// - Parameters:
    ///   - settings: what is known of the set-up.
    ///   - environment: the world, with how destinations are reached.
    package init(_ settings: CheckSettings, in environment: Environment) {
        self.settings = settings
        self.environment = environment
    }

    /// Looks at one thing after the other, until all is looked at or the user asks to stop.
    ///
    /// - Parameter show: called with each line as it is known.
    /// - Throws: what `show` throws.
    package func run(show: (CheckLine) throws -> Void) async throws {
        let context = CheckContext(settings, environment)
        for check in Self.checks where environment.interruption.signal == nil {
            for line in await check.lines(context) { try show(line) }
        }
    }
}
