package import PhotoModel
package import SystemPackage

/// How destinations are reached, whatever their kind: what the configuration, flags and the environment say of it.
package struct DestinationSettings: Hashable, Sendable {
    /// What the configuration says to each kind of destination, in the table that has its name; by kind and key.
    package var tables: [String: [String: KindSetting.Value]] = [:]
    /// How fast may be sent, all together; nil for no limit.
    package var limit: RateLimit?
    /// The environment variables.
    package var variables: [String: String]

    /// What holds where nothing is said.
    package init(variables: [String: String]) {
        self.variables = variables
    }
}

/// A key of the configuration's table for a kind of destination.
package struct KindSetting: Hashable, Sendable {
    /// What is said for it.
    package enum Value: Hashable, Sendable {
        case text(String)
        /// Absolute.
        case path(FilePath)
        case texts([String])
    }

    /// What can be said for it.
    package enum Form: Hashable, Sendable {
        /// A text, which is not empty; by itself the one that is given.
        case text(String?)
        /// The path of a file; by itself none.
        case path
        /// A list of texts; by itself an empty one.
        case texts
    }

    /// Its name.
    package let key: String
    /// What can be said for it.
    package let form: Form

    package init(_ key: String, _ form: Form) {
        self.key = key
        self.form = form
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
