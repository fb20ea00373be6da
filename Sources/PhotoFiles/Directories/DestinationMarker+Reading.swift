internal import Glibc
package import PhotoModel
package import SystemPackage

extension DestinationMarker {
    /// The marker in a directory; nil as below, and where there is no such directory.
    package init?(in directory: FilePath) {
        guard let file = try? FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
        else {
            return nil
        }
        defer { try? file.close() }
        self.init(in: file)
    }

    /// The marker in an open directory; nil where there is none, or a link, a pipe or a text that is no marker.
    package init?(in directory: FileDescriptor) {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        let descriptor = unsafe openat(directory.rawValue, Self.fileName, flags)
        guard descriptor >= 0 else { return nil }
        let file = FileDescriptor(rawValue: descriptor)
        defer { try? file.close() }
        guard let status = try? FileStatus(of: file), status.isRegular else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
        guard let count = try? unsafe bytes.withUnsafeMutableBytes({ try unsafe file.boundedRead(into: $0) }) else {
            return nil
        }
        self.init(file: bytes[..<count])
    }
}
