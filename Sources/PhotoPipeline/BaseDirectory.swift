package import SystemPackage

/// A directory for what programs keep for a user, by the XDG Base Directory Specification 0.8.
package enum BaseDirectory {
    /// What a program keeps of its own accord.
    case state
    /// What the user sets.
    case configuration
    /// The user's data.
    case data

    /// The variable that says where it is.
    package var variable: String {
        switch self {
        case .state: "XDG_STATE_HOME"
        case .configuration: "XDG_CONFIG_HOME"
        case .data: "XDG_DATA_HOME"
        }
    }

    /// Where it is below the home directory, where the variable says nothing.
    private var fallback: FilePath {
        switch self {
        case .state: ".local/state"
        case .configuration: ".config"
        case .data: ".local/share"
        }
    }

    /// The directory that its variable names, and the one that programs use which are told nothing of it, as cron's.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the directories, there or not; the first is this program's. None where there is no home.
    package func all(_ variables: [String: String]) -> [FilePath] {
        func path(_ name: String) -> FilePath? {
            variables[name].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
        }
        return [path(variable), path("HOME")?.appending(fallback.components)].compactMap(\.self)
    }
}
