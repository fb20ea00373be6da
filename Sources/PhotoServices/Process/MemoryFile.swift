import CLinux
import Glibc
import PhotoModel
import SystemPackage

/// A file in memory, to be read from its first byte. Unlike a pipe it can be left unread.
func memoryFile(of bytes: [UInt8]) throws -> FileDescriptor {
    let number = unsafe workphotos_memory_file("workphotos")
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: number)
    do {
        try file.boundedWriteAll(bytes)
        try file.seek(offset: 0, from: .start)
        return file
    } catch {
        try? file.close()
        throw error
    }
}
