import PhotoPipeline
import PhotoServices
import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension PhotoPipeline.Environment {
    /// The environment of production. It is put together only here.
    static func live(screen: TerminalScreen, clock: SystemClock) -> PhotoPipeline.Environment {
        let openFiles = raiseDescriptorLimit()
        let interruption = SignalInterruption()
        let variables = variables()
        let random: @Sendable () -> UInt64 = { .random(in: .min ... .max) }
        let threads = BlockingThreads()
        let credentials = CredentialFiles(variables: variables)
        return PhotoPipeline.Environment(
            owner: "production", variables: variables, userName: userName,
            currentDirectory: currentDirectory(), systemConfiguration: "/etc/workphotos/config.toml",
            systemFences: "/etc/workphotos/fences.geojson", console: screen, clock: clock, progress: screen,
            interruption: interruption,
            confirmation: TerminalConfirmation(console: screen, interruption: interruption),
            readers: readers(), openFiles: openFiles, threads: threads,
            destinationKinds: .live(
                credentials: credentials, clock: clock, random: random, threads: threads,
                note: { screen.note("warning: \($0)\n") }),
            trashService: { TrashServices.service($0, variables: variables, clock: clock) },
            credentials: credentials,
            googleSignIn: { (settings, note) throws(SettingError) in
                try LiveGoogleSignIn(
                    settings: GoogleSettings(settings), variables: variables, credentials: credentials, clock: clock,
                    random: random,
                    note: note)
            },
            notifier: CommandNotifier(variables: variables, limit: .seconds(60), grace: .seconds(5)),
            pictureMaker: PictureProgram(installedWith: ownPath()),
            openPage: { await Browser(variables: variables, clock: clock).open($0) },
            userCrontab: { await UserCrontab(variables: variables, limit: .seconds(2)).text() },
            utcOffset: SystemClock.utcOffset(at:),
            random: random)
    }

    /// The number of reader threads: the processors available to this process, but between 2 and 8.
    private static func readers() -> Int {
        min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 2), 8)
    }

    /// Raises the soft limit of file descriptors. A walk holds a descriptor for each directory that waits, and the
    /// usual soft limit is too low for that.
    private static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 256 }
        let before = limit.rlim_cur
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        let isRaised = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
        return Int(clamping: isRaised ? limit.rlim_cur : before)
    }

    /// The name of the user, from the system's list of users.
    private static func userName() -> String {
        let user = getuid()
        guard let entry = unsafe getpwuid(user), let name = unsafe entry.pointee.pw_name else { return "\(user)" }
        return unsafe String(cString: name)
    }

    private static func currentDirectory() -> FilePath {
        guard let path = unsafe getcwd(nil, 0) else { return "/" }
        defer { unsafe free(path) }
        return unsafe FilePath(platformString: path)
    }

    /// The path of the running program; of another name where the system does not tell.
    private static func ownPath() -> FilePath {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return "/usr/bin/workphotos" }
        defer { unsafe free(path) }
        return unsafe FilePath(platformString: path)
    }

    private static func variables() -> [String: String] {
        var variables: [String: String] = [:]
        var place = unsafe environ
        while let entry = unsafe place.pointee {
            let parts = unsafe String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe place += 1
        }
        return variables
    }
}
