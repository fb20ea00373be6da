import PhotoIndex
package import PhotoModel
package import SystemPackage

/// What a run tells a person in addition to its actions. The wording is the front end's.
package enum ActionNote: Hashable, Sendable {
    /// Work that killed runs had under way was settled, all of it or a part.
    case settled(Int, of: Int, InterruptedAct, destination: String?)
    /// Some of that work could not be settled and is left as it is.
    case unsettled(Unsettled)
    /// The number of uploads of killed runs that are left as they are because their destination cannot be reached.
    case uploadsLeft(Int, destination: String)
    /// Interrupted uploads to a destination to which this run does not send.
    case uploadsWaiting(Int, destination: String)
    /// The number of interrupted retractions that are left as they are because their destination cannot be reached.
    case retractionsLeft(Int, destination: String)
    /// A path or pattern of `[triage] gpx` names no file.
    case noTracks(FilePath)
    /// A file is back, but differs from what it was.
    case backWithout(String)
    /// No destination is set. The example shows how to write one.
    case destinationMissing(example: String)
    /// The index has a destination at another place from now on, as its marker is there and no more at the old one.
    case destinationMoved(destination: String, from: String, to: String)
    /// A destination is unreachable, so nothing is sent to it.
    case unreachable(destination: String)
    /// A destination whose copies are needed is unreachable, and why.
    case unasked(PipelineError)
    /// A file of another program has the name of a destination's list of receipts.
    case foreignReceiptList(destination: String)
    /// A destination's list of receipts is incomplete: its name, and why.
    case receiptsUnlisted(String)
    /// The number of sidecars that changed since they were sent and were sent beside their earlier versions, and the
    /// target of one of them.
    case newVersions(Int, example: FilePath)
    /// The clock is behind the latest moment of an earlier run; both in nanoseconds since 1970-01-01T00:00:00Z.
    case clockSetBack(now: Int64, latest: Int64)
    /// Uploaded photos left the library in the last days without a purge that the index knows. Counting them, the purge
    /// would exceed its cap.
    case lossesUncounted(photos: Int)
    /// The trash could not be asked for recent removals.
    case trashUncounted(String)
    /// The number of photos of a run that are back but that the trash still lists.
    case shownInTrash(photos: Int, run: Int64, why: String)
}

/// The acts that a killed run may have left unfinished.
package enum InterruptedAct: Hashable, Sendable { case removal, undo, retraction, upload }

/// Unfinished work of a killed run that cannot be settled now.
package struct Unsettled: Hashable, Sendable {
    /// The first file of the group; nil if it is not known, or if ``detail`` begins with it.
    package let path: FilePath?
    /// Why, in one sentence without a full stop.
    package let detail: String?
    /// What to do about it.
    package let remedy: Remedy?

    /// Unsettled work with its first file, the cause and what helps.
    package init(path: FilePath?, detail: String?, remedy: Remedy?) {
        (self.path, self.detail, self.remedy) = (path, detail, remedy)
    }

    /// What may be ours at a destination and is not known to be what was sent.
    static func foreign(_ place: FilePath) -> Unsettled {
        Unsettled(path: place, detail: Leftover.detail(at: place), remedy: nil)
    }
}

extension Leftover {
    /// Whether it has a temporary name of an upload; else it has the name of a copy, in a directory that may have been
    /// moved.
    package var isTemporary: Bool { Self.isTemporary(path) }

    /// What it is and what to do about it, to follow its place.
    package var detail: String { Self.detail(at: path) }

    private static func isTemporary(_ path: FilePath) -> Bool {
        path.lastComponent?.string.hasPrefix(OwnName.prefix) == true
    }

    fileprivate static func detail(at path: FilePath) -> String { isTemporary(path) ? temporary : named }

    private static let named =
        "has the name and the size of a copy that an interrupted upload was about to name in another directory, which "
        + "is gone: if it was moved, this may be that copy; it counts as none, a work photo is sent again, and if nobody "
        + "needs it, remove it there by hand; the next upload tells of it a last time"
    private static let temporary =
        "has the temporary name of an upload at the destination, and nothing proves that it is what was sent: another "
        + "program or a power failure has changed it, or the photo is not in the library as it was; if nobody needs "
        + "it, remove it there by hand"
}
