import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The differences between the tracks in the index and those on disk. They are computed whenever verdicts are needed,
/// as for fences.
///
/// A configured track is used as long as it is configured and the file exists. A track named to a scan is used until it
/// is forgotten; if its file is away, as it was last read, unless that failed.
struct TrackUpdate {
    /// The files that are others than the index has, with what it has.
    private var changed: [(file: TrackFile, old: KnownTrack?)] = []
    private var forgotten: [Int64] = []
    /// The changed files that were read, so that none is read twice.
    private(set) var contents: [TrackFile: ReadTrack]

    /// Looks at the files; opens none. Where no positions are inferred, nothing is looked at.
    init(
        of index: PhotoIndex, by rules: JudgingRules, knowing contents: [TrackFile: ReadTrack] = [:]
    ) throws(IndexError) {
        self.contents = contents
        guard rules.basis.infers else { return }
        let known = Dictionary(uniqueKeysWithValues: try index.tracks().map { ($0.path, $0) })
        let configured = Set(rules.tracks.map(\.path))
        for track in known.values where !configured.contains(track.path) && !track.isNamed {
            forgotten.append(track.id)
        }
        let named = known.values.filter { $0.isNamed && !configured.contains($0.path) }
        for track in named where track.problem != nil && TrackFile.isMissing(track.path) { forgotten.append(track.id) }
        for file in rules.tracks + named.map(\.path).compactMap(TrackFile.init) {
            let old = known[file.path]
            if old?.fingerprint != file.fingerprint { changed.append((file, old)) }
        }
    }

    /// Whether the index has all as it is.
    var isEmpty: Bool { changed.isEmpty && forgotten.isEmpty }

    /// Whether verdicts may be others for it: a file whose times alone are others comes to the same. Reads the files.
    mutating func isNews() -> Bool {
        if !forgotten.isEmpty { return true }
        for (file, old) in changed {
            let hash = read(file, old).sha256
            if hash == nil || hash != old?.sha256 { return true }
        }
        return false
    }

    /// Reads the changed files into the index.
    mutating func apply(to index: PhotoIndex) throws(IndexError) {
        if isEmpty { return }
        var read: [ReadTrack] = []
        for (file, old) in changed { read.append(self.read(file, old)) }
        try index.update(tracks: read, forgetting: forgotten)
    }

    /// A file, read at the first call. It stays named to a scan where the configuration names it as well.
    private mutating func read(_ file: TrackFile, _ old: KnownTrack?) -> ReadTrack {
        var track = contents[file] ?? file.read(isNamed: false)
        track.isNamed = old?.isNamed ?? false
        contents[file] = track
        return track
    }
}

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
