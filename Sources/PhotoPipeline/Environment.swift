package import PhotoModel
package import SystemPackage

/// Everything a command can reach, as a value.
///
/// No member has a default, and there is no other way out. `main` makes the real environment; each test makes its own.
package struct Environment: Sendable {
    /// Who makes the indexes of this composition: `production`, or another composition's own name.
    package var owner: String
    package var variables: [String: String]
    /// The name of the user by whom the process runs; the number of one without a name.
    package var userName: @Sendable () -> String
    /// Where relative paths start; absolute.
    package var currentDirectory: FilePath
    /// The configuration for all users of the machine, which the user's own overrides. It need not exist.
    package var systemConfiguration: FilePath
    /// The fences for all users of the machine, which the user's own come before. It need not exist.
    package var systemFences: FilePath
    /// Results, notes and standard input.
    package var console: any Console
    package var clock: any Clock
    /// Shows progress to a person at a terminal.
    package var progress: any ProgressReporter
    /// Whether the user asked to stop.
    package var interruption: any Interruption
    package var confirmation: any Confirmation
    /// How many files are read at the same time; at least 1.
    package var readers: Int
    /// How many files the process may have open at the same time.
    package var openFiles: Int
    /// Threads for work that blocks on disks, locks and the index. Acts run on them, and so do the services that they
    /// call: a call from an act needs no other thread.
    package var threads: BlockingThreads
    /// The kinds of destinations, which make the services that send there.
    package var destinationKinds: DestinationKinds
    /// How destinations are reached. The configuration's part is filled in once that is read.
    package var destinationSettings: DestinationSettings
    /// Makes the service that removes files from the library. It opens and asks nothing before it is called.
    package var trashService: @Sendable (RemovalWay) -> any TrashService
    /// Keeps secrets between runs. It opens and makes nothing before it is called.
    package var credentials: any CredentialStore
    /// Makes what signs in to Google.
    package var googleSignIn: GoogleSignInMaker
    /// Runs the commands that notify the user.
    package var notifier: any Notifier
    /// Decodes photos of which a picture is to be shown. It starts nothing before it is asked.
    package var pictureMaker: any PictureMaker
    /// Opens a page in the user's browser by its address, and returns whether a browser took it. A call may last until
    /// the user closes the browser.
    package var openPage: @Sendable (String) async -> Bool
    /// The user's crontab; nil if there is none or it cannot be read.
    package var userCrontab: @Sendable () async -> String?
    /// Seconds by which the user's clock is ahead of UTC at a moment, which is given in nanoseconds since
    /// 1970-01-01T00:00:00Z.
    package var utcOffset: @Sendable (Int64) -> Int
    /// 64 random bits that nobody can guess.
    package var random: @Sendable () -> UInt64

    package init(
        owner: String, variables: [String: String], userName: @escaping @Sendable () -> String,
        currentDirectory: FilePath,
        systemConfiguration: FilePath, systemFences: FilePath, console: any Console,
        clock: any Clock, progress: any ProgressReporter, interruption: any Interruption,
        confirmation: any Confirmation, readers: Int, openFiles: Int, threads: BlockingThreads,
        destinationKinds: DestinationKinds,
        trashService: @escaping @Sendable (RemovalWay) -> any TrashService, credentials: any CredentialStore,
        googleSignIn: @escaping GoogleSignInMaker, notifier: any Notifier,
        pictureMaker: any PictureMaker, openPage: @escaping @Sendable (String) async -> Bool,
        userCrontab: @escaping @Sendable () async -> String?, utcOffset: @escaping @Sendable (Int64) -> Int,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.owner = owner
        self.variables = variables
        self.userName = userName
        self.currentDirectory = currentDirectory
        self.systemConfiguration = systemConfiguration
        self.systemFences = systemFences
        self.console = console
        self.clock = clock
        self.progress = progress
        self.interruption = interruption
        self.confirmation = confirmation
        self.readers = readers
        self.openFiles = openFiles
        self.threads = threads
        self.destinationKinds = destinationKinds
        destinationSettings = DestinationSettings(variables: variables)
        self.trashService = trashService
        self.credentials = credentials
        self.googleSignIn = googleSignIn
        self.notifier = notifier
        self.pictureMaker = pictureMaker
        self.openPage = openPage
        self.userCrontab = userCrontab
        self.utcOffset = utcOffset
        self.random = random
    }
}

extension Environment {
    /// The wall time on the user's clock at a moment.
    ///
    /// - Parameter moment: nanoseconds since 1970-01-01T00:00:00Z.
    package func wallTime(at moment: Int64) -> WallTime {
        WallTime(microseconds: moment / 1_000 + Int64(utcOffset(moment)) * 1_000_000)
    }

    /// The current wall time on the user's clock.
    package var wallTime: WallTime { wallTime(at: clock.now) }
}

/// The time of day.
package protocol Clock: Sendable {
    /// Nanoseconds since 1970-01-01T00:00:00Z. Goes back when somebody sets the clock back.
    var now: Int64 { get }

    /// Nanoseconds since an unspecified moment of this process. Never goes back.
    var uptime: Int64 { get }

    /// Suspends for a while.
    ///
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func sleep(for duration: Duration) async throws
}
