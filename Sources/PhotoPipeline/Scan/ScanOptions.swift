import PhotoIntake
package import PhotoModel
import Synchronization
package import SystemPackage

/// What a scan is to do, made from flags and configuration before it starts.
package struct ScanOptions: Sendable {
    /// The directories to walk; where there are none, every root the index knows.
    package var directories: [FilePath] = []
    /// Whether hidden files and directories are walked, and what lies below a `.nomedia`.
    package var hidden = false
    /// Whether symbolic links are followed.
    package var followsSymlinks = false
    /// Whether other mounted file systems are left out.
    package var staysOnFileSystem = false
    /// Patterns of what is left out.
    package var excludes: [String] = []
    /// Whether unchanged files are read too.
    package var rereads = false
    /// Whether a root that is empty, lies on another file system or lost more than half its files is believed.
    package var acceptsMissing = false
    /// Files with tracks that positions are inferred from, from now on.
    package var tracks: [FilePath] = []
    /// Whether tracks that earlier scans were given are forgotten.
    package var forgetsTracks = false
    /// What a person says of cameras' clocks.
    package var clocks: [CameraClock] = []

    package init() {}
}

extension ScanOptions {
    /// Refuses a pattern of what is left out that hardly anybody means as it is.
    ///
    /// - Throws: `TextError`.
    package static func check(exclude pattern: String) throws(TextError) {
        try WalkOptions.check(exclude: pattern)
    }

    /// The options in the walk's own words.
    var walk: WalkOptions {
        var walk = WalkOptions()
        walk.hidden = hidden
        walk.followsSymlinks = followsSymlinks
        walk.staysOnFileSystem = staysOnFileSystem
        walk.excludes = excludes
        return walk
    }
}

/// What a scan did and what its roots hold now: the contract's `summary` of scan.
package struct ScanSummary: Sendable {
    /// The roots that were walked, whole or in part.
    package var roots: [FilePath] = []
    /// Stills and videos below these roots.
    package var photos = 0
    /// Photos read for the first time.
    package var new = 0
    /// Of these: photos that a purge had removed, and that somebody brought back by other means than undo. They are
    /// held.
    package var returned = 0
    /// Photos whose content or facts are not what they were.
    package var changed = 0
    /// Photos found under another path.
    package var moved = 0
    /// Problems that a person has accepted, and that count for nothing.
    package var accepted = 0
    /// Photos that are not there any more.
    package var gone = 0
    /// Files that could not be read, or are damaged.
    package var unreadable = 0
    /// Files of formats that are not read.
    package var unsupported = 0
    /// Photos by verdict.
    package var byVerdict: [Verdict: Int] = [:]
    /// Groups.
    package var groups = 0
    /// Problems of every kind.
    package var problems = 0
    /// Whether one of them left something of the scan undone, which a sidecar without its photo does not, or what
    /// killed runs had parked could not be settled.
    package var isPartial = false
    /// Directories that were asked for and could not be walked at all.
    package var failedRoots = 0
    /// Directories in which a destination's marker lies, so that nothing is uploaded there.
    package var markers: [FilePath] = []
    /// Directories that are a trash's by another road, a link or a mount, and were left out.
    package var trashes: [FilePath] = []
    /// Whether there is anything to judge by.
    package var hasFences = false
    /// Names of cameras, as a person said an offset of their clocks, that no photo in the index is of.
    package var unknownCameras: [String] = []
    /// Whether positions are inferred at all, so that tracks and cameras' clocks mean anything.
    package var infers = false
    /// The signal that ended the scan before its end.
    package var signal: InterruptionSignal?
    /// How long it took.
    package var seconds = 0.0

    package init() {}

    /// The numbers that the index keeps of the run, by the names of the contract.
    var counts: KeyValuePairs<String, Int> {
        ["new": new, "changed": changed, "moved": moved, "gone": gone, "problems": problems]
    }
}

/// How many files a walk will come across, counted ahead of it by names alone.
///
/// Made only where somebody looks at the progress; it costs about as much as listing the directories.
final class Estimate: Sendable {
    private let result = Mutex<Int?>(nil)
    private let isCancelled = Mutex(false)

    init(root: WalkRoot, options: WalkOptions, isWanted: Bool) {
        guard isWanted else { return }
        Task.detached { [self] in
            let count = countCandidates(root: root, options: options) { isCancelled.withLock { $0 } }
            result.withLock { $0 = count }
        }
    }

    /// The number; nil until it is known.
    var total: Int? { result.withLock { $0 } }

    /// Ends the counting soon.
    func cancel() {
        isCancelled.withLock { $0 = true }
    }
}
