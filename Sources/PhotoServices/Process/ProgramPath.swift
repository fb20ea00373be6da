import Glibc
import SystemPackage

/// Finds a program as execvp(3) does.
///
/// - Parameters:
///   - name: its name; one with a slash is the path itself, and not looked for.
///   - variables: the environment, whose `PATH` says where.
/// - Returns: the path; nil where no directory has an executable file of that name.
func programPath(_ name: String, variables: [String: String]) -> FilePath? {
    if name.contains("/") { return FilePath(name) }
    let directories = variables["PATH", default: "/usr/local/bin:/usr/bin:/bin"]
    return directories.split(separator: ":", omittingEmptySubsequences: false).lazy
        .map { FilePath($0.isEmpty ? "." : String($0)).appending(name) }
        .first { isProgram($0) }
}

/// Whether a path leads to a file that this user may execute.
private func isProgram(_ path: FilePath) -> Bool {
    var status = stat()
    return unsafe path.withPlatformString { path in
        unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
    }
}
