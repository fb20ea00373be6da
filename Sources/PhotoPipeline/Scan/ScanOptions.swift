import PhotoIntake
package import PhotoModel
import Synchronization
package import SystemPackage

/// What a scan is to do, from flags and configuration.
package struct ScanOptions: Sendable {
    /// The directories to walk; if empty, every root that the index knows.
    package var directories: [FilePath] = []
    /// Whether to walk hidden files and directories, and directories with a `.nomedia`.
    package var hidden = false
    /// Whether to follow symbolic links.
    package var followsSymlinks = false
    /// Whether to skip other mounted file systems.
    package var staysOnFileSystem = false
    /// Patterns of paths to skip.
    package var excludes: [String] = []
    /// Whether to read unchanged files too.
    package var rereads = false
    /// Whether to accept that files are gone in a root that is empty, is on another file system or has lost more than
    /// half its files.
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
    /// Throws for a pattern that hardly anybody would mean as it is written.
    package static func check(exclude pattern: String) throws(TextError) {
        try WalkOptions.check(exclude: pattern)
    }

    var walk: WalkOptions {
        var walk = WalkOptions()
        walk.hidden = hidden
        walk.followsSymlinks = followsSymlinks
        walk.staysOnFileSystem = staysOnFileSystem
        walk.excludes = excludes
        return walk
    }
}

/// What a scan did, and what its roots contain now: the contract's `summary` of scan.
package struct ScanSummary: Sendable {
    /// The roots that were walked, whole or in part.
    package var roots: [FilePath] = []
    /// Stills and videos below these roots.
    package var photos = 0
    /// Photos that were read for the first time.
    package var new = 0
    /// Of the new photos, those that a purge had removed and that somebody restored without undo. They are held.
    package var returned = 0
    /// Photos whose content or facts have changed.
    package var changed = 0
    /// Photos found under another path.
    package var moved = 0
    /// Problems that a person has accepted. They are not counted otherwise.
    package var accepted = 0
    package var gone = 0
    /// Files that could not be read, or are damaged.
    package var unreadable = 0
    /// Files of formats that are not read.
    package var unsupported = 0
    /// Photos by verdict.
    package var byVerdict: [Verdict: Int] = [:]
    package var groups = 0
    /// Problems of every kind.
    package var problems = 0
    /// Whether a problem left a part of the scan undone, or parked files of killed runs could not be settled. A sidecar
    /// without its photo is not such a problem.
    package var isPartial = false
    /// Requested directories that could not be walked at all.
    package var failedRoots = 0
    /// Directories that contain a destination's marker, so that nothing is uploaded there.
    package var markers: [FilePath] = []
    /// Directories that were skipped because they are in a trash, reached by a link or a mount.
    package var trashes: [FilePath] = []
    /// Whether there are fences to judge by.
    package var hasFences = false
    /// Cameras for which the user gave an offset and of which the index has no photo.
    package var unknownCameras: [String] = []
    /// Photos that no track could place, since no offset from UTC is known; nil if that is not what keeps them.
    package var clockless: ClocklessPhotos?
    /// Whether positions are inferred, so that tracks and offsets of cameras have a meaning.
    package var infers = false
    /// The signal that ended the scan early.
    package var signal: InterruptionSignal?
    package var seconds = 0.0

    /// The counts that the index keeps of the run, by the contract's names.
    var counts: KeyValuePairs<String, Int> {
        ["new": new, "changed": changed, "moved": moved, "gone": gone, "problems": problems]
    }
}

/// Estimates how many files a walk will find, by listing names ahead of it.
///
/// Used only if somebody watches the progress: it costs about as much as listing the directories.
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

    /// The estimate; nil until it is known.
    var total: Int? { result.withLock { $0 } }

    /// Ends the counting soon.
    func cancel() {
        isCancelled.withLock { $0 = true }
    }
}
