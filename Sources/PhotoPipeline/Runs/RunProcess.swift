import Glibc
import PhotoIndex

/// The process of a run, as the index has noted it.
package struct RunProcess: Hashable, Sendable {
    private let host: String?
    private let pid: Int64?

    /// - Parameters:
    ///   - host: the machine it began on.
    ///   - pid: its number there.
    package init(host: String?, pid: Int64?) {
        self.host = host
        self.pid = pid
    }

    /// Whether it lives on this machine. Good enough for people: another process may have got the number since.
    package var isAlive: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
    }
}
