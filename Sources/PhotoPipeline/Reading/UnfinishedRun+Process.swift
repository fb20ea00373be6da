import Glibc
import PhotoIndex
import PhotoModel

extension LibraryStatus.UnfinishedRun {
    /// Whether its process lives on this machine. Good enough for people: another process may have got the number since.
    var isUnderWay: Bool {
        guard let pid, let host, host == PhotoIndex.hostName, let number = pid_t(exactly: pid), number > 0 else {
            return false
        }
        return kill(number, 0) == 0 || errno == EPERM
    }
}
