import PhotoIndex
package import SystemPackage

/// How sound an index is.
package enum IndexHealth {
    /// Nothing is wrong with it.
    case whole
    /// It can be read, and this is wrong with it, a sentence each.
    case faulty([String])
    /// It cannot be read, or not to its end.
    case unreadable(PipelineError)

    /// Reads all of an index.
    ///
    /// - Parameters:
    ///   - path: the index.
    ///   - owner: who made it.
    /// - Throws: `PipelineError` for what is no damage: no index, another's or a newer one, one that may not be read.
    package init(of path: FilePath, owner: String) throws(PipelineError) {
        do {
            let faults = try PhotoIndex.open(forReadingAt: path, owner: owner).checkIntegrity()
            self = faults.isEmpty ? .whole : .faulty(faults)
        } catch {
            switch error {
            case .damaged, .notAnIndex, .failed: self = .unreadable(PipelineError(error))
            default: throw PipelineError(error)
            }
        }
    }
}
