import PhotoIndex
package import PhotoModel
package import SystemPackage

/// What a run tells a person besides its actions. How it is said is a front end's own.
package enum ActionNote: Hashable, Sendable {
    /// What killed runs had under way was settled, or as much of it as could be.
    case settled(Int, of: Int, InterruptedAct, destination: String?)
    /// Something of that is left as it is.
    case unsettled(Unsettled)
    /// So many uploads of killed runs are left as they are: their destination cannot be reached.
    case uploadsLeft(Int, destination: String)
    /// A file is back, and not quite as it was.
    case backWithout(String)
    /// Nothing says yet where photos are to be sent; a place is written like this.
    case destinationMissing(example: String)
    /// A destination cannot be sent to now.
    case unreachable(destination: String)
    /// The same of one whose copies are asked for, with why.
    case unasked(PipelineError)
    /// The name of a destination's list of receipts is another program's file.
    case foreignReceiptList(destination: String)
    /// A destination's list of receipts lacks some, with its name and why.
    case receiptsUnlisted(String)
    /// So many sidecars changed since they were sent, and went beside their earlier versions; where one of them is.
    case newVersions(Int, example: FilePath)
    /// The clock says an earlier moment than a run was at; both in nanoseconds since 1970-01-01T00:00:00Z.
    case clockSetBack(now: Int64, latest: Int64)
    /// Uploaded photos left the library in the last days by no purge that the index knows of; with them, more would go
    /// than may.
    case lossesUncounted(photos: Int)
    /// The trash cannot be asked what it knows to be removed.
    case trashUncounted(String)
    /// So many groups of a run are back, and the trash shows them still.
    case shownInTrash(groups: Int, run: Int64, why: String)
}

/// Acts that a killed run may have left under way.
package enum InterruptedAct: Hashable, Sendable { case removal, undo, upload }

/// What a killed run had under way, and nobody can settle now.
package struct Unsettled: Hashable, Sendable {
    /// The first file of the group; nil where that is not known, or the sentence begins with it.
    package let path: FilePath?
    /// Why, in one sentence without a full stop.
    package let detail: String?
    /// What to do about it.
    package let remedy: Remedy?

    /// Says which file, why, and what helps.
    package init(path: FilePath?, detail: String?, remedy: Remedy?) {
        (self.path, self.detail, self.remedy) = (path, detail, remedy)
    }
}
