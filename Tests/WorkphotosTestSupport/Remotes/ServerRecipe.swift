internal import Glibc
internal import SystemPackage

struct ServerRecipe: Sendable {
    /// The login of a server. S3 by moto accepts any.
    static let (user, password) = ("anna", "correct horse")

    private let kind: RemoteKind
    private let tree: TemporaryTree

    /// Writes what does not depend on the port: keys, and the served directory.
    init(_ kind: RemoteKind, in tree: TemporaryTree) throws {
        (self.kind, self.tree) = (kind, tree)
        try tree.makeDirectory("files")
        switch kind {
        case .sftp: try makeKey("host")
        case .openssh, .opensshShell:
            try makeKey("host")
            try makeKey("client")
            // An SSH server started by root requires this directory, which the system's service usually creates.
            if geteuid() == 0 { _ = unsafe mkdir("/run/sshd", 0o755) }
        case .apache:
            // The password above, hashed by `htpasswd -s`.
            try tree.write("passwords", Array("anna:{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=\n".utf8))
            try tree.makeDirectory("locks")
            if isRoot { try openToNobody() }
        case .local, .alias, .crypt, .chunker, .union, .webdav, .ftp, .s3: break
        }
    }

    /// Starts the server on a port and waits until it accepts connections.
    func run(at port: UInt16) throws -> ServerRun {
        let files = path("files")
        let place = "127.0.0.1:\(port)"
        let login = ["--user", Self.user, "--pass", Self.password]
        // Changes made without the server are visible at once.
        let serving = ["--addr", place] + login + ["--dir-cache-time", "0", files]
        return switch kind {
        case .sftp:
            try run(
                .rclone, ["serve", "sftp", "--key", path("host")] + serving, until: .words("listening on \(place)"))
        case .webdav: try run(.rclone, ["serve", "webdav"] + serving, until: .words("Server started on"))
        case .openssh, .opensshShell: try runSSH(at: port)
        case .apache: try runApache(at: port)
        case .ftp:
            try run(
                .pyftpdlib,
                ["-m", "pyftpdlib", "-i", "127.0.0.1", "-p", "\(port)", "-w", "-d", files, "-u", Self.user]
                    + ["-P", Self.password], until: .words("starting FTP server on \(place)"))
        case .s3: try run(.moto, ["-H", "127.0.0.1", "-p", "\(port)"], until: .words("Running on http://\(place)"))
        case .local, .alias, .crypt, .chunker, .union: throw Errno.notSupported
        }
    }

    private func runSSH(at port: UInt16) throws -> ServerRun {
        var lines = [
            "Port \(port)", "ListenAddress 127.0.0.1", "HostKey \(path("host"))", "PidFile none",
            "AuthorizedKeysFile \(path("client.pub"))", "StrictModes no", "UsePAM no", "PasswordAuthentication no",
            "KbdInteractiveAuthentication no", "PermitRootLogin prohibit-password", "MaxStartups 1000",
            "Subsystem sftp internal-sftp",
        ]
        if kind == .openssh { lines.append("ForceCommand internal-sftp") }
        try write("sshd_config", lines)
        return try run(
            .sshd, ["-D", "-e", "-f", path("sshd_config")], until: .words("Server listening on 127.0.0.1 port \(port)"))
    }

    /// One process (`-X`), because children would survive it.
    private func runApache(at port: UInt16) throws -> ServerRun {
        let modules = [
            "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav", "dav_fs",
        ]
        try write(
            "httpd.conf",
            modules.map { "LoadModule \($0)_module /usr/lib/apache2/modules/mod_\($0).so" } + [
                "ServerRoot \(path(""))", "ServerName localhost", "Listen 127.0.0.1:\(port)",
                "PidFile \(path("locks/pid"))", "ErrorLog \(path("locks/log"))", "DavLockDB \(path("locks/db"))",
                "DocumentRoot \(path("files"))", "<Directory \(path("files"))>", "Dav On", "AuthType Basic",
                "AuthName remote", "AuthBasicProvider file", "AuthUserFile \(path("passwords"))", "Require valid-user",
                "</Directory>",
            ])
        try tree.remove("locks/pid")
        return try run(
            .apache, ["-X", "-f", path("httpd.conf")], until: .file(tree.path("locks/pid")), asNobody: isRoot)
    }

    /// The web server serves nothing as root, so it runs as nobody.
    private func openToNobody() throws {
        try tree.setPermissions("", FilePermissions(rawValue: 0o711))
        for name: FilePath in ["files", "locks"] {
            try tree.setPermissions(name, FilePermissions(rawValue: 0o777))
        }
    }

    private var isRoot: Bool { geteuid() == 0 }

    private func path(_ name: FilePath) -> String { tree.path(name).string }

    private func write(_ name: FilePath, _ lines: [String]) throws {
        try tree.write(name, Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    private func makeKey(_ name: FilePath) throws {
        let program = Program(path: RemoteProgram.sshKeygen.path ?? "ssh-keygen", home: tree.path.string)
        let outcome = try program.run("-q", "-t", "ed25519", "-N", "", "-f", path(name))
        guard outcome.exit == 0 else { throw ServerTrouble(notes: outcome.notes) }
    }

    private func run(
        _ program: RemoteProgram, _ arguments: [String], until sign: ServerSign, asNobody: Bool = false
    ) throws -> ServerRun {
        let setpriv = RemoteProgram.setpriv.path ?? "setpriv"
        // A process that changes its user loses the death signal, unless it is set again.
        let user = [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", setpriv, "--pdeathsig=KILL"]
        let command = (asNobody ? user : []) + [program.path ?? program.name] + arguments
        return try ServerRun(command, home: tree.path, until: sign)
    }
}
