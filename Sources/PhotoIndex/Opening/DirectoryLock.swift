import GRDBSQLite
import Glibc
import PhotoFiles
import SystemPackage

/// A lock on the directory of an index, for replacing the index's files. Ends when the value is destroyed.
///
/// A connection locks the index only when it first reads. If another file has the name by then, SQLite never notices:
/// it would read the log of the new index, and write its pages into the old one. So whoever opens a connection holds a
/// shared lock until SQLite has its own, and whoever replaces a file holds an exclusive one. To ask SQLite afterwards
/// whether the file has moved is too late: to close the wrong connection would cut the new index's log.
struct DirectoryLock: ~Copyable {
    private let file: OpenFile?

    /// Takes the lock.
    ///
    /// In three cases there is no lock, and a file of an open index that was replaced is noticed only after the next
    /// commit: on a file system without such locks; in a directory that may not be read, in which nothing is replaced;
    /// and where a shared lock cannot be had in time, since another program, such as flock(1), may hold the directory
    /// for as long as it runs.
    ///
    /// - Throws: `busy` where an exclusive one cannot be had in time.
    init(of index: FilePath, exclusive isExclusive: Bool, waiting timeout: Duration) throws(IndexError) {
        let directory = index.removingLastComponent()
        file = try? OpenFile(directory.isEmpty ? "." : directory, flags: O_RDONLY | O_DIRECTORY)
        guard let file else { return }
        let isFree = succeeds(within: timeout) {
            flock(file.number, (isExclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 || errno != EWOULDBLOCK
        }
        if isExclusive, !isFree { throw .busy(index) }
    }
}

/// Tries every 10 ms until it succeeds or the time is over; once at least.
func succeeds<Failure: Error>(
    within timeout: Duration, _ attempt: () throws(Failure) -> Bool
) throws(Failure) -> Bool {
    let end = ContinuousClock.now + timeout
    while try !attempt() {
        guard ContinuousClock.now < end else { return false }
        sqlite3_sleep(10)
    }
    return true
}
