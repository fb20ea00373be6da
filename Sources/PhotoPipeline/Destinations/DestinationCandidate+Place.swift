import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

extension DestinationCandidate {
    /// Throws for a place that is in a root or around one, in a trash, on a mount that answers from a cache, or in
    /// another destination or around one. For fetching copies, every place except the library is accepted.
    ///
    /// - Parameter isNew: whether this index does not know it yet: then the whole library is searched for its marker.
    /// - Throws: `PipelineError`, `overlap` or `cachedMount`; errors of the index and the service.
    func checkPlace(_ marker: DestinationMarker?, isNew: Bool = false) async throws {
        let overlap = DestinationOverlap()
        for ground in try await grounds(overlap) { try await check(ground, overlap, marker, isNew: isNew) }
        if let marker { try refuseSightings(of: marker) }
    }

    private func check(
        _ ground: DestinationGround, _ overlap: DestinationOverlap, _ marker: DestinationMarker?, isNew: Bool
    ) async throws {
        let roots = try index.roots().map(\.path)
        if let (root, relation) = overlap.find(ground, among: roots) {
            let how = relation.words(to: "the library's root \(terminalSafe(root.bytes))")
            throw PipelineError.refused(named, how: how, remedy: .listRoots)
        }
        if !isToFetch {
            try refuseTrash(ground, overlap)
            try refuseOwnDirectories(ground, overlap)
            try refuseCachedMount(ground)
            if let mount = overlap.unclearMount(ground, besides: roots) {
                let (how, remedy) = PipelineError.words(ofUnclearMount: mount)
                throw PipelineError.refused(named, how: how, remedy: remedy)
            }
            try await refuseOtherDestinations(ground, overlap, marker, isNew: isNew || marker == nil)
            try refuseMounts(below: ground, overlap)
        }
        guard let marker else { return }
        try refuseLibrary(ground, marker, isNew: isNew)
    }

    private func refuseTrash(
        _ ground: DestinationGround, _ overlap: DestinationOverlap
    ) throws(PipelineError) {
        let homes = HomeTrashPath.all(environment.variables)
        guard let trash = overlap.trash(around: ground, homes: homes) else { return }
        throw .refused(
            named, how: "is in the trash \(terminalSafe(trash.bytes)), which can be emptied at any time", remedy: nil)
    }

    /// In the directories of the program's index and configuration, copies would be mistaken for its own files and
    /// removed together with them.
    private func refuseOwnDirectories(
        _ ground: DestinationGround, _ overlap: DestinationOverlap
    ) throws(PipelineError) {
        let own = OwnDirectories.all(environment.variables)
        guard let directory = overlap.directory(around: ground, among: own) else { return }
        throw .refused(
            named, how: "is where workphotos stores its own files, in \(terminalSafe(directory.bytes))", remedy: nil)
    }

    /// A file on such a mount may exist only in a cache of this machine and be read back from it.
    private func refuseCachedMount(_ ground: DestinationGround) throws(PipelineError) {
        for kind in ground.kinds {
            let trust = MountTrust(type: kind.type, isServed: kind.isServed, isView: kind.isView)
            if trust == .waits { continue }
            let mount = "\(kind.type ?? "FUSE") (\(terminalSafe(kind.source)))"
            let how =
                trust == .caches
                ? "is on a mount of type \(mount), which answers from a local cache before the server has the bytes"
                : "is on a mount of type \(mount), which may not wait until the server has the bytes"
            throw .refused(
                named, .cachedMount, how: how,
                remedy: remoteSpec(of: kind).map { .addDestination(name: nil, place: Array($0.utf8)) })
        }
    }

    /// A spec that sends directly to the mount's server, as far as the mount reveals it; nil if no kind of destination
    /// reaches it.
    private func remoteSpec(of mount: MountKind) -> String? {
        let below = mount.below.map { String(decoding: $0, as: UTF8.self) }
        return environment.destinationKinds.all.lazy.compactMap {
            $0.spec(behindMount: mount.type, source: mount.source, below: below)
        }.first
    }

    /// A file system mounted below the top is another disk, which may be gone tomorrow, answer from a cache, or be
    /// another destination's: the top's marker does not cover it.
    private func refuseMounts(
        below ground: DestinationGround, _ overlap: DestinationOverlap
    ) throws(PipelineError) {
        guard let path = ground.path, let mount = overlap.mount(below: path) else { return }
        throw .refused(
            named, how: "has another file system mounted in it, at \(terminalSafe(mount.bytes))",
            remedy: .addDestination(name: nil, place: Array("\(named.spec.kind):".utf8) + mount.bytes))
    }

    /// Copies that are lost together count as one copy.
    private func refuseOtherDestinations(
        _ ground: DestinationGround, _ overlap: DestinationOverlap, _ marker: DestinationMarker?, isNew: Bool
    ) async throws {
        let known = try index.destinations().filter { $0.marker != marker }
        for other in known {
            guard let spec = try? environment.destinationKinds.spec(parsing: other.spec), spec != named.spec.resolved
            else { continue }
            for path in await directories(of: spec, isNew: isNew) {
                let isOtherThere = await isThere(other, spec, in: path, ground, isNew: isNew)
                try refuse(ground, overlap, marker, beside: path, of: other, spec, isOtherThere: isOtherThere)
            }
        }
    }

