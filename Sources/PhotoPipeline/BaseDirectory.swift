import PhotoFiles
package import SystemPackage

/// A directory for a user's program files, by the XDG Base Directory Specification 0.8.
package enum BaseDirectory {
    /// State that a program keeps for itself.
    case state
    /// Settings of the user.
    case configuration
    /// Data of the user.
    case data
    /// What a program can make again.
    case cache

    /// The environment variable that sets it.
    package var variable: String {
        switch self {
        case .state: "XDG_STATE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        case .cache: "XDG_CACHE_HOME"
        }
    }

    /// The path below the home directory if the variable is not set.
    private var fallback: FilePath {
        switch self {
        case .state: ".local/state"
        case .configuration: ".config"
        case .data: ".local/share"
        case .cache: ".cache"
        }
    }

    /// The directory that the variable sets, followed by the default one, which programs without the variable use, such
    /// as those started by cron.
    ///
    /// - Parameter variables: the environment. A variable that is empty or not an absolute path is ignored.
    /// - Returns: the directories, whether or not they exist; the first is this program's. Empty if there is no home.
    package func all(_ variables: [String: String]) -> [FilePath] {
        func path(_ name: String) -> FilePath? {
            variables[name].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        }
        return [path(variable), path("HOME")?.appending(fallback.components)].compactMap(\.self)
    }

    /// The home directory that a path is in, if it does not exist. It must not be made: root could, and would leave a
    /// directory where a disk was to be mounted.
    ///
    /// - Returns: nil where the path is elsewhere, or the home is there.
    package static func missingHome(of path: FilePath, _ variables: [String: String]) -> FilePath? {
        guard let home = variables["HOME"].map({ FilePath($0) }), home.isAbsolute, path.starts(with: home),
            case .some(.none) = try? FileStatus(ifAnyAt: home)
        else { return nil }
        return home
    }
}
