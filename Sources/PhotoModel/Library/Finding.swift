package import SystemPackage

/// Something wrong with one file or directory. It is counted and listed; it never stops a run.
package struct Finding: Hashable, Sendable {
    /// The kind of problem. The raw values are the contract's `what`.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The named file or directory does not exist.
        case missing
        /// It is there and cannot be read.
        case unreadable
        /// It was listed and is gone now.
        case vanished
        /// It changed while it was read.
        case changed
        /// Its content is damaged.
        case corrupt
        /// Its content is of an unsupported kind.
        case unsupported
        /// It is too large to be read.
        case tooLarge = "too-large"
        /// A root is not there, or is empty though photos are known below it.
        case rootMissing = "root-missing"
        /// A root is on another file system than before, or has lost more than half its files.
        case rootChanged = "root-changed"
        /// A directory that contains itself, over a link or a mount.
        case loop
        /// A name that cannot be used.
        case name
        /// A sidecar without its photo.
        case sidecarOrphan = "sidecar-orphan"
        /// A parked file that no journal knows: a killed run had renamed it, before removing it permanently or until it
        /// could get its own name back.
        case parked

        /// Whether it left a part of the work undone. A sidecar without its photo is only reported.
        package var leavesWorkUndone: Bool { self != .sidecarOrphan }

        /// Whether a person may accept it for a file in its current state, if the file is damaged or unsupported. It is
        /// unknown what is behind a file or directory that cannot be reached.
        package var isAcceptable: Bool { [.corrupt, .unsupported, .tooLarge].contains(self) }
    }

    /// The file or directory.
    package var path: FilePath
    package var kind: Kind
    /// Why, in one sentence without a full stop, fit to follow the path and a colon. Holds no coordinates.
    package var detail: String
    /// What to do about it; nil if nothing helps, or nothing has to be said.
    package var remedy: Remedy?
    /// Whether an earlier scan reported the same problem.
    package var isKnown = false

    package init(path: FilePath, kind: Kind, detail: String, remedy: Remedy? = nil) {
        self.path = path
        self.kind = kind
        self.detail = detail
        self.remedy = remedy
    }
}

/// Why a file with one of the program's own names is not written to: it is somebody else's.
package enum ForeignFile: Hashable, Sendable {
    /// It is a symbolic link.
    case link
    /// It is a directory, a pipe or a device.
    case notRegular
    /// It has a content that the program does not write.
    case otherContent

    /// The reason, to follow the path and a colon.
    package var words: String {
        switch self {
        case .link: "it is a symbolic link"
        case .notRegular: "it is not a regular file"
        case .otherContent: "this program does not write such content"
        }
    }
}