    /// Whether another destination has this very directory, with a marker that is not visible here because it is
    /// encrypted under another name. A place that has this one's marker instead of the other's is another disk by now.
    private func isThere(
        _ other: KnownDestination, _ spec: DestinationSpec, in path: FilePath, _ ground: DestinationGround, isNew: Bool
    ) async -> Bool {
        guard let top = ground.top, ExistingDirectory(path).identity == top else { return false }
        if DestinationMarker(in: path) == other.marker { return true }
        guard isNew, let service = service(for: spec) else { return false }
        // If that cannot be determined, nothing is known to be wrong.
        return (try? await service.marker()) == other.marker
    }

    func service(for spec: DestinationSpec) -> (any UploadService)? { environment.service(for: spec) }

    /// The directories of this machine that another destination is or, if this one is new, leads to.
    private func directories(of spec: DestinationSpec, isNew: Bool) async -> [FilePath] {
        isNew ? await environment.directories(of: spec) : [spec.directory].compactMap(\.self)
    }

    private func refuse(
        _ ground: DestinationGround, _ overlap: DestinationOverlap, _ marker: DestinationMarker?, beside path: FilePath,
        of other: KnownDestination, _ spec: DestinationSpec, isOtherThere: Bool
    ) throws(PipelineError) {
        let isSame = ExistingDirectory(path).identity.map { $0 == ground.top } ?? false
        var relation = isSame ? isOtherThere ? .inside : nil : overlap.find(ground, among: [path])?.relation
        // Reached by another path, where the same directories have other numbers.
        if relation == nil, let path = ground.path, markers(above: path).contains(other.marker) {
            relation = .inside
        }
        if relation == nil, let marker, markers(above: path).contains(marker) { relation = .around }
        guard let relation else { return }
        let how = relation.words(to: "the destination '\(terminalSafe(other.name))' (\(terminalSafe(spec.shown)))")
        throw .refused(named, how: how, remedy: .listDestinations)
    }

    /// The markers in a directory and in those above it.
    private func markers(above path: FilePath) -> Set<DestinationMarker> {
        var found: Set<DestinationMarker> = []
        var directory = ExistingDirectory(path).whole
        while directory.removeLastComponent() {
            if let marker = DestinationMarker(in: directory) { found.insert(marker) }
        }
        return found
    }

    private func refuseSightings(of marker: DestinationMarker) throws {
        let sightings = try index.sightings(of: marker)
        guard let directory = sightings.first else { return }
        throw PipelineError.refused(
            named, how: "is inside the library: the last scan found its marker in \(terminalSafe(directory.bytes))",
            remedy: .scan([directory]))
    }

    private func refuseLibrary(
        _ ground: DestinationGround, _ marker: DestinationMarker, isNew: Bool
    ) throws {
        guard let path = ground.path else { return }
        let aliases = LibraryAliases(index: index, marker: marker)
        let found =
            try aliases.directory(like: path) ?? (isNew ? aliases.directory(with: Self.ownNames(in: path)) : nil)
        guard let found else { return }
        throw PipelineError.refused(
            named, how: "is the library under another path: its marker shows in \(terminalSafe(found.bytes))",
            remedy: .listRoots)
    }

    /// The names at a destination's top, except those that every destination has.
    private static func ownNames(in directory: FilePath) -> Set<[UInt8]> {
        let all = (try? names(in: directory)) ?? []
        return Set(all.filter { $0 != Array("receipts.ndjson".utf8) && !$0.starts(with: OwnName.prefix.utf8) })
    }

    /// Where the destination is on this machine, directly and indirectly.
    private func grounds(_ overlap: DestinationOverlap) async throws(PipelineError) -> [DestinationGround] {
        guard let place = service.once.localPlace else { return [] }
        return [try await ground(of: place, overlap)] + (try await localDirectories()).map(overlap.ground)
    }

    /// The directories of this machine that the destination is, or leads to.
    func directories() async throws(PipelineError) -> [FilePath] {
        [named.spec.resolved.directory].compactMap(\.self) + (try await localDirectories())
    }

    private func localDirectories() async throws(PipelineError) -> [FilePath] {
        guard let place = service.once.localPlace else { return [] }
        return try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await place.localDirectories()
        }
    }

    private func ground(
        of place: any LocalPlace, _ overlap: DestinationOverlap
    ) async throws(PipelineError) -> DestinationGround {
        var ground = DestinationGround()
        if let path = named.spec.directory {
            ground = overlap.ground(of: path)
            // It is still to be made, so the service has nothing to report.
            if ground.top == nil { return ground }
        }
        let identities = try await translatingServiceErrors(named) { () async throws(UploadError) in
            try await place.surroundings()
        }
        guard let top = identities.first else { return ground }
        // The mount table was asked about the path, but the service has something else open.
        if let seen = ground.top, seen != top { throw .notItself(named) }
        ground.top = top
        ground.above += identities.dropFirst()
        return ground
    }
}

extension Environment {
    /// The service of a destination; nil if there can be none.
    fileprivate func service(for spec: DestinationSpec) -> (any UploadService)? {
        try? destinationKinds.service(for: spec, settings: destinationSettings)
    }

    /// The directories of this machine that a destination is or leads to, such as an rclone remote's; empty if there
    /// are none, or if that cannot be found out.
    func directories(of spec: DestinationSpec) async -> [FilePath] {
        if let path = spec.directory { return [path] }
        guard let service = service(for: spec) else { return [] }
        // If that cannot be determined, nothing is known to be wrong.
        return (try? await service.localPlace?.localDirectories()) ?? []
    }
}
