internal import Glibc
package import PhotoModel
internal import SystemPackage

/// Why a file could not be read at all. Damaged content is no failure but ``FileContent/broken(_:detail:)``.
package struct ReadFailure: Error, Hashable, Sendable {
    /// `missing` or `vanished` where there is no such file, `changed` where it shrank while it was read, else
    /// `unreadable`.
    package var kind: Finding.Kind
    /// Why, as in ``Finding/detail``.
    package var detail: String

    /// A failure of some kind, with why.
    package init(_ kind: Finding.Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    /// What a failed `open` means; `absent` is the kind for a name that nothing has.
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

    /// A read that the system refused.
    init(reading error: Int32) {
        self.init(.unreadable, "cannot be read: \(Errno(rawValue: error))")
    }

    /// The file is another after reading than before.
    static var changed: ReadFailure {
        ReadFailure(.changed, "changed while it was read")
    }

    /// Fewer bytes came than the size promised.
    static var shrank: ReadFailure {
        ReadFailure(.changed, "became shorter while it was read")
    }
}
