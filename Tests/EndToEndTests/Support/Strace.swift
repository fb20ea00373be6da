import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// strace(1), which shows the program's system calls, and makes chosen calls fail, wait or end the program.
enum Strace {
    /// Whether it is installed and may trace. In some containers it may not.
    static let works: Bool = {
        let program = Program(path: "true", home: "/").under(["strace", "-D", "-f", "-o", "/dev/null"])
        return (try? program.run().exit) == 0
    }()

    /// Why a suite is skipped.
    static let reason: Comment = "strace is not installed, or may not trace here"

    /// The command for an expression such as `inject=pwrite64:signal=SIGKILL:when=3`. The program stays the direct
    /// child, so that signals reach it.
    static func injecting(_ expression: String) -> [String] {
        ["strace", "-D", "-f", "-o", "/dev/null", "-e", expression]
    }

    /// A call on files.
    struct Call {
        /// The line of strace.
        let text: String

        /// The paths in the call's arguments, without those that the system returned.
        var paths: [String] {
            let name = text.prefix { $0 != "(" }
            if name == "getcwd" { return [] }
            let quoted = text.split(separator: "\"", omittingEmptySubsequences: false)
            let paths = stride(from: 1, to: quoted.count, by: 2).map { String(quoted[$0]) }
            return name == "readlink" || name == "execve" ? Array(paths.prefix(1)) : paths
        }

        /// Whether it may change a file or a directory.
        var writes: Bool {
            let changing = ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"]
            let calls = [
                "creat", "mkdir", "unlink", "rename", "link", "symlink", "mknod", "truncate", "chmod", "fchmodat",
                "chown", "lchown", "fchownat", "utime", "futimes", "rmdir", "setxattr", "lsetxattr",
            ]
            return calls.contains { text.hasPrefix($0) } || changing.contains { text.contains($0) }
        }
    }

    /// Runs a program to its end and returns all its calls on files.
    static func calls(
        of program: Program, _ arguments: [String], directory: String, log: FilePath
    ) throws -> (calls: [Call], outcome: Outcome) {
        let traced = program.under(["strace", "-f", "-qq", "-s", "4096", "-e", "trace=file", "-o", log.string])
        let outcome = try traced.start(arguments, directory: directory).wait()
        let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log.string)), as: UTF8.self)
        let calls = lines.split(separator: "\n").map { line in
            Call(text: String(line.drop { $0.isNumber || $0 == " " }))
        }
        return (calls.filter { !$0.text.hasPrefix("+++") && !$0.text.hasPrefix("---") }, outcome)
    }
}
