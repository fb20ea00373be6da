import SystemPackage

/// Where the program keeps its own files where nobody says otherwise.
enum OwnDirectories {
    /// The directories of the index and of the configuration: by the XDG base directories, and those that programs use
    /// which are told nothing of these, as cron's.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the directories, there or not.
    static func all(_ variables: [String: String]) -> [FilePath] {
        (BaseDirectory.state.all(variables) + BaseDirectory.configuration.all(variables))
            .map { $0.lexicallyNormalized().appending("workphotos") }
    }
}
