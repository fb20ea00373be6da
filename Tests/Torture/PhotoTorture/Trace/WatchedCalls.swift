/// The system calls that are traced.
enum WatchedCalls {
    /// Calls that change files or make changes durable. Some architectures lack some of them.
    static let writing = [
        "write", "pwrite64", "writev", "pwritev", "fsync", "fdatasync", "syncfs", "sync_file_range",
        "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir",
        "mkdir", "mkdirat",
        "open", "openat", "openat2", "creat", "ftruncate", "fallocate", "utimensat", "chmod", "fchmod", "fchmodat",
        "copy_file_range", "sendfile", "ioctl", "flock", "setxattr", "fsetxattr", "connect", "sendto", "sendmsg",
    ]
    /// Calls that only read, and may fail.
    static let reading = [
        "read", "pread64", "readv", "getdents64", "fstat", "newfstatat", "statx", "fstatfs", "faccessat",
        "faccessat2", "recvfrom", "recvmsg",
    ]

    /// Calls that SQLite does not make.
    static let unknownToSQLite: Set = ["openat2", "renameat2", "linkat", "syncfs", "flock"]

    /// The expression for strace with all of them.
    static let expression = "trace=" + (writing + reading).map { "?" + $0 }.joined(separator: ",")

    /// The errors that a call may fail with; empty for calls that are not struck.
    static func errors(of call: Trace.Call) -> [String] {
        call.isOnSocket ? errors(ofSocketCall: call.name) : errors(of: call.name)
    }

    private static func errors(ofSocketCall call: String) -> [String] {
        switch call {
        case "connect": ["ECONNREFUSED", "ETIMEDOUT", "ENETUNREACH", "EADDRNOTAVAIL"]
        case "read", "readv", "recvfrom", "recvmsg": ["ECONNRESET", "ETIMEDOUT"]
        case "write", "writev", "sendto", "sendmsg": ["ECONNRESET", "EPIPE"]
        default: []
        }
    }

    private static func errors(of call: String) -> [String] {
        switch call {
        case "read", "pread64": ["EIO", "EINTR"]
        case "write", "pwrite64", "writev", "pwritev": ["ENOSPC", "EIO", "EDQUOT", "EINTR", "EROFS"]
        case "fsync", "fdatasync", "syncfs": ["EIO", "ENOSPC", "EDQUOT", "EINTR"]
        case "open", "openat", "openat2", "creat": ["EACCES", "EROFS", "ENOSPC", "EIO", "EINTR", "EMFILE"]
        case "mkdir", "mkdirat": ["EACCES", "EROFS", "ENOSPC", "EDQUOT", "EIO"]
        case "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat":
            ["EACCES", "EROFS", "ENOSPC", "EDQUOT", "EIO", "EINTR"]
        case "unlink", "unlinkat", "rmdir": ["EACCES", "EROFS", "EIO"]
        case "ftruncate", "fallocate", "copy_file_range", "sendfile": ["ENOSPC", "EIO", "EINTR"]
        case "utimensat", "chmod", "fchmod", "fchmodat": ["EPERM", "EROFS", "EIO"]
        case "getdents64", "fstat", "newfstatat", "statx", "faccessat", "faccessat2": ["EIO", "EACCES"]
        case "flock": ["EINTR", "ENOLCK"]
        default: []
        }
    }
}
