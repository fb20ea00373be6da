import CLinux
import Glibc

/// Flags of open(2) that Swift cannot see, and sets of them.
enum OpenFlags {
    /// Only to find the file, not to read or write it.
    static let path = Int32(truncatingIfNeeded: WORKPHOTOS_O_PATH)
    /// Past the cache.
    static let direct = Int32(truncatingIfNeeded: WORKPHOTOS_O_DIRECT)
    /// To read a file, without waiting where it is a pipe that nobody writes to.
    static let reading = O_RDONLY | O_NONBLOCK
}
