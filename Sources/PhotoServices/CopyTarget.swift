import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Which targets are possible, for the kinds of destinations that identify a copy by its path.
enum CopyTarget {
    /// - Throws: `refused` for a target that is empty, leads out, has a component that no Linux file system accepts, is
    ///   one of the destination's own files, or is in a trash or in the folder of albums.
    static func check(_ target: FilePath) throws(UploadError) {
        if target.isEmpty || target.isAbsolute { throw UploadError(.refused, "is not a path below the destination") }
        // From the bytes: FilePath parses itself again for every component, and each copy is checked three times.
        let names = target.bytes.split(separator: UInt8(ascii: "/")).map(Array.init)
        for name in names {
            let text = String(decoding: name, as: UTF8.self).lowercased()
            if text == "." || text == ".." { throw UploadError(.refused, "leads out of the destination") }
            if name.count > 255 { throw UploadError(.refused, "has a name of more than 255 bytes") }
            if isOwn(text, isAtTop: names.count == 1) {
                throw UploadError(.refused, "has a name that the destination reserves")
            }
        }
        if TrashDirectory.depth(in: names) != nil {
            throw UploadError(.refused, "is in a directory that is a trash")
        }
        if AlbumFolder.contains(target) {
            throw UploadError(.refused, "is in the folder of albums, into which nothing is uploaded")
        }
    }

    /// Ignores case, as some file systems do.
    private static func isOwn(_ name: String, isAtTop: Bool) -> Bool {
        name.hasPrefix(OwnName.prefix) || isAtTop && name == FolderService.receiptsName.string
    }
}

extension TicketedUpload {
    /// The digits of a ticket, which is the name of a temporary file beside its target. A file with that name is
    /// written to and removed, and the journal may have been edited, so no ticket may lead to anything else.
    ///
    /// - Throws: `refused` for an impossible target, `failed` where the ticket is not one of ours.
    static func digits(ofTicket ticket: String, for target: FilePath) throws(UploadError) -> Substring {
        try CopyTarget.check(target)
        guard ticket.hasSuffix(UnfinishedName.part), let digits = UnfinishedName.digits(of: Array(ticket.utf8)) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        return digits
    }

    /// A copy with a ticket that is the name of a temporary file beside its target.
    ///
    /// - Parameter random: returns 64 random bits.
    /// - Throws: `refused` for an impossible target.
    init(for copy: PlannedCopy, random: () -> UInt64) throws(UploadError) {
        try CopyTarget.check(copy.target)
        self.init(
            target: CopyLocation(copy.target), ticket: UnfinishedName.part(digits: randomDigits(random)),
            modified: copy.modified)
    }
}

extension UploadError {
    /// The error for a temporary name that has something of another's.
    static func foreignPart(_ name: FilePath) -> UploadError {
        UploadError(
            .taken, "what has its temporary name, \(terminalSafe(name.bytes)), is not what was sent, and stays there")
    }
}
