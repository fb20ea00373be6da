package import SystemPackage

/// A small file for other programs, which see the old one or the new one and never a part.
package enum WholeFile {
    private static let tries = 10

    /// Puts a file in the place of one that may be there. Links are followed.
    ///
    /// - Parameters:
    ///   - bytes: what it is to hold.
    ///   - path: where it is.
    /// - Throws: `PipelineError`, `unwritable`.
    package static func put(_ bytes: [UInt8], at path: FilePath) throws(PipelineError) {
        do {
            let target = (try? SmallFile.resolvingLinks(path)) ?? path
            for _ in 0..<tries {
                if try SmallFile.replace(target, expecting: try SmallFile.read(target), with: bytes) { return }
            }
        } catch {
            throw PipelineError(.unwritable, "Cannot be written: \(error)", path: path)
        }
        throw PipelineError(.unwritable, "Another program keeps writing this file", path: path)
    }
}
