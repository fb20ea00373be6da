package import SystemPackage

/// What a person can do next about an error, a problem or a note. It is a fact: how it is said is a front end's own, as
/// a command to type or a button to press.
package enum Remedy: Hashable, Sendable {
    /// Scan what the configuration names, or these directories.
    case scan([FilePath] = [])
    /// Scan a directory for the first time.
    case scanFirst
    /// Keep another index than the one that cannot be used.
    case useAnotherIndex
    /// Look which version of the program this is.
    case showVersion
    /// Look what the index holds, and what is under way.
    case showStatus
    /// Check the index, which tells the ways out.
    case checkIndex
    /// Replace the index by a backup.
    case putBack(FilePath, as: FilePath)
    /// Rebuild the index from a destination's receipts; by its name or place.
    case rebuild(from: String)
    /// Take another name for a backup of the index.
    case nameAnotherBackup
    /// Write a copy of the index.
    case backUpIndex
    /// Mark a place as work.
    case addFence
    /// Say where a root is now; nil where a person has to find out.
    case renameRoot(FilePath, to: FilePath?)
    /// Scan with a track.
    case addTrack
    /// Say how far a camera's clock is ahead of UTC, by the camera's name.
    case tellCameraOffset(String)
    /// Send what is to be sent.
    case uploadAll
    /// Send what is work by an inferred position too.
    case uploadInferred
    /// See what a purge would remove, and how much of it may go now.
    case showPurge
    /// Have the night's run put aside what it would do.
    case stageNight
    /// Have the system call the program every night.
    case startTimer
    /// Look at a destination, by its name or place.
    case checkDestination(String)
    case listStaged
    case listProblems
    case listRoots
    case listDestinations
    case listRuns
    /// Make a place a destination, and its directory too where that is not there; a name is still to be chosen where it
    /// is nil.
    case addDestination(name: String?, place: [UInt8], makingDirectory: Bool = false)
    /// Send to a destination, by its name or its place, and make it one where it is none yet.
    case upload(to: String, makingDestination: Bool)
    case removeDestination(String)
    /// Say where the copies of a list of receipts are; the place is an example.
    case verifyReceipts(at: String)
    /// Take back the copies of a photo.
    case retract(FilePath)
    /// Bring back what a run removed.
    case undo(run: Int64)
    /// Repeat the command that settles what a killed run left.
    case settle(run: Int64, by: Settler)
    case signIn(GoogleLogin)
    /// Scan, and say that what is not there any more is gone for good.
    case acceptMissing(Loss)
    /// A command of another program.
    case command(String)

    /// An act that settles what a killed run had under way.
    package enum Settler: Hashable, Sendable { case undo, emptyTrash }

    /// What is not there any more.
    package enum Loss: Hashable, Sendable {
        /// Files of a root.
        case files
        /// The directory in which a file was parked.
        case directory
        /// The same; it has to be made again for that.
        case directoryToMakeAgain(FilePath)
        /// A part of a group; the rest gets its names back.
        case partOfGroup
    }

    /// What signs in at Google.
    package enum GoogleLogin: Hashable, Sendable {
        /// A client's file.
        case client
        /// A service account's key.
        case serviceAccount
    }
}
