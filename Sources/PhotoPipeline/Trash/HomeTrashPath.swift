package import SystemPackage

/// Where the user's own trash directory is: `$XDG_DATA_HOME/Trash`, where that is not set `~/.local/share/Trash`.
package enum HomeTrashPath {
    /// The trash directory.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the path; nil where there is no home.
    package static func path(_ variables: [String: String]) -> FilePath? { all(variables).first }

    /// The trash directory, and the one that programs have which are told nothing of `XDG_DATA_HOME`, as cron's.
    static func all(_ variables: [String: String]) -> [FilePath] {
        BaseDirectory.data.all(variables).map { $0.lexicallyNormalized().appending("Trash") }
    }
}
