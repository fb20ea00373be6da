import PhotoIndex
package import SystemPackage

extension DestinationBook {
    /// The configuration's destinations, and those of an index, where there is one.
    ///
    /// - Throws: `PipelineError`: where the index cannot be read, or one name stands for two places.
    package init(
        configured: [ConfiguredDestination], index path: FilePath, owner: String, kinds: DestinationKinds
    ) throws(PipelineError) {
        let index = try readIndex(at: path, owner: owner)
        let known = try fromIndex { try index?.destinations() ?? [] }
        try self.init(configured: configured, known: known, kinds: kinds)
    }
}

/// An index for reading; nil where there is none.
func readIndex(at path: FilePath, owner: String) throws(PipelineError) -> PhotoIndex? {
    do {
        return try fromIndex { try PhotoIndex.open(forReadingAt: path, owner: owner) }
    } catch {
        if error.kind == .noIndex { return nil }
        throw error
    }
}
