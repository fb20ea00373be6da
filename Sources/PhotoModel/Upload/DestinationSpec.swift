package import SystemPackage

/// Where uploads go, as users write it: `folder:PATH`, `rclone:REMOTE:PATH` or `drive:FOLDER`.
package enum DestinationSpec: Hashable, Sendable {
    /// A directory: of another disk, or of a share that is mounted.
    case folder(FilePath)
    /// A path of a remote that the installed rclone knows.
    case rclone(remote: String, path: String)
    /// A folder of Google Drive, by its path from the top folder.
    case drive(folder: String)

    /// - Parameters:
    ///   - text: what the user wrote.
    ///   - path: makes the path of a folder absolute.
    /// - Throws: `TextError` where it is none of the three, or names nothing.
    package init(parsing text: String, path: (String) -> FilePath) throws(TextError) {
        guard let colon = text.firstIndex(of: ":") else { throw Self.refusal(text) }
        let rest = String(text[text.index(after: colon)...])
        if rest.isEmpty { throw Self.refusal(text) }
        switch text[..<colon] {
        case "folder": self = .folder(path(rest))
        case "drive": self = .drive(folder: rest)
        case "rclone":
            guard let second = rest.firstIndex(of: ":"), second != rest.startIndex else { throw Self.refusal(text) }
            self = .rclone(remote: String(rest[..<second]), path: String(rest[rest.index(after: second)...]))
        default: throw Self.refusal(text)
        }
    }

    /// As users write it. Bytes of a folder's path that are not UTF-8 are replaced: this is for people.
    package var text: String {
        switch self {
        case .folder(let path): "folder:\(path.string)"
        case .rclone(let remote, let path): "rclone:\(remote):\(path)"
        case .drive(let folder): "drive:\(folder)"
        }
    }

    private static func refusal(_ text: String) -> TextError {
        TextError("'\(text)' is no destination: write folder:PATH, rclone:REMOTE:PATH or drive:FOLDER")
    }
}
