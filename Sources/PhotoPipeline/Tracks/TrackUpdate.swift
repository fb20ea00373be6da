import PhotoIndex
import PhotoModel
import SystemPackage

/// The differences between the tracks in the index and those on disk. They are computed whenever verdicts are needed,
/// as for fences.
///
/// A configured track is used as long as it is configured and the file exists. A track named to a scan is used until it
/// is forgotten; if its file is away, as it was last read.
struct TrackUpdate {
    private var read: [(file: TrackFile, isNamed: Bool)] = []
    private var forgotten: [Int64] = []
    private var hashes: [FilePath: [UInt8]] = [:]

    /// Looks at the files; opens none. Where no positions are inferred, nothing is looked at.
    init(of index: PhotoIndex, by rules: JudgingRules) throws(IndexError) {
        guard rules.basis.infers else { return }
        let known = try index.tracks()
        hashes = known.reduce(into: [:]) { $0[$1.path] = $1.sha256 }
        let configured = Set(rules.tracks.map(\.path))
        let fingerprints = Dictionary(uniqueKeysWithValues: known.map { ($0.path, $0.fingerprint) })
        for file in rules.tracks where fingerprints[file.path] != file.fingerprint { read.append((file, false)) }
        for track in known where !configured.contains(track.path) {
            if !track.isNamed {
                forgotten.append(track.id)
            } else if let file = TrackFile(track.path), file.fingerprint != track.fingerprint {
                read.append((file, true))
            }
        }
    }

    /// Whether the index has all as it is.
    var isEmpty: Bool { read.isEmpty && forgotten.isEmpty }

    /// Whether verdicts may be others for it: a file whose times alone are others comes to the same. Reads the files.
    var isNews: Bool {
        !forgotten.isEmpty
            || read.contains { file, isNamed in
                let hash = file.read(isNamed: isNamed).sha256
                return hash == nil || hash != hashes[file.path]
            }
    }

    /// Reads the changed files into the index.
    ///
    /// - Throws: `IndexError` where it cannot be written.
    func apply(to index: PhotoIndex) throws(IndexError) {
        if isEmpty { return }
        try index.update(tracks: read.map { $0.file.read(isNamed: $0.isNamed) }, forgetting: forgotten)
    }
}
