import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The ways to have an index again where there is a damaged one, one from before the first release, or none any more;
/// the way that loses least first.
package struct RecoveryOptions {
    private let index: FilePath
    private let owner: String
    private let configured: [Destination]
    private let hasConfiguredRoots: Bool
    private let kinds: DestinationKinds

    /// - Parameter hasConfiguredRoots: whether the configuration tells a scan what to walk.
    package init(
        of index: FilePath, owner: String, configured: [Destination], hasConfiguredRoots: Bool,
        kinds: DestinationKinds
    ) {
        self.index = index
        self.owner = owner
        self.configured = configured
        self.hasConfiguredRoots = hasConfiguredRoots
        self.kinds = kinds
    }

    /// Finds the options, using what can still be read of the index. Writes nothing. Receipts are always one, since the
    /// destination may have been known to the lost index alone.
    package func find() -> [RecoveryOption] {
        var (damaged, ending): (PhotoIndex?, String) = (nil, ".damaged")
        do throws(IndexError) {
            damaged = try PhotoIndex.open(forReadingAt: index, owner: owner)
        } catch {
            if case .beforeRelease = error { ending = ".before-release" }
        }
        let isMissing = !SmallFile.exists(index)
        let aside = isMissing ? [] : [aside(ending)]
        let scan = scan(roots: (try? damaged?.roots().map(\.path)) ?? [])
        let backup = KnownBackups(of: index).newest(owner: owner).map { backup in
            RecoveryOption(
                kind: .backup, path: backup.path, made: backup.modified, photos: backup.photos,
                steps: aside + [.putBack(backup.path, as: index), .scan()])
        }
        let rebuild = rebuild(known: (try? damaged?.destinations()) ?? [])
        return [backup, way(.rebuild, aside + rebuild + [scan]), way(.scan, aside + [scan])].compactMap(\.self)
    }

    private func way(_ kind: RecoveryOption.Kind, _ steps: [Remedy]) -> RecoveryOption {
        RecoveryOption(kind: kind, path: nil, made: nil, photos: nil, steps: steps)
    }

    /// Moves the index aside together with its log, by a free name with this ending; otherwise the log would be applied
    /// to the new index.
    private func aside(_ ending: String) -> Remedy {
        let names = (1...).lazy.map { index.appendingToName($0 == 1 ? ending : "\(ending)-\($0)") }
        let target = names.first { !SmallFile.exists($0) } ?? index.appendingToName(ending)
        let moves = ["", "-wal"].filter(isThere).map { ending in
            let words = [index, target].map { shellQuoted($0.appendingToName(ending).bytes) }
            return "mv \(words.joined(separator: " "))"
        }
        return .command(moves.joined(separator: " && "))
    }

    /// Whether a file with the index's name and an ending exists and is not empty.
    private func isThere(_ ending: String) -> Bool {
        ((try? FileStatus(at: index.appendingToName(ending)))?.fingerprint.size ?? 0) > 0
    }

    /// Rebuilds from the known destinations' receipts. A destination whose name only the index had gets a new name.
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

/// A way to recover from a damaged index.
package struct RecoveryOption: Hashable, Sendable {
    /// The ways. The raw values are the contract's `what`.
    package enum Kind: String, Hashable, Sendable {
        /// From a backup.
        case backup
        /// From the lists of receipts at destinations.
        case rebuild
        /// From the photos.
        case scan
    }

    package let kind: Kind
    /// The backup; nil for the others.
    package let path: FilePath?
    /// When the backup was made, nanoseconds since 1970-01-01T00:00:00Z; nil for the others.
    package let made: Int64?
    /// The number of photos in the backup; nil for the others.
    package let photos: Int?
    /// What to do, in order. The first step moves a damaged index aside.
    package let steps: [Remedy]
}
