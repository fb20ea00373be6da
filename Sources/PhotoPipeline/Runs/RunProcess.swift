import Glibc
import PhotoIndex

/// The process of a run, as the index has noted it.
struct RunProcess {
    /// The machine it began on.
    let host: String?
    /// Its number there.
    let pid: Int64?

    /// Whether it lives on this machine. Good enough for people: another process may have got the number since.
    var isAlive: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
    }
}
