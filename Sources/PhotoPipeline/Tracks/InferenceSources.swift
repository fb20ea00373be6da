import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The sources of inferred positions that are given to a scan: tracks and cameras' clocks. The index keeps both for
/// later judging.
struct InferenceSources {
    let index: PhotoIndex
    let rules: JudgingRules
    let options: ScanOptions
    /// Called for each problem.
    let record: (Finding) -> Void

    /// Stores them in the index.
    ///
    /// - Returns: the camera names that match no photo.
    /// - Throws: `IndexError` if the index cannot be written.
    func keep() throws(IndexError) -> [String] {
        if options.forgetsTracks {
            try index.update(tracks: [], forgetting: try index.tracks().filter(\.isNamed).map(\.id))
        }
        let named = options.tracks.compactMap(read)
        try index.update(tracks: named, forgetting: [])
        var update = try TrackUpdate(of: index, by: rules)
        try update.apply(to: index)
        let names = Set(named.map(\.path))
        for track in try index.tracks() where rules.basis.infers || names.contains(track.path) {
            guard let problem = track.problem else { continue }
            let effect = rules.basis.infers ? "; tracks give no positions until it is mended or taken away" : ""
            record(
                Finding(
                    path: track.path, kind: track.sha256 == nil ? .unreadable : .corrupt, detail: problem + effect))
        }
        var unknown: [String] = []
        for clock in options.clocks where try index.keep(clock) == 0 {
            if case .named(let name) = clock.choice { unknown.append(name) }
        }
        return unknown
    }

    private func read(_ path: FilePath) -> ReadTrack? {
        guard let file = TrackFile(path) else {
            let isThere = SmallFile.exists(path)
            record(
                Finding(
                    path: path, kind: isThere ? .unreadable : .missing,
                    detail: isThere ? "is no file with tracks that can be read" : "there is no such file with tracks"))
            return nil
        }
        let track = file.read(isNamed: true)
        if track.problem == nil, track.tracks.isEmpty {
            record(Finding(path: path, kind: .unsupported, detail: "holds no track whose points have times"))
        }
        return track
    }
}
