package import PhotoModel
package import SystemPackage

/// How rclone is run.
package struct RcloneSettings: Sendable {
    /// The flags that may be passed on: speed, timeouts and retries, and certificates. None of them changes what is
    /// copied, compared or left out. `--no-check-certificate` is not among them: with it any server in between could
    /// claim to have copies that nobody has, and photos are removed on the server's word.
    package static let allowedFlags: Set<String> = [
        "--bwlimit", "--ca-cert", "--checkers", "--client-cert", "--client-key", "--contimeout", "--low-level-retries",
        "--timeout", "--tpslimit", "--tpslimit-burst", "--transfers", "--user-agent",
    ]

    /// The program: a name, searched for in `PATH`, or a path.
    package let program: String
    /// The default program.
    static let usualProgram = "rclone"
    /// The configuration file; nil for the one that rclone finds.
    package let configuration: FilePath?
    /// A rate limit in rclone's format, possibly by hours; nil for none except the flags'.
    package let rateLimit: String?
    /// The flags, each with its value: `--transfers=8`.
    let flags: [String]
    /// The environment of this program.
    let variables: [String: String]
    /// How long a remote may leave a call without an answer before it is asked whether it is still there, and how long
    /// that may take.
    let patience: Duration

    /// - Parameters:
    ///   - program: a name or a path.
    ///   - configuration: a file; nil for the one that rclone finds.
    ///   - flags: `--transfers=8`, or `--transfers` and `8`; only ``allowedFlags``.
    ///   - rateLimit: in the format of rclone's `--bwlimit`; overrides such a flag.
    ///   - variables: this program's environment, of which rclone gets a part.
    ///   - patience: how long a remote may leave a call without an answer before it is asked whether it is still there,
    ///     and how long that may take.
    /// - Throws: for a flag that is not allowed or has no value.
    package init(
        program: String = usualProgram, configuration: FilePath? = nil, flags: [String] = [], rateLimit: String? = nil,
        variables: [String: String], patience: Duration = .seconds(8)
    ) throws(TextError) {
        self.program = program
        self.configuration = configuration
        self.flags = try Self.checked(flags)
        self.rateLimit = rateLimit
        self.variables = variables
        self.patience = patience
    }

    /// The command: name and arguments, without remotes, paths and secrets.
    var command: [String] {
        // No time limit, since copying many gigabytes is one call. The longest name takes 12 KiB in an address.
        let own = [
            "rcd", "--rc-addr=127.0.0.1:0", "--rc-htpasswd=/proc/self/fd/0", "--rc-serve", "--rc-server-read-timeout=0",
            "--rc-server-write-timeout=0",
            "--rc-max-header-bytes=65536", "--ask-password=false", "--log-level=NOTICE",
            // How long to wait for a server that hangs: by default rclone waits five minutes, ten times.
            "--timeout=1m", "--contimeout=15s", "--low-level-retries=3",
        ]
        return [program] + own + (configuration.map { ["--config=\($0.string)"] } ?? []) + flags
            + (rateLimit.map { ["--bwlimit=\($0)"] } ?? [])
    }

    private static func checked(_ flags: [String]) throws(TextError) -> [String] {
        var checked: [String] = []
        var rest = flags[...]
        while let flag = rest.popFirst() {
            let parts = flag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts.first ?? "")
            guard allowedFlags.contains(name) else { throw notAllowed(name) }
            guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.hasPrefix("--") else {
                throw TextError("rclone's flag \(name) needs a value, as in \"\(name)=VALUE\"")
            }
            checked.append("\(name)=\(value)")
        }
        return checked
    }

    private static func notAllowed(_ name: String) -> TextError {
        TextError(
            "rclone's flag \(terminalSafe(name)) cannot be passed on; "
                + "these can: \(allowedFlags.sorted().joined(separator: " "))")
    }
}
