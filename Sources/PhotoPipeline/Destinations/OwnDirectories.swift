import SystemPackage

/// Where the program keeps its own files where nobody says otherwise.
enum OwnDirectories {
    /// The directories of the index and of the configuration: by the XDG base directories, and those that programs use
    /// which are told nothing of these, as cron's.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the directories, there or not.
    static func all(_ variables: [String: String]) -> [FilePath] {
        func path(_ name: String, _ below: FilePath) -> FilePath? {
            variables[name].map { FilePath($0) }.flatMap { path in
                path.isAbsolute ? path.lexicallyNormalized().appending(below.components) : nil
            }
        }
        return [
            path("XDG_STATE_HOME", "workphotos"), path("HOME", ".local/state/workphotos"),
            path("XDG_CONFIG_HOME", "workphotos"), path("HOME", ".config/workphotos"),
        ].compactMap(\.self)
    }
}
