import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The info files of the trash, in the directory `info`.
extension TrashSession.Entry {
    /// The size of an info file for the longest path, with every byte encoded.
    private static let mostBytes = 16 * 1024

    /// Makes a file of the call wait for the directory of info files, if there is one.
    func addInfo(to pending: inout PendingSync, for index: Int) throws(TrashError) {
        guard let folder = trash.info else { return }
        try pending.add(folder, on: trash.mount, for: index)
    }

    /// Writes the info file, under an unused name. It is not on the disk yet.
    ///
    /// - Throws: `taken`, `denied`, `full`, `failed`.
    func writeInfo() throws(TrashError) -> OpenFile {
        let file: OpenFile
        do throws(Errno) {
            file = try trash.writableInfo().open(ticket.infoName, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        } catch .fileExists {
            throw TrashError(.taken, "the name that it was to get in the trash is taken")
        } catch {
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be written to")
        }
        do throws(Errno) {
            try file.write(info)
        } catch {
            try? trash.info?.remove(ticket.infoName)
            throw TrashError(error, doing: "the trash \(ticket.directory) cannot be written to")
        }
        return file
    }

    /// Makes the info file under this name equal to the one under another, before the file is renamed. It is a hard
    /// link if the file system has links, since many empty their trash because the disk is full.
    ///
    /// - Returns: a file that is not on the disk yet; nil where none was made.
    /// - Throws: `taken`, `denied`, `full`, `failed`.
    func takeInfo(of other: Self) throws(TrashError) -> OpenFile? {
        do throws(Errno) {
            if try isDescribed() { return nil }
            guard try other.isDescribed() else { throw .noSuchFileOrDirectory }
            try trash.writableInfo().link(other.ticket.infoName, to: ticket.infoName)
            return nil
        } catch {
            return try writeInfo()
        }
    }

    /// Removes the info files under both names of the ticket if the file does not have the name. A failure leaves a few
    /// bytes behind and harms no file.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `denied`, `failed`.
    func removeInfos() throws(TrashError) -> Bool {
        var hadSome = false
        for entry in [self, aside] {
            if try entry.place.file() == nil, try entry.removeInfo() { hadSome = true }
        }
        return hadSome
    }

    /// Removes the info file under this name, if it was written for this ticket.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `denied`, `failed`.
    func removeInfo() throws(TrashError) -> Bool {
        do throws(Errno) {
            guard try isDescribed() else { return false }
            try trash.writableInfo().remove(ticket.infoName)
            return true
        } catch {
            throw TrashError(error, doing: "what the trash \(ticket.directory) says of it cannot be removed")
        }
    }

    /// Whether there is an info file that was written for this ticket, complete or not; the file may have had another
    /// path then, before its root was renamed.
    private func isDescribed() throws(Errno) -> Bool {
        guard let folder = trash.info, let status = try folder.status(ticket.infoName), status.isRegular
        else { return false }
        let said = try folder.beginning(of: ticket.infoName, atMost: max(info.count, Self.mostBytes) + 1)
        return TrashInfo(parsing: said)?.deleted == ticket.date || info.starts(with: said)
    }

    /// The contents of an info file, whoever wrote it; nil if there is none that can be read.
    static func info(_ name: FilePath, in folder: DirectoryHandle) throws(Errno) -> TrashInfo? {
        guard let status = try folder.status(name), status.isRegular else { return nil }
        return TrashInfo(parsing: try folder.beginning(of: name, atMost: mostBytes))
    }
}

extension DirectoryHandle {
    /// The first bytes of a small file.
    fileprivate func beginning(of name: FilePath, atMost limit: Int) throws(Errno) -> [UInt8] {
        try open(name, flags: O_RDONLY | O_NONBLOCK).bytes(atMost: limit)
    }
}
