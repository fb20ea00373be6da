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
        case .notRegular: "it is no regular file"
        case .otherContent: "its content is none that this program writes"
        }
    }
}
