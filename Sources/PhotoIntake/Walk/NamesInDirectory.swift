internal import PhotoModel
package import SystemPackage

/// Lists a directory.
///
/// - Parameter directory: its path; a link is followed.
/// - Returns: all names in it, hidden ones too, in no order, without `.` and `..`.
/// - Throws: `Errno` where it is no directory, or cannot be read to its end.
package func names(in directory: FilePath) throws -> [[UInt8]] {
    let descriptor = try FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
    return try descriptor.closeAfter { try names(in: descriptor) }
}

/// The same of a directory that was opened for reading, of which nothing was read yet.
package func names(in directory: FileDescriptor) throws(Errno) -> [[UInt8]] {
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    var names: [[UInt8]] = []
    try DirectoryRecord.forEach(in: directory, &buffer) { record, name in
        if !record.isDot { names.append(joined([], name)) }
    }
    return names
}
