import PhotoIndex
import PhotoIntake
package import PhotoModel
package import SystemPackage

/// The ways to have an index again, the one that loses least first.
package struct RecoveryOptions {
    private let index: FilePath
    private let owner: String
    private let configured: [ConfiguredDestination]
    private let hasConfiguredRoots: Bool
    private let kinds: DestinationKinds

    /// - Parameters:
    ///   - index: the index that is damaged.
    ///   - owner: who made it.
    ///   - configured: the configuration's destinations.
    ///   - hasConfiguredRoots: whether a scan knows by the configuration what to walk.
    ///   - kinds: the kinds of destinations that there are.
    package init(
        of index: FilePath, owner: String, configured: [ConfiguredDestination], hasConfiguredRoots: Bool,
        kinds: DestinationKinds
    ) {
        self.index = index
        self.owner = owner
        self.configured = configured
        self.hasConfiguredRoots = hasConfiguredRoots
        self.kinds = kinds
    }

    /// Looks for them, with what can still be read of the index. Writes nothing.
    package func find() -> [RecoveryOption] {
        let damaged = try? PhotoIndex.open(forReadingAt: index, owner: owner)
        let scan = scan(roots: (try? damaged?.roots().map(\.path)) ?? [])
        let backup = KnownBackups(of: index).newest(owner: owner).map { backup in
            RecoveryOption(
                kind: .backup, path: backup.path, made: backup.modified, photos: backup.photos,
                steps: [aside, .putBack(backup.path, as: index), .scan()])
        }
        let rebuild = rebuild(known: (try? damaged?.destinations()) ?? [])
        return [
            backup, way(.rebuild, [aside] + rebuild + [scan]), way(.scan, [aside, scan]),
        ].compactMap(\.self)
    }

    private func way(_ kind: RecoveryOption.Kind, _ steps: [Remedy]) -> RecoveryOption {
        RecoveryOption(kind: kind, path: nil, made: nil, photos: nil, steps: steps)
    }

    /// Puts the index aside with its log: without it a new one would be taken for the rest of that log.
    private var aside: Remedy {
        let taken = (1...).lazy.map { $0 == 1 ? ".damaged" : ".damaged-\($0)" }
            .map { index.appendingToName($0) }
        let target = taken.first { !SmallFile.exists($0) } ?? index.appendingToName(".damaged")
        let moves = ["", "-wal"].filter(isThere).map { ending in
            let words = [index, target].map { shellQuoted($0.appendingToName(ending).bytes) }
            return "mv \(words.joined(separator: " "))"
        }
        return .command(moves.joined(separator: " && "))
    }

    /// Whether there is a file beside the index, with more behind its name, that holds anything.
    private func isThere(_ ending: String) -> Bool {
        ((try? FileStatus(at: index.appendingToName(ending)))?.fingerprint.size ?? 0) > 0
    }

    /// Has the destinations that are known tell what was sent to them. A name that only the index had is given anew.
    private func rebuild(known: [KnownDestination]) -> [Remedy] {
        let names = configured.map { Remedy.rebuild(from: $0.name) }
        let specs = known.filter { known in !configured.contains { $0.spec.text == known.spec } }.flatMap { known in
            let shown = kinds.shown(known.spec)
            let name: Remedy? =
                known.name == shown ? nil : .addDestination(name: known.name, place: Array(shown.utf8))
            return [.rebuild(from: shown), name].compactMap(\.self)
        }
        let all = names + specs
        return all.isEmpty ? [.rebuild(from: kinds.example)] : all
    }

    private func scan(roots: [FilePath]) -> Remedy {
        if hasConfiguredRoots { return .scan() }
        return roots.isEmpty ? .scanFirst : .scan(roots)
    }
}

/// A way to have an index again where the one that was there is damaged.
package struct RecoveryOption: Hashable, Sendable {
    /// How it comes back. The raw values are the contract's `what`.
    package enum Kind: String, Hashable, Sendable {
        /// From a copy that somebody made.
        case backup
        /// From the lists that destinations keep of what was sent.
        case rebuild
        /// From the photos.
        case scan
    }

    /// How it comes back.
    package let kind: Kind
    /// The backup; nil for the others.
    package let path: FilePath?
    /// When the backup was made, nanoseconds since 1970-01-01T00:00:00Z; nil for the others.
    package let made: Int64?
    /// How many photos the backup knows; nil for the others.
    package let photos: Int?
    /// What to do, one after the other. The first puts what is damaged aside.
    package let steps: [Remedy]
}
