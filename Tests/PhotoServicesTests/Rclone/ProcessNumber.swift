import Glibc

enum ProcessNumber {
    static var own: Int32 { getpid() }
}
