import Glibc

/// The id of this process.
enum ProcessNumber {
    static var own: Int32 { getpid() }
}
