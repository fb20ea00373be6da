internal import Glibc
package import PhotoModel
internal import SystemPackage

/// The reason why a file could not be read. Damaged content is not a failure but ``FileContent/broken``.
package struct ReadFailure: Error, Hashable, Sendable {
    /// `missing` or `vanished` if the file does not exist, `changed` if it shrank while it was read, otherwise
    /// `unreadable`.
    package var kind: Finding.Kind
    /// The cause, as in ``Finding/detail``.
    package var detail: String

    /// A failure of the given kind.
    package init(_ kind: Finding.Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// The failure for an error of `open`; `absent` is the kind for a name that does not exist.
    init(opening error: Int32, absent: Finding.Kind) {
        switch error {
        case ENOENT, ENOTDIR:
            self.init(absent, absent == .vanished ? "is gone since its directory was read" : "does not exist")
        case ELOOP:
            self.init(.unreadable, "is a symbolic link, or has one in its path")
        default:
            self.init(.unreadable, "cannot be opened: \(Errno(rawValue: error))")
        }
    }

    init(reading error: Int32) {
        self.init(.unreadable, "cannot be read: \(Errno(rawValue: error))")
    }

    /// The file was changed while it was read.
    static var changed: ReadFailure {
        ReadFailure(.changed, "changed while it was read")
    }

    /// Fewer bytes were read than the file's size.
    static var shrank: ReadFailure {
        ReadFailure(.changed, "became shorter while it was read")
    }
}
