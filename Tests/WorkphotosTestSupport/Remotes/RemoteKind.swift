internal import Glibc
internal import SystemPackage
package import Testing

/// A way in which rclone can keep files, real and on this machine.
package enum RemoteKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// A directory, by its path; by another name; encrypted; cut into pieces of 8 KiB; the first of two.
    case local, alias, crypt, chunker, union
    /// `rclone serve sftp`; OpenSSH where nothing but SFTP may be used, so that nothing says a hash; OpenSSH with a
    /// shell.
    case sftp, openssh, opensshShell
    /// `rclone serve webdav`; Apache's WebDAV.
    case webdav, apache
    /// FTP by pyftpdlib.
    case ftp
    /// S3 by moto, which keeps everything in memory.
    case s3

    package var testDescription: String { rawValue }

    /// Those that can be had here.
    package static let installed = allCases.filter { $0.missing.isEmpty }

    /// The programs it takes that are not there.
    package var missing: [RemoteProgram] { programs.filter { $0.path == nil } }

    /// What it takes.
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

    /// Whether a server stands behind it.
    package var hasServer: Bool {
        switch self {
        case .local, .alias, .crypt, .chunker, .union: false
        case .sftp, .openssh, .opensshShell, .webdav, .apache, .ftp, .s3: true
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out, and says why, where a kind of remote cannot be had.
    package static func needs(_ kind: RemoteKind) -> Self {
        let names = kind.missing.map(\.name).joined(separator: " and ")
        return .enabled(if: names.isEmpty, "not installed: \(names). Tests/Checks/setup.sh test installs it")
    }
}

/// A program that a remote takes.
package struct RemoteProgram: Sendable {
    static let rclone = RemoteProgram("rclone")
    /// Has a program run as another user.
    static let setpriv = RemoteProgram("setpriv")
    static let sshKeygen = RemoteProgram("ssh-keygen")
    static let sshd = RemoteProgram("sshd")
    static let apache = RemoteProgram("apache2")
    static let moto = RemoteProgram("moto_server")
    /// The interpreter that has it.
    static let pyftpdlib = RemoteProgram("pyftpdlib", file: "ftpbench", sibling: "python3")

    /// What people call it.
    let name: String
    /// Where it is; nil where it is not.
    let path: String?

    /// Looks where `Tests/Checks/setup.sh test` puts what is not Debian's, then where the system has its programs.
    ///
    /// - Parameters:
    ///   - name: what people call it.
    ///   - file: by which it is found, where that is another name.
    ///   - sibling: what is run, where that is another file beside it.
    private init(_ name: String, file: String? = nil, sibling: String? = nil) {
        self.name = name
        let environment = FilePath(#filePath).removingLastComponent().appending("../../../.build/test-servers/bin")
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        let places = [environment.lexicallyNormalized().string] + path.split(separator: ":").map(String.init)
        // Servers are not in the PATH of everybody.
        self.path = (places + ["/usr/sbin", "/usr/local/sbin"])
            .first { unsafe access("\($0)/\(file ?? name)", X_OK) == 0 }.map { "\($0)/\(sibling ?? name)" }
    }
}
