/// Groups the files of a directory, one rule after the other. Files are identified by their indices.
struct GroupJoiner {
    let files: [GroupingFile]
    let names: [FileName]
    /// The photos of each family (``FileName/family``), in the order of their names.
    let photosOfStem: [NameKey: [Int]]
    /// All files in the order of their names.
    private let order: [Int]
    private var sets: DisjointSets
    /// Edits whose original was found.
    private var edits: Set<Int> = []
    private var orphans: [Int] = []

    init(_ files: [GroupingFile]) {
        self.files = files
        let names = files.map { FileName($0.name) }
        self.names = names
        order = files.indices.sorted { a, b in
            if files[a].name == files[b].name { return a < b }
            return files[a].name.lexicographicallyPrecedes(files[b].name)
        }
        sets = DisjointSets(count: files.count)
        photosOfStem = order.reduce(into: [:]) { stems, file in
            if files[file].photoKind != nil { stems[NameKey(names[file].family), default: []].append(file) }
        }
    }

    /// The set that a file is in by now.
    mutating func root(of file: Int) -> Int { sets.root(of: file) }

    /// Puts two files and all that is with them together.
    mutating func join(_ a: Int, _ b: Int) { sets.join(a, b) }

    /// Sidecars with all their photos; but a companion, which is no word of them, puts no photos together.
    mutating func joinSidecars() {
        let photos = order.filter { files[$0].photoKind != nil }
        let sidecars = order.filter { files[$0].photoKind == nil }
        guard !sidecars.isEmpty else { return }
        let matching = SidecarMatching(
            photos: photos.map { files[$0].name }, sidecars: sidecars.map { files[$0].name },
            areRaw: photos.map { files[$0].photoKind == .raw })
        for (sidecar, matches) in zip(sidecars, matching.matches) {
            if matches.isEmpty { orphans.append(sidecar) }
            for (place, match) in matches.enumerated() where place == 0 || match.way != .companion {
                join(sidecar, photos[match.photo])
            }
        }
    }

    /// A RAW with the still of its stem, unless two cameras took them.
    mutating func joinRaws() {
        for photos in photosOfStem.values where photos.count > 1 {
            let raws = photos.filter { files[$0].photoKind == .raw }
            let stills = photos.filter { files[$0].photoKind == .still }
            guard raws.count == 1, stills.count == 1, !files[raws[0]].isOfAnotherCamera(than: files[stills[0]]) else {
                continue
            }
            join(raws[0], stills[0])
        }
    }

    /// Edits with their originals, those with short names first: they may be the originals of others. What another
    /// camera took is no edit, and what may be one of a removed photo is one of no other.
    mutating func joinEdits() {
        let named = order.compactMap { file in
            files[file].photoKind == nil || files[file].mayBeOfRemoved
                ? nil : editName(of: names[file]).map { (file: file, name: $0) }
        }
        let levels = Dictionary(grouping: named) { $0.name.originalStem.count }
        for (_, level) in levels.sorted(by: { $0.key < $1.key }) {
            var candidates = OriginalCandidates()
            let families = level.map { NameKey(FileName($0.name.originalStem + names[$0.file].ending).family) }
            for stem in Set(families) {
                for photo in photosOfStem[stem] ?? [] {
                    candidates.add(photo, root: root(of: photo), isClip: isClip(photo), names[photo])
                }
            }
            for edit in level {
                guard let original = candidates.original(of: edit.name, isClip: isClip(edit.file), names[edit.file]),
                    !files[edit.file].isOfAnotherCamera(than: files[original])
                else { continue }
                edits.insert(edit.file)
                join(edit.file, original)
            }
        }
    }

    /// The name of an edit, if a file has one. Of an edit of an edit, `NAME-EFFECTS-edited`, what is between may be
    /// missing: then the first original that is there counts.
    private func editName(of name: FileName) -> EditName? {
        guard var edit = EditName(name) else { return nil }
        while true {
            let original = FileName(edit.originalStem + name.ending)
            guard photosOfStem[NameKey(original.family)] == nil, let earlier = EditName(original) else { return edit }
            edit = earlier
        }
    }

    private func isClip(_ file: Int) -> Bool { files[file].photoKind == .clip }

