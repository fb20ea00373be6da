/// What must stand in no error, note or log, and how texts are freed of it.
struct RcloneSecrets: Sendable {
    /// What stands for a secret.
    static let blank = "…"
    /// Settings whose values tell nothing that opens a door. All others count as secret, also those that rclone will have
    /// one day.
    private static let harmless: Set<String> = [
        "account", "bucket", "case_insensitive", "chunk_size", "copy_links", "directory_name_encryption", "domain",
        "drive_id",
        "drive_type", "encoding", "endpoint", "filename_encryption", "hashes", "host", "links", "location", "nounc",
        "port", "provider", "region", "remote", "root_folder_id", "scope", "shell_type", "team_drive", "tenant",
        "tenant_domain", "tls", "type", "upstreams", "url", "user", "username", "vendor",
    ]
    /// Shorter values stand in many words by chance, and blanking these would tell what was blanked.
    private static let shortest = 4
    private let words: [String]

    /// - Parameters:
    ///   - words: secrets by themselves.
    ///   - settings: of remotes, as in a configuration.
    ///   - variables: an environment, which may have settings of remotes.
    init(
        _ words: [String], settings: [(key: String, value: String)] = [], variables: [String: String] = [:]
    ) {
        let handed = RcloneVariables.passed(variables).filter { $0.key.hasPrefix("RCLONE_CONFIG_") }
        let secret = (settings + handed.map { ($0.key.lowercased(), $0.value) }).filter { Self.isSecret($0.key) }
        self.init(of: words + secret.flatMap { [$0.value] + Self.parts(of: $0.value) })
    }

    private init(of words: [String]) {
        let long = words.filter { $0.utf8.count >= Self.shortest }
        self.words = Set(long).subtracting(["true", "false"]).sorted { $0.utf8.count > $1.utf8.count }
    }

    /// Whether a setting's value is a secret, by the words that all of rclone's secret ones have in their names.
    private static func isSecret(_ key: String) -> Bool {
        !key.hasSuffix("_file")
            && [
                "auth", "bearer", "code", "cookie", "cred", "key", "pass", "sas", "secret", "session", "token",
                "user_hash",
            ]
            .contains { key.contains($0) }
    }

    /// The words of a value that is an object in JSON, such as a token.
    private static func parts(of value: String) -> [String] {
        value.hasPrefix("{") ? value.split(separator: "\"").filter { $0.utf8.count >= 16 }.map(String.init) : []
    }

    /// These and what is not harmless in remotes' texts.
    func and(_ specs: [RcloneSpec]) -> RcloneSecrets {
        let added = specs.flatMap { $0.parameters.filter { !Self.harmless.contains($0.key) }.values }
        return added.isEmpty ? self : RcloneSecrets(of: words + added)
    }

    /// A text without secrets: those that are known, and what looks like one.
    func blanked(_ text: String) -> String {
        let known = words.reduce(text) { $0.replacing($1, with: Self.blank) }
        return Self.withoutMarked(Self.withoutLogins(known))
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
        // What these lead to may have settings in turn.
        if key == "remote" || key == "upstreams" {
            guard let spec = try? RcloneSpec(value) else { return blank }
            return spec.parameters.isEmpty && !value.contains(",") ? value : blank
        }
        return withoutLogins(value)
    }

    /// `http://name:password@host` without name and password.
    private static func withoutLogins(_ text: String) -> String {
        text.replacing(/:\/\/[^\/\s"'@]*@/, with: "://\(blank)@")
    }

    /// `token=…`, `"password": "…"` and `Bearer …` without what follows.
    private static func withoutMarked(_ text: String) -> String {
        let marked =
            /(?i)((?:pass|password|passwd|secret|token|signature|credential|authorization|api[_-]?key)"?\s*[=:]\s*"?)[^\s"&,;]+/
        return text.replacing(marked) { "\($0.output.1)\(blank)" }.replacing(/(?i)(bearer\s+)[^\s"]+/) {
            "\($0.output.1)\(blank)"
        }
    }
}
