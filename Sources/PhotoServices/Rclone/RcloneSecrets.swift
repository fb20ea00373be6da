/// The secrets that must not be in errors, notes or logs, and the removal of them from texts.
struct RcloneSecrets: Sendable {
    /// The replacement for a secret.
    static let blank = "…"
    /// Settings whose values are not secret. All others count as secret, including future ones.
    private static let harmless: Set<String> = [
        "account", "bucket", "case_insensitive", "chunk_size", "copy_links", "directory_name_encryption", "domain",
        "drive_id",
        "drive_type", "encoding", "endpoint", "filename_encryption", "hashes", "host", "links", "location", "nounc",
        "port", "provider", "region", "remote", "root_folder_id", "scope", "shell_type", "team_drive", "tenant",
        "tenant_domain", "tls", "type", "upstreams", "url", "user", "username", "vendor",
    ]
    /// Shorter values occur in many words by chance, and removing these would reveal them.
    private static let shortest = 4
    private let words: [String]

    /// - Parameters:
    ///   - words: secrets by themselves.
    ///   - settings: settings of remotes, as in a configuration.
    ///   - variables: an environment, which may have settings of remotes.
    init(
        _ words: [String], settings: [(key: String, value: String)] = [], variables: [String: String] = [:]
    ) {
        let handed = RcloneVariables.passed(variables).filter { $0.key.hasPrefix("RCLONE_CONFIG_") }
        let secret = (settings + handed.map { ($0.key.lowercased(), $0.value) }).filter { Self.isSecret($0.key) }
        let logins = (settings.map(\.value) + handed.map(\.value)).flatMap(Self.passwords)
        self.init(of: words + secret.flatMap { [$0.value] + Self.parts(of: $0.value) } + logins)
    }

    private init(of words: [String]) {
        let long = words.filter { $0.utf8.count >= Self.shortest }
        self.words = Set(long).subtracting(["true", "false"]).sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Whether a setting's value is a secret, by words that occur in the names of all of rclone's secret settings.
    private static func isSecret(_ key: String) -> Bool {
        !key.hasSuffix("_file")
            && [
                "auth", "bearer", "code", "cookie", "cred", "key", "pass", "sas", "secret", "session", "token",
                "user_hash",
            ]
            .contains { key.contains($0) }
    }

    /// The strings in a value that is a JSON object, such as a token.
    private static func parts(of value: String) -> [String] {
        value.hasPrefix("{") ? value.split(separator: "\"").filter { $0.utf8.count >= 16 }.map(String.init) : []
    }

    /// These secrets and those in remotes' texts.
    func and(_ specs: [RcloneSpec]) -> RcloneSecrets {
        let settings = specs.flatMap(\.parameters)
        let added =
            settings.filter { !Self.harmless.contains($0.key) }.map(\.value)
            + settings.map(\.value).flatMap(Self.passwords)
        return added.isEmpty ? self : RcloneSecrets(of: words + added)
    }

    /// A text without secrets: known ones, and what looks like one.
    func blanked(_ text: String) -> String {
        let known = words.reduce(text) { $0.replacing($1, with: Self.blank) }
        return Self.withoutMarked(Self.withoutQueries(Self.withoutLogins(known)))
    }

    /// A remote with its directory, without secrets.
    static func shown(_ spec: RcloneSpec) -> String {
        guard !spec.parameters.isEmpty else { return spec.text }
        let settings = spec.parameters.sorted { $0.key < $1.key }.map { ",\($0.key)=\(shown($0.value, of: $0.key))" }
        let name =
            switch spec.remote {
            case .local: ""
            case .named(let name): name
            case .backend(let type): ":\(type)"
            }
        return "\(name)\(settings.joined()):\(spec.root)"
    }

    private static func shown(_ value: String, of key: String) -> String {
        guard harmless.contains(key) else { return blank }
        // These lead to remotes, which may have settings in turn.
        if key == "remote" || key == "upstreams" {
            guard let spec = try? RcloneSpec(value) else { return blank }
            return spec.parameters.isEmpty && !value.contains(",") ? value : blank
        }
        var value = value
        if let login = login(in: value) { value.replaceSubrange(login, with: blank) }
        return withoutQueries(value)
    }

    // MARK: - Addresses

    /// The part of an address before its host with a name, a password or both. If a password contains a slash, the end
    /// of the host is not a port.
    private static func login(in address: String) -> Range<String.Index>? {
        guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
        let rest = address[start...]
        let authority = rest.prefix { !"/?#".contains($0) }
        if let end = authority.lastIndex(of: "@") { return start..<end }
        guard let colon = authority.lastIndex(of: ":"), !authority.hasSuffix("]"),
            !authority[colon...].dropFirst().allSatisfy(\.isNumber), let end = rest.lastIndex(of: "@")
        else { return nil }
        return start..<end
    }

    /// The password in an address, and its parts that errors may contain.
    private static func passwords(in address: String) -> [String] {
        guard let login = login(in: address), let colon = address[login].firstIndex(of: ":") else { return [] }
        let password = address[login][colon...].dropFirst()
        return ([password] + password.split { "/?#@".contains($0) }).map(String.init)
    }

    /// `http://name:password@host` without name and password.
    private static func withoutLogins(_ text: String) -> String {
        text.replacing(/:\/\/[^\/?#\s"']*@/, with: "://\(blank)@")
    }

    /// `http://host/path?sig=…` without what follows the path, which may be a signature or a token under any name.
    private static func withoutQueries(_ text: String) -> String {
        text.replacing(/(:\/\/[^?#\s"']*)[?#][^\s"']+/) { "\($0.output.1)?\(blank)" }
    }

    /// `token=…`, `"password": "…"` and `Bearer …` without the values.
    private static func withoutMarked(_ text: String) -> String {
        let marked =
            /(?i)((?:pass|password|passwd|secret|token|signature|credential|authorization|api[_-]?key)"?\s*[=:]\s*"?)[^\s"&,;]+/
        return text.replacing(marked) { "\($0.output.1)\(blank)" }.replacing(/(?i)(bearer\s+)[^\s"]+/) {
            "\($0.output.1)\(blank)"
        }
    }
}
