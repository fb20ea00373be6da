internal import Glibc
internal import SystemPackage
package import Testing

/// A real remote of rclone on this machine.
package enum RemoteKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// A directory: by its path; by another name; encrypted; in chunks of 8 KiB; the first of two.
    case local, alias, crypt, chunker, union
    /// `rclone serve sftp`; OpenSSH with only SFTP, so that it provides no hash; OpenSSH with a shell.
    case sftp, openssh, opensshShell
    /// `rclone serve webdav`; Apache's WebDAV.
    case webdav, apache
    /// FTP by pyftpdlib.
    case ftp
    /// S3 by moto, which keeps everything in memory.
    case s3

    package var testDescription: String { rawValue }

    /// The kinds whose programs are installed.
    package static let installed = allCases.filter { $0.missing.isEmpty }

    /// The required programs that are missing.
    package var missing: [RemoteProgram] { programs.filter { $0.path == nil } }

    private var programs: [RemoteProgram] {
        switch self {
        case .local, .alias, .crypt, .chunker, .union: [.rclone]
        case .webdav: [.rclone]
        case .sftp: [.rclone, .sshKeygen]
        case .openssh, .opensshShell: [.rclone, .sshKeygen, .sshd]
        case .apache: [.rclone, .setpriv, .apache]
        case .ftp: [.rclone, .pyftpdlib]
        case .s3: [.rclone, .moto]
        }
    }

    /// Whether it has a server.
    package var hasServer: Bool {
        switch self {
        case .local, .alias, .crypt, .chunker, .union: false
        case .sftp, .openssh, .opensshShell, .webdav, .apache, .ftp, .s3: true
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test with a message if a kind of remote is not available.
    package static func needs(_ kind: RemoteKind) -> Self {
        let names = kind.missing.map(\.name).joined(separator: " and ")
        return .enabled(if: names.isEmpty, "not installed: \(names). Tests/Checks/setup.sh test installs it")
    }
}

/// A program that a remote requires.
package struct RemoteProgram: Sendable {
    static let rclone = RemoteProgram("rclone")
    /// Runs a program as another user.
    static let setpriv = RemoteProgram("setpriv")
    static let sshKeygen = RemoteProgram("ssh-keygen")
    static let sshd = RemoteProgram("sshd")
    static let apache = RemoteProgram("apache2")
    static let moto = RemoteProgram("moto_server")
    /// The Python interpreter that has pyftpdlib.
    static let pyftpdlib = RemoteProgram("pyftpdlib", file: "ftpbench", sibling: "python3")

    /// Its usual name.
    let name: String
    /// Its path; nil if it is not installed.
    let path: String?

    /// Searches where `Tests/Checks/setup.sh test` installs what Debian lacks, then in the system's directories.
    ///
    /// - Parameters:
    ///   - file: the file to search for, if it has another name.
    ///   - sibling: the file to run, if it is another one next to that.
    private init(_ name: String, file: String? = nil, sibling: String? = nil) {
        self.name = name
        let environment = FilePath(#filePath).removingLastComponent().appending("../../../.build/test-servers/bin")
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        let places = [environment.lexicallyNormalized().string] + path.split(separator: ":").map(String.init)
        // Servers are not in every user's PATH.
        self.path = (places + ["/usr/sbin", "/usr/local/sbin"])
            .first { unsafe access("\($0)/\(file ?? name)", X_OK) == 0 }.map { "\($0)/\(sibling ?? name)" }
    }
}
