import Foundation
import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
package import SystemPackage

/// The places of files in the test's directory.
extension FakeTrashService {
    package func ticket(ofParked path: FilePath) -> String? {
        isPermanent ? path.lastComponent.map { "permanent \($0.string)" } : nil
    }

    static func place(_ ticket: String, _ directory: FilePath) throws(TrashError) -> FilePath {
        let parts = ticket.split(separator: " ")
        guard parts.count == 2, ["trash", "permanent"].contains(parts[0]) else {
            throw TrashError(.unknownTicket, "is none of the test's")
        }
        return directory.appending(String(parts[1]))
    }

    /// The second name that a ticket gives to a file.
    static func aside(_ ticket: String, _ directory: FilePath) throws(TrashError) -> FilePath {
        let name = try place(ticket, directory).lastComponent?.string ?? ""
        return directory.appending("emptying-\(name)")
    }

    /// The file's place: under the second name only if nothing has the first.
    static func place(holding ticket: String, _ directory: FilePath) throws(TrashError) -> FilePath {
        let (place, aside) = (try place(ticket, directory), try aside(ticket, directory))
        if try status(place, or: nil) != nil { return place }
        return try status(aside, or: nil) == nil ? place : aside
    }

    static func status(_ path: FilePath, or kind: TrashError.Kind?) throws(TrashError) -> ParkedFile? {
        if let status = try? FileStatus(at: path) { return ParkedFile(status) }
        if let kind { throw TrashError(kind, "is not there") }
        return nil
    }

    /// Whether a path is a directory without links on the way.
    static func isDirectory(_ path: FilePath) -> Bool {
        let real = unsafe path.withPlatformString { unsafe realpath($0, nil) }
        guard let real = unsafe real else { return false }
        defer { unsafe free(real) }
        return unsafe FilePath(platformString: real) == path
    }

    static func rename(
        _ old: FilePath, to new: FilePath, orThrow kind: TrashError.Kind
    ) throws(TrashError) {
        if try status(new, or: nil) != nil { throw TrashError(kind, "something is there") }
        guard (try? FileManager.default.moveItem(atPath: old.string, toPath: new.string)) != nil else {
            throw TrashError(.failed, "cannot be renamed")
        }
    }
}
