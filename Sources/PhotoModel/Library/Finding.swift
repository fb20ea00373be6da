package import SystemPackage

/// Something wrong with one file or directory. It is counted and listed; it never stops a run.
package struct Finding: Hashable, Sendable {
    /// What was found wrong. The raw values are the contract's `what`.
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
        /// Its content is of a kind that is not read.
        case unsupported
        /// It is larger than what is read.
        case tooLarge = "too-large"
        /// A root is not there, or is empty though photos are known below it.
        case rootMissing = "root-missing"
        /// A root lies on another file system than before, or lost more than half its files.
        case rootChanged = "root-changed"
        /// A directory that contains itself, over a link or a mount.
        case loop
        /// A name that cannot be used.
        case name
        /// A sidecar without its photo.
        case sidecarOrphan = "sidecar-orphan"
        /// A file that waits to be removed for good, or for its name, and that no journal knows of.
        case parked

        /// Whether something of what was asked for was left undone. A sidecar without its photo is told of, and nothing
        /// was to be done with it.
        package var leavesWorkUndone: Bool { self != .sidecarOrphan }

        /// Whether a person may accept it of a file as it is: of one that is damaged, or that nobody here reads. Behind
        /// what cannot be reached there may be anything.
        package var isAcceptable: Bool { [.corrupt, .unsupported, .tooLarge].contains(self) }
    }

    /// The file or directory.
    package var path: FilePath
    /// What is wrong.
    package var kind: Kind
    /// Why, in one sentence without a full stop, fit to follow the path and a colon. Holds no coordinates.
    package var detail: String
    /// What to do about it; nil where nothing helps, or nothing has to be said.
    package var remedy: Remedy?
    /// Whether an earlier scan told the very same of it.
    package var isKnown = false

    package init(path: FilePath, kind: Kind, detail: String, remedy: Remedy? = nil) {
        self.path = path
        self.kind = kind
        self.detail = detail
        self.remedy = remedy
    }
}

/// Why what has a name of the program's own is not written to: it is somebody else's.
package enum ForeignFile: Hashable, Sendable {
    /// A symbolic link stands there.
    case link
    /// A directory, a pipe or a device stands there.
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
