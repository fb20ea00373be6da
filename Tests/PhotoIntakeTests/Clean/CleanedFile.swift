import Foundation
import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A file with its clean copy.
struct CleanedFile {
    /// The copy's bytes.
    let bytes: [UInt8]
    let removed: Set<Carrier>
    /// What our reader finds in the copy.
    let facts: PhotoFacts

    /// Cleans a file, and proves the copy.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - depth: how much is taken out.
    ///   - scratch: where the copy is put.
    ///   - change: what happens to the copy's bytes on their way to the disk.
    /// - Throws: `CleanFailure` where it is refused.
    init(
        _ path: FilePath, _ depth: CleanDepth = .location, in scratch: TemporaryTree,
        changing change: (inout [UInt8]) -> Void = { _ in }
    ) throws {
        var reader = PhotoReader()
        guard case .photo(let source) = try reader.read(path: path, now: later).get().content else {
            throw CleanFailure.refused("is no photo")
        }
        let file = try FileDescriptor.open(path, .readOnly)
        defer { try? file.close() }
        var cleaning = try CleanCopy(of: file, saying: source, depth)
        var bytes: [UInt8] = []
        try cleaning.write { bytes += $0 }
        change(&bytes)
        let copy = scratch.path(FilePath("copy.\(path.extension ?? "")"))
        try Data(bytes).write(to: URL(filePath: copy.string))
        let written = try FileDescriptor.open(copy, .readOnly)
        defer { try? written.close() }
        try cleaning.prove(written, at: copy)
        guard case .photo(let facts) = try reader.read(path: copy, now: later).get().content else {
            throw CleanFailure.refused("is no photo any more")
        }
        (self.bytes, removed, self.facts) = (bytes, cleaning.recipe.removed, facts)
    }
}
