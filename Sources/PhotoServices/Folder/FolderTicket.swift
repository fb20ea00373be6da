import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The names in a target's directory that one upload uses until it is finished.
struct FolderTicket {
    /// The final name, without the directory.
    let name: FilePath
    /// The directory, below the top; empty for the top itself.
    let directory: FilePath
    /// The temporary file. The ticket's text is this name.
    let part: FilePath
    /// An empty file that exists while the final name has an incomplete copy of the temporary file.
    let copying: FilePath

    /// The names for one of the destination's own files at its top.
    init(own name: FilePath, digits: String) {
        self.name = name
        directory = FilePath()
        part = FilePath(UnfinishedName.part(digits: digits))
        copying = FilePath(OwnName.prefix + digits + UnfinishedName.copying)
    }

    /// - Throws: `refused` for an impossible target, `failed` where the ticket's text is not one of ours.
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
