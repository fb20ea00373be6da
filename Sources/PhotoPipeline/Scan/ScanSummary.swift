package import PhotoModel
package import SystemPackage

/// What a scan did and what its roots hold now: the contract's `summary` of scan.
package struct ScanSummary: Sendable {
    /// The roots that were walked, whole or in part.
    package var roots: [FilePath] = []
    /// Stills and videos below these roots.
    package var photos = 0
    /// Photos read for the first time.
    package var new = 0
    /// Of these: photos that a purge had removed, and that somebody brought back by other means than undo. They are held.
    package var returned = 0
    /// Photos whose content or facts are not what they were.
    package var changed = 0
    /// Photos found under another path.
    package var moved = 0
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
    /// Whether one of them left something of the scan undone, which a sidecar without its photo does not, or what killed
    /// runs had parked could not be settled.
    package var isPartial = false
    /// Directories that were asked for and could not be walked at all.
    package var failedRoots = 0
    /// Directories in which a destination's marker lies, so that nothing is uploaded there.
    package var markers: [FilePath] = []
    /// Directories that are a trash's by another road, a link or a mount, and were left out.
    package var trashes: [FilePath] = []
    /// Whether there is anything to judge by.
    package var hasFences = false
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
