import PhotoIndex
import PhotoModel
package import SystemPackage

extension Library {
    /// The files that removals which were killed have parked: they have another name for now, and the next command that
    /// changes something finishes them or puts them back.
    ///
    /// - Parameter environment: the world, whose trash is asked.
    /// - Returns: where the files were, in the order of their removal. Those of a run that is under way are not among
    ///   them, nor such as nobody can look for.
    /// - Throws: `PipelineError` where the index fails.
    package func parked(in environment: Environment) throws(PipelineError) -> [FilePath] {
        let actions = try fromIndex { try index.underWay(.purge) }
        if actions.isEmpty { return [] }
        let runs = try fromIndex { try index.status().unfinishedRuns }
        if runs.contains(where: { $0.command != "scan" && RunProcess(host: $0.host, pid: $0.pid).isAlive }) {
            return []
        }
        return actions.flatMap(\.members).filter { member in
            guard let ticket = member.ticket else { return false }
            let service = environment.trashService(RemovalWay(ticket: ticket) ?? .trash)
            return (try? service.parked(ticket)) != nil
        }.map(\.path)
    }
}
