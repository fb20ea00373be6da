import PhotoFiles
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

    /// The names for a file of the destination's own at its top.
    init(own name: FilePath, digits: String) {
        self.name = name
        directory = FilePath()
        part = FilePath(UnfinishedName.part(digits: digits))
        copying = FilePath(OwnName.prefix + digits + UnfinishedName.copying)
    }

    /// - Throws: `refused` for a target that cannot be, `failed` where the ticket's text is none of ours.
    init(_ upload: TicketedUpload) throws(UploadError) {
        try self.init(target: upload.target.path, ticket: upload.ticket)
    }

    /// - Throws: as above.
    init(target: FilePath, ticket: String) throws(UploadError) {
        let digits = try TicketedUpload.digits(ofTicket: ticket, for: target)
        name = target.lastComponent?.path ?? target
        directory = target.removingLastComponent()
        part = FilePath(ticket)
        copying = FilePath(OwnName.prefix + digits + UnfinishedName.copying)
    }
}
