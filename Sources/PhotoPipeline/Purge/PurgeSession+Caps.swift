import PhotoIndex
import PhotoModel
import SystemPackage

extension PurgeSession {
    /// How much of each root has left it lately: what was removed, and what a run that was killed, or failed, has parked
    /// and nobody could put back. The journal has no end for that; it counts as long as it is not under its own name.
    ///
    /// - Throws: `IndexError`.
    func removalCaps() throws -> [RemovalCap] {
        var caps = try index.removalCaps(since: environment.clock.now - RemovalCap.span)
        for member in try index.underWay(.purge).flatMap(\.members) where member.role != .sidecar {
            guard let place = caps.firstIndex(where: { member.path.starts(with: $0.path) }) else { continue }
            if !SmallFile.exists(member.path) { caps[place].removed += 1 }
        }
        return caps
    }
}
