package import PhotoModel
package import SystemPackage

/// How destinations are reached, whatever their kind: what the configuration, flags and the environment say of it.
package struct DestinationSettings: Hashable, Sendable {
    /// `[rclone]` of the configuration.
    package struct Rclone: Hashable, Sendable {
        /// The program, a name or a path; nil for rclone's own name.
        package var program: String?
        /// Its configuration file, absolute; nil for the one that it finds.
        package var configuration: FilePath?
        /// Flags that it gets besides.
        package var flags: [String] = []

        package init() {}
    }

    /// `[rclone]` of the configuration.
    package var rclone = Rclone()
    /// How fast may be sent, all together; nil for no limit.
    package var limit: RateLimit?
    /// The environment variables.
    package var variables: [String: String]

    /// What holds where nothing is said.
    package init(variables: [String: String]) {
        self.variables = variables
    }
}

/// A setting of the configuration with which a kind of destination can do nothing.
package struct SettingError: Error, Hashable, Sendable {
    /// Its table.
    package let table: String
    /// Its key there.
    package let key: String
    /// What is wrong, in one sentence without a full stop.
    package let message: String

    package init(table: String, key: String, message: String) {
        self.table = table
        self.key = key
        self.message = message
    }
}
