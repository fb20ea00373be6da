/// The part of an environment that rclone gets.
///
/// Every flag of rclone can be a variable: `RCLONE_DRY_RUN` would make it copy nothing and report success. So it gets
/// only the location of its configuration, the configuration's password, and the settings of single remotes. Settings
/// for all remotes of a type (`RCLONE_SFTP_…`, `RCLONE_ALIAS_REMOTE`) are not passed on: they are visible neither in
/// the configuration nor in the remote's name, which determine where a remote leads.
enum RcloneVariables {
    private static let prefix = "RCLONE_"
    private static let settings = "RCLONE_CONFIG_"
    private static let others: Set<String> = ["RCLONE_CONFIG", "RCLONE_CONFIG_PASS"]

    /// The variables that are passed on.
    static func passed(_ variables: [String: String]) -> [String: String] {
        variables.filter { !$0.key.hasPrefix(prefix) || others.contains($0.key) || isSetting($0.key) }
    }

    /// Whether it is a setting of one remote: `RCLONE_CONFIG_NAS_TYPE`. `RCLONE_CONFIG_PASS` is the password; a remote
    /// named `pass` has `RCLONE_CONFIG_PASS_TYPE`. `RCLONE_CONFIG_DIR` is set by rclone for itself.
    private static func isSetting(_ name: String) -> Bool {
        guard name.hasPrefix(settings) else { return false }
        let rest = name.dropFirst(settings.count)
        guard let line = rest.dropFirst().firstIndex(of: "_") else { return false }
        return rest.index(after: line) < rest.endIndex
    }

    /// The variable of a setting, as rclone names it.
    ///
    /// - Parameters:
    ///   - key: as in the configuration: `remote`.
    ///   - remote: its name, without a colon.
    /// - Returns: `RCLONE_CONFIG_NAS_REMOTE`.
    static func name(of key: String, remote: String) -> String {
        "\(settings)\(remote)_\(key.replacing("-", with: "_"))".uppercased()
    }
}
