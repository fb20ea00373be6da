package import SystemPackage

/// What a check saw. Times and ages are durations before now.
package enum CheckFinding: Hashable, Sendable {
    /// An error that any command would end with, or that a service gave.
    case error(PipelineError)
    /// The same of a trash.
    case trashError(TrashError)
    /// There is no index yet to look at.
    case noIndex

    // MARK: Configuration, fences

    /// The configuration can be read, with so many keys; nil where there is no file.
    case configured(keys: Int?)
    /// The fences can be read.
    case fences(work: Int, never: Int)
    /// No fence says where work is.
    case noWorkFence

    // MARK: The index

    /// It is whole.
    case indexWhole(photos: Int, bytes: Int64)
    /// Nothing is wrong as far as it was read; to look through all of it takes longer than there is time for.
    case indexUnread(photos: Int, bytes: Int64)
    /// It is damaged: the first thing, and how many there are.
    case indexFaulty(first: String, count: Int)
    /// It is on a disk of this machine of a type, with so much room.
    case localDisk(type: String, free: Int64?)
    /// It is on a server's disk, where its locks and its log do not hold what they promise.
    case networkDisk(type: String)
    /// It is in memory, and gone with the next reboot.
    case memoryDisk
    /// It cannot be written to.
    case notWritable(Errno)
    /// The room for it is nearly used up.
    case littleRoom(free: Int64)
    /// It has a copy, made so long ago.
    case backup(FilePath, age: Duration)
    /// Nobody has made a copy that is known.
    case noBackup

    // MARK: The clock

    /// It goes on from where the last run was.
    case clockRight
    /// It is before the moment of an earlier run.
    case clockBehind(Duration)
    /// It differs from a server's.
    case clockOff(Duration, server: String)

    // MARK: Roots

    /// Nothing says where the photos are.
    case noRoots
    /// It is there and can be read.
    case rootThere(photos: Int?)
    /// It is not there; it was renamed to what may be this.
    case rootMissing(new: FilePath?)
    /// It is empty, though so many photos are known in it.
    case rootEmpty(photos: Int)
    /// Another file system is there than at the last scan.
    case rootElsewhere
    /// It cannot be read.
    case rootUnreadable(String)
    /// So many directories right below it cannot be read, the first of them.
    case directoriesUnreadable(first: FilePath, count: Int)
    /// A program keeps it equal with another place, by what is in this directory.
    case synced(SyncTool, sign: FilePath)
    /// None of the programs that are known does.
    case notSynced
    /// What is removed from it can go into a trash.
    case trashUsable

    // MARK: Destinations

    /// No destination is known.
    case noDestination
    /// It is there and itself, with what it says of itself.
    case destinationThere(DestinationCondition)
    /// So little fits there, and so much waits.
    case destinationFull(free: Int64, waiting: Int64)
    /// So little fits there.
    case destinationNearlyFull(free: Int64)
    /// It is in memory, and gone with the next reboot.
    case destinationInMemory
    /// Every file has to be at so many destinations before it goes, and there are not so many.
    case tooFewDestinations(wanted: Int, there: Int)
    /// Somebody is signed in to Google; nil where the sign-in has no end of its own that is known.
    case signedIn(email: String, endsIn: Duration?)
    /// What the service says of the sign-in.
    case signInNote(String)
    /// Nobody is signed in, and no sign-in is kept.
    case noSignIn

    // MARK: What is under way

    /// Nothing of it waits.
    case nothing
    /// Killed runs, and what they had under way.
    case interrupted(runs: Int, uploads: Int, removals: Int, undos: Int)
    /// A file that waits under another name.
    case parked(ParkedPhoto)
    /// So many groups are put aside, the oldest of them since then.
    case staged(groups: Int, age: Duration)
    /// So many photos may go, and no more than that may within seven days, of which some went already.
    case overCap(photos: Int, allowed: Int, removed: Int)
    /// What may go now is below the cap.
    case underCap
    /// A file that a killed command left unfinished.
    case leftover(bytes: Int64)

    // MARK: The night

    /// Something calls the program by itself.
    case called(by: NightCall)
    /// Nothing that could be looked at does.
    case notCalled
    /// It ran well so long ago.
    case ranWell(Duration)
    /// It ran well so long ago, which is longer than it should be.
    case ranTooLongAgo(Duration, limit: Duration)
    /// The last run did not go well, with this exit status; so long ago; the last good one was then.
    case ranBadly(Duration, exit: Int, lastGood: Duration?)
    /// It never ran.
    case neverRan
}
