package import PhotoModel
package import SystemPackage

/// Everything a command can reach: the world, as a value.
///
/// There is no default for any of it and no other way out. `main` makes the real one; a test makes its own.
package struct Environment: Sendable {
    /// Who makes the indexes of this composition: `production`, or a name of another one's own.
    package var owner: String
    /// The environment variables.
    package var variables: [String: String]
    /// Where relative paths start. Absolute.
    package var currentDirectory: FilePath
    /// The configuration of all users of the machine, below their own; there need be none.
    package var systemConfiguration: FilePath
    /// Results, notes and standard input.
    package var console: any Console
    /// The time.
    package var clock: any Clock
    /// How far the work has come, for a person at a terminal.
    package var progress: any ProgressReporter
    /// Whether the user asked to stop.
    package var interruption: any Interruption
    /// A person who answers questions.
    package var confirmation: any Confirmation
    /// How many files are read at the same time; at least 1.
    package var readers: Int
    /// How many files the process may have open at the same time.
    package var openFiles: Int
    /// The kinds of destinations that there are, which make what sends there.
    package var destinationKinds: DestinationKinds
    /// How destinations are reached. What the configuration says of it is known only once that is read.
    package var destinationSettings: DestinationSettings
    /// Makes the service that files leave the library by. Nothing is opened or asked before the service is called.
    package var trashService: @Sendable (RemovalWay) -> any TrashService
    /// Keeps secrets between runs. Nothing is opened or made before it is called.
    package var credentials: any CredentialStore
    /// Makes what signs in to Google.
    package var googleSignIn: GoogleSignInMaker
    /// Runs the commands that the user wants to be told by.
    package var notifier: any Notifier
    /// The user's own table of cron's; nil where there is none, or nobody can ask.
    package var userCrontab: @Sendable () async -> String?
    /// Seconds by which the user's clock is before UTC's at a moment, nanoseconds since 1970-01-01T00:00:00Z.
    package var utcOffset: @Sendable (Int64) -> Int
    /// A number of 64 random bits that nobody can guess.
    package var random: @Sendable () -> UInt64

    package init(
        owner: String, variables: [String: String], currentDirectory: FilePath,
        systemConfiguration: FilePath, console: any Console,
        clock: any Clock, progress: any ProgressReporter, interruption: any Interruption,
        confirmation: any Confirmation, readers: Int, openFiles: Int,
        destinationKinds: DestinationKinds,
        trashService: @escaping @Sendable (RemovalWay) -> any TrashService, credentials: any CredentialStore,
        googleSignIn: @escaping GoogleSignInMaker, notifier: any Notifier,
        userCrontab: @escaping @Sendable () async -> String?, utcOffset: @escaping @Sendable (Int64) -> Int,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.owner = owner
        self.variables = variables
        self.currentDirectory = currentDirectory
        self.systemConfiguration = systemConfiguration
        self.console = console
        self.clock = clock
        self.progress = progress
        self.interruption = interruption
        self.confirmation = confirmation
        self.readers = readers
        self.openFiles = openFiles
        self.destinationKinds = destinationKinds
        destinationSettings = DestinationSettings(variables: variables)
        self.trashService = trashService
        self.credentials = credentials
        self.googleSignIn = googleSignIn
        self.notifier = notifier
        self.userCrontab = userCrontab
        self.utcOffset = utcOffset
        self.random = random
    }
}

extension Environment {
    /// What the user's clock shows at a moment.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Returns: the wall time.
    package func wallTime(at moment: Int64) -> WallTime {
        WallTime(microseconds: moment / 1_000 + Int64(utcOffset(moment)) * 1_000_000)
    }

    /// What the user's clock shows now.
    package var wallTime: WallTime { wallTime(at: clock.now) }
}
