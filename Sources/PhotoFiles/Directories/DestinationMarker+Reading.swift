internal import Glibc
package import PhotoModel
package import SystemPackage

extension DestinationMarker {
    /// Reads the marker in a directory; nil if there is no valid marker or no such directory.
    package init?(in directory: FilePath) {
        guard let file = try? FileDescriptor.boundedOpen(directory, .readOnly, options: [.directory, .closeOnExec])
        else {
            return nil
        }
        defer { try? file.close() }
        self.init(in: file)
    }

    /// Reads the marker in an open directory; nil if there is none, or if it is a link, a pipe or not a valid marker.
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
