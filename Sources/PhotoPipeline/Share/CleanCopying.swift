import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// Makes clean copies of photos for an album, as an export makes them, each in a file without a name beside the index:
/// in memory a film would be too large, and the system's directory for temporary files is others' too.
///
/// A copy is made when it is sent. What it consists of is recorded before, for later looks to compare with: the photo
/// may have left the library by then, or a later version may clean otherwise.
struct CleanCopying {
    let files: LibraryFiles
    /// Where they lie until they are sent.
    let directory: FilePath
    let environment: Environment

    /// Makes a clean copy of a file, and proves it.
    ///
    /// - Parameter member: the file, with the hash by which it was judged.
    /// - Throws: `ExportFailure`, `CleanFailure`, and what reading and writing fails with.
    func copy(of member: Action.Member, at target: CopyLocation) throws -> CopyForAlbum {
        let source = try ExportSource(
            member.path, member.fingerprint, keepsInodes: false, in: files, cleaning: .location,
            now: environment.clock.now)
        let copy = try unnamedFile()
        try source.write(to: copy)
        try source.prove(copy, at: member.path)
        guard try source.contentHash() == member.sha256 else { throw ExportFailure.failed(ExportFailure.changed) }
        let sending = try UploadSource(copy, at: member.path, interruption: environment.interruption)
        return CopyForAlbum(sending: sending, sha256: try source.hashOfCopy(), to: target)
    }

    /// A file whose temporary name is removed at once.
    private func unnamedFile() throws(Errno) -> OpenFile {
        let new = try NewFile(at: directory.appending("clean-copy"), flags: O_RDWR, mode: 0o600)
        return try new.file
    }
}