    /// The groups as they are by now, and the orphans.
    mutating func result() -> (groups: [[FileGroups.Member]], orphans: [Int]) {
        var groups: [[FileGroups.Member]] = []
        var places: [Int: Int] = [:]
        let alone = Set(orphans)
        for file in order where !alone.contains(file) {
            let root = root(of: file)
            let index = places[root] ?? groups.count
            if index == groups.count { groups.append([]) }
            places[root] = index
            groups[index].append(FileGroups.Member(file: file, role: role(of: file)))
        }
        // Members come in the order of their names; sorting by roles keeps it.
        groups = groups.map { group in
            Photo.Member.Role.allCases.flatMap { role in group.filter { $0.role == role } }
        }
        let ranks = order.enumerated().reduce(into: Array(repeating: 0, count: files.count)) { ranks, entry in
            ranks[entry.element] = entry.offset
        }
        return (groups.sorted { ranks[$0[0].file] < ranks[$1[0].file] }, orphans)
    }

    private func role(of file: Int) -> Photo.Member.Role {
        if edits.contains(file) { return .edit }
        switch files[file].photoKind {
        case .still: return .still
        case .raw: return .raw
        case .clip: return .clip
        case nil: return .sidecar
        }
    }
}

extension GroupJoiner {
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
        for photos in Dictionary(grouping: photos, by: { NameKey(names[$0].family) }).values {
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
        // A file with an identifier can only be paired with one that has none.
        let pair: Pair?
        if free.stills.count == 1, let still = free.stills.first {
            let clips = unpaired.contains(still) ? free.clips.subtracting(unpaired) : free.clips
            pair = Sharers(stills: [still], clips: clips).pair
        } else if free.clips.count == 1, let clip = free.clips.first, unpaired.contains(clip) {
            pair = Sharers(stills: free.stills.subtracting(unpaired), clips: [clip]).pair
        } else {
            pair = nil
        }
        guard let pair, pair.still != pair.clip, !areOfTwoDays(pair, among: photos) else { return nil }
        return pair
    }

    /// Whether a still and a clip of two sets were taken on two days.
    private mutating func areOfTwoDays(_ pair: Pair, among photos: [Int]) -> Bool {
        let stills = photos.filter { files[$0].photoKind != .clip && root(of: $0) == pair.still }
        let clip = photos.first { files[$0].photoKind == .clip && root(of: $0) == pair.clip }
        guard let taken = clip.flatMap({ files[$0].captureTime }) else { return false }
        let times = stills.compactMap { files[$0].captureTime }
        return !times.isEmpty && times.allSatisfy { $0.isOfAnotherDay(than: taken) }
    }
}

extension GroupingFile {
    /// Whether two files name two cameras: two models or, where a model is missing, two makers.
    fileprivate func isOfAnotherCamera(than other: GroupingFile) -> Bool {
        if let model, let otherModel = other.model { return model.lowercased() != otherModel.lowercased() }
        guard let make, let otherMake = other.make else { return false }
        return make.lowercased() != otherMake.lowercased()
    }
}

extension CaptureTime {
    /// Within so many microseconds a still and its clip were taken: 3 seconds.
    static let agreement: Int64 = 3_000_000

    /// Whether two times are known well enough to be one moment, within 3 seconds.
    ///
    /// Moments in UTC where both are known, else what clocks at the place showed. One known in UTC only and one without
    /// an offset agree where the difference is one that a zone's clocks have from UTC. A date without an hour agrees
    /// with nothing.
    func agrees(with other: CaptureTime) -> Bool {
        if isDateOnly || other.isDateOnly { return false }
        if let a = utc, let b = other.utc { return Self.isNear(a, b) }
        if isOnlyUTC || other.isOnlyUTC {
            let (wall, utc) = isOnlyUTC ? (other.wall, wall) : (wall, other.wall)
            return OffsetFromGPS.known.contains { Self.isNear(wall, utc.advanced(bySeconds: $0)) }
        }
        return Self.isNear(wall, other.wall)
    }

    static func isNear(_ a: WallTime, _ b: WallTime) -> Bool {
        abs(a.microseconds - b.microseconds) <= agreement
    }
    /// Whether two times are more than a day apart, whatever is not known of them: an hour, or an offset from UTC.
    func isOfAnotherDay(than other: CaptureTime) -> Bool {
        let hour: Int64 = 3_600_000_000
        if let a = utc, let b = other.utc, !isDateOnly, !other.isDateOnly {
            return abs(a.microseconds - b.microseconds) > 24 * hour
        }
        let unknown = (isOnlyUTC != other.isOnlyUTC ? 14 * hour : 0) + (isDateOnly || other.isDateOnly ? 24 * hour : 0)
        return abs(wall.microseconds - other.wall.microseconds) > 24 * hour + unknown
    }
}
