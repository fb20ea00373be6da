extension GroupJoiner {
    /// Seconds that the clip of a Live Photo lasts at most, where its name is all that tells.
    private static let longestClip = 10.0

    /// Stills with their clips: by content identifiers, then by stems. Candidates are sets: an edit counts as one with
    /// its original.
    mutating func joinClips() {
        let identified = files.indices.filter { files[$0].photoKind != nil && files[$0].contentIdentifier != nil }
        let sharers = Dictionary(grouping: identified) { files[$0].contentIdentifier }
        let pairs = sharers.values.flatMap { pairing($0) }
        for pair in pairs { join(pair.still, pair.clip) }
        let paired = Set(pairs.map { root(of: $0.still) })
        let unpaired = Set(identified.map { root(of: $0) }).subtracting(paired)
        let byStem = photosOfStem.values.compactMap { $0.count > 1 ? pair(ofStem: $0, paired, unpaired) : nil }
        for pair in byStem { join(pair.still, pair.clip) }
    }

    /// A still and a clip, each by a file of its set.
    private typealias Pair = (still: Int, clip: Int)

    /// The sets that the stills and RAWs, and the clips, among some photos are in.
    private struct Sharers {
        var stills: Set<Int> = []
        var clips: Set<Int> = []

        /// Its only still and its only clip.
        var pair: Pair? {
            guard stills.count == 1, clips.count == 1, let still = stills.first, let clip = clips.first else {
                return nil
            }
            return (still, clip)
        }
    }

    private mutating func sharers(_ photos: [Int]) -> Sharers {
        photos.reduce(into: Sharers()) { sharers, photo in
            let root = root(of: photo)
            if files[photo].photoKind == .clip { sharers.clips.insert(root) } else { sharers.stills.insert(root) }
        }
    }

    // MARK: - By identifier

    /// The pairs among photos with one identifier.
    private mutating func pairing(_ photos: [Int]) -> [Pair] {
        let all = sharers(photos)
        if let pair = all.pair { return [pair] }
        guard all.stills.count == all.clips.count, all.stills.count > 1 else { return [] }
        var pairs: [Pair] = []
        for photos in Dictionary(grouping: photos, by: { NameKey(names[$0].stem) }).values {
            guard let pair = sharers(photos).pair else { return [] }
            pairs.append(pair)
        }
        return pairs.count == all.stills.count ? pairs : []
    }

    // MARK: - By stem

    /// The pair among the photos of a stem; nil where there is none, or several candidates.
    ///
    /// - Parameters:
    ///   - photos: in the order of their names.
    ///   - paired: the sets with an identifier that a still and a clip of them share: no other still or clip is theirs.
    ///   - unpaired: the sets with other identifiers: a still and a clip that both have one are no pair, since it is
    ///     not the same, or there are several candidates.
    /// - Returns: a still or RAW, and a clip.
    private mutating func pair(ofStem photos: [Int], _ paired: Set<Int>, _ unpaired: Set<Int>) -> Pair? {
        var free = sharers(photos)
        free.stills.subtract(paired)
        free.clips.subtract(paired)
        // Who has an identifier is a candidate only for who has none.
        let pair: Pair?
        if free.stills.count == 1, let still = free.stills.first {
            let clips = unpaired.contains(still) ? free.clips.subtracting(unpaired) : free.clips
            pair = Sharers(stills: [still], clips: clips).pair
        } else if free.clips.count == 1, let clip = free.clips.first, unpaired.contains(clip) {
            pair = Sharers(stills: free.stills.subtracting(unpaired), clips: [clip]).pair
        } else {
            pair = nil
        }
        guard let pair, pair.still != pair.clip, isLivePhoto(pair, among: photos) else { return nil }
        return pair
    }

    /// Whether times and duration are those of a Live Photo.
    private mutating func isLivePhoto(_ pair: Pair, among photos: [Int]) -> Bool {
        let stills = photos.filter { files[$0].photoKind != .clip && root(of: $0) == pair.still }
        let clip = photos.first { files[$0].photoKind == .clip && root(of: $0) == pair.clip }
        guard let clip, let duration = files[clip].duration, (0...Self.longestClip).contains(duration),
            let taken = files[clip].captureTime
        else { return false }
        let times = stills.filter { files[$0].photoKind == .still } + stills.filter { files[$0].photoKind == .raw }
        return times.compactMap { files[$0].captureTime }.first?.agrees(with: taken) ?? false
    }
}
