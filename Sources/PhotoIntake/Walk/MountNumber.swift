internal import CLinux
internal import PhotoModel
internal import SystemPackage

/// The id of the mount that an open file was reached by, from the `mnt_id:` line of proc_pid_fdinfo(5).
func mountNumber(of file: FileDescriptor) -> String? {
    guard let bytes = contents(ofSystemFile: "/proc/thread-self/fdinfo/\(file.rawValue)") else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("mnt_id:") {
        return String(line.dropFirst("mnt_id:".count).filter { !$0.isWhitespace })
    }
    return nil
}

/// Whether a program serves the file system that holds an open file: FUSE_SUPER_MAGIC of statfs(2), which virtiofs has too.
func isServedByProgram(_ file: FileDescriptor) -> Bool {
    var (type, identity): (UInt, UInt64) = (0, 0)
    return unsafe workphotos_fstatfs(file.rawValue, &type, &identity) == 0 && type == 0x6573_5546
}

/// All of a file of `/proc`.
func contents(ofSystemFile path: String) -> [UInt8]? {
    guard let file = try? FileDescriptor.boundedOpen(FilePath(path), .readOnly, options: .closeOnExec) else {
        return nil
    }
    defer { try? file.close() }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    while let count = try? unsafe chunk.withUnsafeMutableBytes({ try unsafe file.boundedRead(into: $0) }), count > 0 {
        bytes += chunk[..<count]
    }
    return bytes
}
