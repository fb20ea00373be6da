package import PhotoModel

/// A remote with a directory in rclone's format: `nas:photos`, `:sftp,host=nas,user=me:photos`, `/mnt/nas`.
package struct RcloneSpec: Hashable, Sendable {
    /// The part before the colon.
    enum Remote: Hashable {
        /// None: a path of this machine.
        case local
        /// A remote of the configuration, or of the environment.
        case named(String)
        /// A type of remote, with all its settings here.
        case backend(String)
    }

    /// The text for rclone. May contain secrets: see ``shown``.
    package let text: String
    /// The part before the colon.
    let remote: Remote
    /// The settings beside it, which override the configuration's.
    let parameters: [String: String]
    /// The part after the colon, or the whole text.
    let root: String

    /// - Parameter text: in rclone's format.
    /// - Throws: for what rclone would not accept.
    package init(_ text: String) throws(TextError) {
        guard let parts = RcloneSpecParser.parse(text), !parts.hasCutAddress else {
            throw TextError(
                "this is not a remote in rclone's notation; write it as in \"nas:photos\"; in its settings, a "
                    + "value with , : or quotation marks must be in quotation marks")
        }
        self.text = text
        (remote, parameters, root) = (parts.remote, parts.parameters, parts.root)
    }

    /// The part before the directory: the server, however many directories of it are used.
    var server: String { String(text.dropLast(root.count)) }

    /// The text without secrets, for errors and notes. Only values of settings known to be harmless are shown.
    package var shown: String { RcloneSecrets.shown(self) }
}

/// Parses a remote with a directory, as rclone does.
enum RcloneSpecParser {
    struct Parts {
        var remote = RcloneSpec.Remote.local
        var parameters: [String: String] = [:]
        var root = ""

        /// Whether an address in the settings ends at its own colon, so that what follows, including passwords, would
        /// be the directory.
        var hasCutAddress: Bool {
            root.hasPrefix("//") && parameters.values.contains { ["http", "https"].contains($0.lowercased()) }
        }
    }

    /// - Returns: nil where rclone would not accept it.
    static func parse(_ text: String) -> Parts? {
        guard !text.isEmpty else { return nil }
        let name = text.prefix { !",:/".contains($0) }
        let isBackend = text.hasPrefix(":")
        let type = text.dropFirst().prefix { !",:/".contains($0) }
        let rest = isBackend ? text.dropFirst(1 + type.count) : text.dropFirst(name.count)
        guard let first = rest.first, first != "/" else { return isBackend ? nil : Parts(root: text) }
        guard isBackend ? !type.isEmpty : isName(name) else { return nil }
        var parts = Parts(remote: isBackend ? .backend(String(type)) : .named(String(name)))
        guard let root = parameters(rest, into: &parts.parameters) else { return nil }
        parts.root = String(root)
        return parts
    }

    /// Letters, digits, `_`, `.`, `-` and space, not beginning with the last two.
    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.first, first != "-", first != " " else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || "_.- ".contains($0) }
    }

    /// Parses `,key=value` up to the colon that ends them.
    ///
    /// - Returns: what follows the colon; nil where there is none.
    private static func parameters(_ text: Substring, into parameters: inout [String: String]) -> Substring? {
        var rest = text
        while rest.first == "," {
            rest.removeFirst()
            let key = rest.prefix { !"=,:".contains($0) }
            guard !key.isEmpty else { return nil }
            rest = rest.dropFirst(key.count)
            var value = "true"
            if rest.first == "=" {
                guard let found = takeValue(from: &rest) else { return nil }
                value = found
            }
            parameters[String(key)] = value
        }
        return rest.first == ":" ? rest.dropFirst() : nil
    }

    /// A value with the `=` before it. In quotation marks, which are doubled inside, it may contain anything.
    private static func takeValue(from rest: inout Substring) -> String? {
        rest.removeFirst()
        guard let quote = rest.first, quote == "'" || quote == "\"" else {
            let value = rest.prefix { $0 != "," && $0 != ":" }
            rest = rest.dropFirst(value.count)
            return String(value)
        }
        var value = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            if character != quote {
                value.append(character)
            } else if rest.first == quote {
                value.append(rest.removeFirst())
            } else {
                return value
            }
        }
        return nil
    }
}
