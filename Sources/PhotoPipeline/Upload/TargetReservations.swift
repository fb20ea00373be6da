import PhotoModel
import Synchronization
import SystemPackage

/// The names that groups under way are going to take, so that two of one run do not go for the same.
///
/// Names are compared as the pickiest destinations do: case and the form of accents do not count.
final class TargetReservations: Sendable {
    private let taken = Mutex<Set<String>>([])

    /// Takes all of the names, or none where another has one of them.
    ///
    /// - Returns: whether they were taken.
    func take(_ targets: [FilePath]) -> Bool {
        let keys = targets.map(Self.key)
        return taken.withLock { taken in
            if keys.contains(where: taken.contains) { return false }
            taken.formUnion(keys)
            return true
        }
    }

    /// Gives names back: they are on the destination by now, or are not wanted any more.
    func giveBack(_ targets: [FilePath]) {
        let keys = targets.map(Self.key)
        taken.withLock { $0.subtract(keys) }
    }

    /// Swift compares texts by canonical equivalence.
    private static func key(_ target: FilePath) -> String {
        target.string.lowercased()
    }
}
