import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Where a destination may lie.
extension DestinationCandidate {
    /// Refuses a place that lies in a root or around one, or in a trash.
    /// To bring copies back, all but the library will do.
    ///
    /// - Parameter marker: the marker that it has.
    /// - Throws: `PipelineError`, `overlap`; what befalls the index and the service.
    func checkPlace(_ marker: DestinationMarker?) async throws(PipelineError) {
        let overlap = DestinationOverlap()
        let ground = try await ground(overlap)
        let roots = try fromIndex { try index.roots().map(\.path) }
        if let (root, relation) = overlap.find(ground, among: roots) {
            let how = relation.words(to: "the library's root \(terminalSafe(root.bytes))")
            throw .refused(named, how: how, next: "workphotos root list")
        }
        if !isToFetch {
            try refuseTrash(ground, overlap)
        }
        guard let marker else { return }
        try refuseSightings(of: marker)
    }

    private func refuseTrash(
        _ ground: DestinationGround, _ overlap: DestinationOverlap
    ) throws(PipelineError) {
        let homes = HomeTrashPath.all(environment.variables)
        guard let trash = overlap.trash(around: ground, homes: homes) else { return }
        throw .refused(
            named, how: "lies in the trash \(terminalSafe(trash.bytes)), which is emptied some day", next: nil)
    }

    private func refuseSightings(of marker: DestinationMarker) throws(PipelineError) {
        let sightings = try fromIndex { try index.sightings(of: marker) }
        guard let directory = sightings.first else { return }
        throw .refused(
            named, how: "lies in the library: the last scan found its marker in \(terminalSafe(directory.bytes))",
            next: "workphotos scan \(shellQuoted(directory.string))")
    }

    private func ground(_ overlap: DestinationOverlap) async throws(PipelineError) -> DestinationGround {
        var ground = DestinationGround()
        if case .folder(let path) = named.spec {
            ground = overlap.ground(of: path)
            // It is to be made: the service has nothing to say of it.
            if ground.top == nil { return ground }
        }
        let identities = try await asking(named) { () async throws(UploadError) in try await service.surroundings() }
        guard let top = identities.first else { return ground }
        // The mount table was asked about what has the path, and the service has something else open.
        if let seen = ground.top, seen != top { throw .notItself(named) }
        ground.top = top
        ground.above += identities.dropFirst()
        return ground
    }
}
