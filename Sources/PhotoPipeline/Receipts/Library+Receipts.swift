import PhotoIndex
import PhotoModel
package import SystemPackage

extension Library {
    /// Calls `body` with each receipt, by destination and target, until there is none left or `body` says no. No
    /// destination is asked.
    ///
    /// - Parameters:
    ///   - name: only the destination that this means, a name or a spec; nil for all.
    ///   - all: whether those that count for nothing come too: that failed, or whose destination was removed.
    ///   - configured: the configuration's destinations.
    ///   - kinds: the kinds of destinations that there are.
    ///   - path: makes the path of a folder absolute.
    ///   - body: gives whether to go on.
    /// - Throws: what `body` throws; `PipelineError`: `unknown` where the name is none, and what befalls the index.
    package func receipts(
        of name: String?, all: Bool, configured: [ConfiguredDestination], kinds: DestinationKinds,
        path: (String) -> FilePath,
        _ body: (ReceiptCheck) throws -> Bool
    ) throws {
        let row = try name.map { try known($0, configured: configured, kinds: kinds, path: path) }
        do {
            try index.receipts(destination: row?.id) { stored in
                let counts = stored.failedAt == nil && stored.destination.removedAt == nil
                guard counts || all else { return true }
                return try body(
                    ReceiptCheck(
                        row: stored.id, destination: stored.destination.name, marker: stored.destination.marker,
                        receipt: stored.receipt, failedAt: stored.failedAt))
            }
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }

    private func known(
        _ text: String, configured: [ConfiguredDestination], kinds: DestinationKinds,
        path: (String) -> FilePath
    ) throws(PipelineError) -> KnownDestination {
        let known = try fromIndex { try index.destinations() }
        let named = try DestinationBook(configured: configured, known: known, kinds: kinds).find(text, path: path)
        if let row = known.first(where: { $0.name == named.name || $0.spec == named.spec.text }) { return row }
        throw PipelineError(
            .unknown, "Nothing was ever sent to \(terminalSafe(named.name))", next: "workphotos destination list")
    }
}
