import PhotoModel
import PhotoPipeline
import SystemPackage

/// Which targets can be, at the kinds of destinations that know a copy by its path.
enum CopyTarget {
    /// - Throws: `refused` for a target that is empty, leads out, has a component that no Linux file system takes, is a
    ///   file of the destination's own, or lies in a trash.
    static func check(_ target: FilePath) throws(UploadError) {
        if target.isEmpty || target.isAbsolute { throw UploadError(.refused, "is not a path below the destination") }
        for component in target.components {
            if component.kind != .regular { throw UploadError(.refused, "leads out of the destination") }
            let bytes = component.path.bytes
            if bytes.count > 255 { throw UploadError(.refused, "has a name of more than 255 bytes") }
            if isOwn(String(decoding: bytes, as: UTF8.self).lowercased(), isAtTop: target.components.count == 1) {
                throw UploadError(.refused, "has a name that the destination reserves")
            }
        }
        if TrashDirectory.depth(in: target.components.map(\.path.bytes)) != nil {
            throw UploadError(.refused, "is in a directory that is a trash")
        }
    }

    /// Case is not told apart, as on some file systems.
    private static func isOwn(_ name: String, isAtTop: Bool) -> Bool {
        name.hasPrefix(OwnName.prefix) || isAtTop && name == FolderService.receiptsName.string
    }
}

extension TicketedUpload {
    /// The digits of the ticket, which is the name of a temporary file beside its target. What has that name is written
    /// to and removed, and the journal may have been edited: no ticket leads to anything else.
    ///
    /// - Throws: `refused` for a target that cannot be, `failed` where the ticket is none of ours.
    static func digits(ofTicket ticket: String, for target: FilePath) throws(UploadError) -> Substring {
        try CopyTarget.check(target)
        guard ticket.hasSuffix(UnfinishedName.part), let digits = UnfinishedName.digits(of: Array(ticket.utf8)) else {
            throw UploadError(.failed, "its ticket is not one of this destination")
        }
        return digits
    }

    /// A copy with a ticket that is the name of a temporary file beside its target.
    ///
    /// - Parameters:
    ///   - copy: what is to be copied.
    ///   - random: gives 64 random bits.
    /// - Throws: `refused` for a target that cannot be.
    init(for copy: PlannedCopy, random: () -> UInt64) throws(UploadError) {
        try CopyTarget.check(copy.target)
        self.init(
            target: CopyLocation(copy.target), ticket: UnfinishedName.part(digits: randomDigits(random)),
            modified: copy.modified)
    }
}
