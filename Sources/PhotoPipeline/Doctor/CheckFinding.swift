package import SystemPackage

/// What a check found. Times and ages are durations before now.
package enum CheckFinding: Hashable, Sendable {
    /// An error that any command would end with, or that a service returned.
    case error(PipelineError)
    /// A library is there, with its name and version.
    case library(String)
    /// A library is missing or too old.
    case noLibrary(String)
    /// An error of a trash.
    case trashError(TrashError)
    /// There is no index yet.
    case noIndex
    /// It is known only to the index, which cannot be read.
    case onlyInIndex

    // MARK: Configuration, fences

    /// The configuration is valid and has this many keys; nil if there is no file.
    case configured(keys: Int?)
    /// A path or pattern of `[triage] gpx` names no file.
    case noTracks(FilePath)
    /// A key of `[notify]` names a program that does not exist or cannot be executed.
    case noNotifier(key: String, FilePath)
    /// The fences are valid.
    case fences(work: Int, never: Int)
    /// No fence marks a work place.
    case noWorkFence

    // MARK: The index

    /// It is undamaged.
    case indexWhole(photos: Int, bytes: Int64)
    /// Nothing is wrong in what was read, but a full check would take too long.
    case indexUnread(photos: Int, bytes: Int64)
    /// It is damaged: the first fault, and the number of faults.
    case indexFaulty(first: String, count: Int)
    /// It is on a local disk, with its file system's type and free space.
    case localDisk(type: String, free: Int64?)
    /// It is on a network file system, where locks and the log are not reliable.
    case networkDisk(type: String)
    /// It is in memory, and lost with the next reboot.
    case memoryDisk
    /// It cannot be written to.
    case notWritable(Errno)
    /// The disk is nearly full.
    case littleRoom(free: Int64)
    /// It has a backup of this age.
    case backup(FilePath, age: Duration)
    /// No backup is known.
    case noBackup

    // MARK: The clock

    /// It is not behind the last run.
    case clockRight
    /// It is behind an earlier run.
    case clockBehind(Duration)
    /// It differs from a server's.
    case clockOff(Duration, server: String)

    // MARK: Roots

    /// No directory of photos is set.
    case noRoots
    /// It exists and can be read.
    case rootThere(photos: Int?)
    /// It is missing; it may have been renamed to the given path.
    case rootMissing(new: FilePath?)
    /// It is empty, although this many photos are known in it.
    case rootEmpty(photos: Int)
    /// Its file system differs from that of the last scan.
    case rootElsewhere
    /// It cannot be read.
    case rootUnreadable(String)
    /// This many directories immediately below it cannot be read; the first of them.
    case directoriesUnreadable(first: FilePath, count: Int)
    /// This user cannot remove files from this many directories: it and those immediately below; the first, and why.
    case directoriesReadOnly(first: FilePath, count: Int, Errno)
    /// A program synchronises it with another place, as this file or directory shows.
    case synced(SyncTool, sign: FilePath)
    /// No known program synchronises it.
    case notSynced
    /// Files removed from it can be put into a trash.
    case trashUsable

    // MARK: Destinations

    /// No destination is known.
    case noDestination
    /// It exists and is the expected one, with what it reports of itself.
    case destinationThere(DestinationCondition)
    /// Its free space is less than what waits to be sent.
    case destinationFull(free: Int64, waiting: Int64)
    /// It has little free space.
    case destinationNearlyFull(free: Int64)
    /// It is in memory, and lost with the next reboot.
    case destinationInMemory
    /// It is on the file system of this directory of the library.
    case destinationBeside(FilePath)
    /// This many copies were found missing or changed there, and were not sent again.
    case copiesLost(Int)
    /// A removal requires more destinations than there are.
    case tooFewDestinations(wanted: Int, there: Int)
    /// A user is signed in to Google; the time until the sign-in ends is nil if unknown.
    case signedIn(email: String, endsIn: Duration?)
    /// A note of the service about the sign-in.
    case signInNote(String)
    /// Nobody is signed in, and no sign-in is kept.
    case noSignIn

    // MARK: Work under way

    /// Nothing is waiting.
    case nothing
    /// Killed runs, and the work that they left.
    case interrupted(runs: Int, uploads: Int, removals: Int, undos: Int)
    /// A file that is parked under another name.
    case parked(ParkedPhoto)
    /// Staged groups, and the age of the oldest.
    case staged(groups: Int, age: Duration)
    /// This many photos could be removed, but the cap for seven days allows fewer, of which some were removed already.
    case overCap(photos: Int, allowed: Int, removed: Int)
    /// What can be removed now is below the cap.
    case underCap
    /// An unfinished file of a killed command.
    case leftover(bytes: Int64)

    // MARK: Scheduled runs

    /// Something runs the program on a schedule.
    case called(by: ScheduledRun)
    /// It runs a program that does not exist or cannot be executed.
    case callsMissing(FilePath, ScheduledRun)
    /// No schedule that could be examined runs it.
    case notCalled
    /// The last successful run was this long ago.
    case ranWell(Duration)
    /// The last successful run was longer ago than the limit.
    case ranTooLongAgo(Duration, limit: Duration)
    /// The last run, this long ago, failed with this exit status; the last successful one was then.
    case ranBadly(Duration, exit: Int, lastGood: Duration?)
    /// It has never run.
    case neverRan
}
