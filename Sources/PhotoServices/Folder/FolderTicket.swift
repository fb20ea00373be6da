import PhotoModel
import PhotoPipeline
import SystemPackage

/// The names in a target's directory that one upload has for itself until it is finished.
struct FolderTicket {
    /// Where the file will be, as a name in its directory.
    let name: FilePath
    /// The directory, below the top; empty where that is the top.
    let directory: FilePath
    /// The temporary file. The ticket's text is this name.
    let part: FilePath
    /// An empty file that stands there while the final name has a copy of the temporary file that is not yet whole.
    let copying: FilePath

    /// What every name of ours begins with.
    static let prefix = OwnName.prefix

    /// The ticket's text.
    static func text(digits: String) -> String { prefix + digits + UnfinishedName.part }

    /// The names for a file of the destination's own at its top.
    init(own name: FilePath, digits: String) {
        self.name = name
        directory = FilePath()
        part = FilePath(Self.text(digits: digits))
        copying = FilePath(Self.prefix + digits + UnfinishedName.copying)
    }

    /// - Throws: `refused` for a target that cannot be, `failed` where the ticket's text is none of ours.
    init(_ upload: TicketedUpload) throws(UploadError) {
        try self.init(target: upload.target.path, ticket: upload.ticket)
    }

    /// - Throws: as above.
    init(target: FilePath, ticket: String) throws(UploadError) {
        try FolderTarget.check(target)
        guard let digits = UnfinishedName.digits(of: Array(ticket.utf8)), ticket.hasSuffix(UnfinishedName.part) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        name = FolderTarget.name(of: target)
        directory = target.removingLastComponent()
        part = FilePath(ticket)
        copying = FilePath(Self.prefix + digits + UnfinishedName.copying)
    }
}

/// Which targets can be.
enum FolderTarget {
    /// - Throws: `refused` for a target that is empty, leads out, has a component that no Linux file system takes, is a file
    ///   of the destination's own, or lies in a trash.
    static func check(_ target: FilePath) throws(UploadError) {
        if target.isEmpty || target.isAbsolute { throw UploadError(.refused, "is no path below the destination") }
        for component in target.components {
            if component.kind != .regular { throw UploadError(.refused, "leads out of the destination") }
            let bytes = component.path.bytes
            if bytes.count > 255 { throw UploadError(.refused, "has a name of more than 255 bytes") }
            if isOwn(String(decoding: bytes, as: UTF8.self).lowercased(), isAtTop: target.components.count == 1) {
                throw UploadError(.refused, "has a name that the destination keeps for itself")
            }
        }
        if TrashDirectory.depth(in: target.components.map(\.path.bytes)) != nil {
            throw UploadError(.refused, "lies in a directory that is a trash")
        }
    }

    /// The last component.
    static func name(of target: FilePath) -> FilePath {
        target.lastComponent?.path ?? target
    }

    /// Case is not told apart, as on some file systems.
    private static func isOwn(_ name: String, isAtTop: Bool) -> Bool {
        name.hasPrefix(FolderTicket.prefix) || isAtTop && name == FolderService.receiptsName.string
    }
}
