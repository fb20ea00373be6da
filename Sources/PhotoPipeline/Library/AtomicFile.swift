import PhotoFiles
package import SystemPackage

/// A small file for other programs, which see either the old or the new content, never a part.
package enum AtomicFile {
    private static let tries = 10

    /// Writes a file, replacing an existing one. Links are followed.
    ///
    /// - Parameter isPrivate: whether a new file is nobody else's to read.
    /// - Throws: `unwritable`.
    package static func put(_ bytes: [UInt8], at path: FilePath, isPrivate: Bool = false) throws(PipelineError) {
        do {
            let target = (try? SmallFile.resolvingLinks(path)) ?? path
            for _ in 0..<tries {
                let before = try SmallFile.read(target)
                if try SmallFile.replace(target, expecting: before, with: bytes, isPrivate: isPrivate) { return }
            }
        } catch {
            throw PipelineError(.unwritable, "Cannot be written: \(error)", path: path)
        }
        throw PipelineError(.unwritable, "Another program keeps writing this file", path: path)
    }
}
