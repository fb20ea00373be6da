/// Puts the files of a directory together, one rule after the other. Files are told by their places.
struct GroupJoiner {
    let files: [GroupingFile]
    let names: [FileName]
    /// The photos of each stem, in the order of their names.
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
            if files[file].photoKind != nil { stems[NameKey(names[file].stem), default: []].append(file) }
        }
    }

    /// The set that a file is in by now.
    mutating func root(of file: Int) -> Int { sets.root(of: file) }

    /// Puts two files and all that is with them together.
    mutating func join(_ a: Int, _ b: Int) { sets.join(a, b) }

    /// Sidecars with all their photos.
    mutating func joinSidecars() {
        let photos = order.filter { files[$0].photoKind != nil }
        let sidecars = order.filter { files[$0].photoKind == nil }
        guard !sidecars.isEmpty else { return }
        let matching = SidecarMatching(photos: photos.map { files[$0].name }, sidecars: sidecars.map { files[$0].name })
        for (sidecar, matches) in zip(sidecars, matching.matches) {
            if matches.isEmpty { orphans.append(sidecar) }
            for match in matches { join(sidecar, photos[match.photo]) }
        }
    }

    /// A RAW with the still of its stem, unless both tell times that are not one moment: cameras count from 0001 again.
    mutating func joinRaws() {
        for photos in photosOfStem.values where photos.count > 1 {
            let raws = photos.filter { files[$0].photoKind == .raw }
            let stills = photos.filter { files[$0].photoKind == .still }
            if raws.count == 1, stills.count == 1, !contradict(raws[0], stills[0]) { join(raws[0], stills[0]) }
        }
    }

    private func contradict(_ a: Int, _ b: Int) -> Bool {
        guard let one = files[a].captureTime, let other = files[b].captureTime, !one.isDateOnly, !other.isDateOnly
        else {
            return false
        }
        return !one.agrees(with: other)
    }

    /// Edits with their originals, those with short names first: they may be the originals of others.
    mutating func joinEdits() {
        let named = order.compactMap { file in
            files[file].photoKind == nil ? nil : EditName(names[file]).map { (file: file, name: $0) }
        }
        let levels = Dictionary(grouping: named) { $0.name.originalStem.count }
        for (_, level) in levels.sorted(by: { $0.key < $1.key }) {
            var candidates = OriginalCandidates()
            for stem in Set(level.map { NameKey($0.name.originalStem) }) {
                for photo in photosOfStem[stem] ?? [] {
                    candidates.add(photo, root: root(of: photo), isClip: isClip(photo), names[photo])
                }
            }
            for edit in level {
                guard let original = candidates.original(of: edit.name, isClip: isClip(edit.file), names[edit.file])
                else { continue }
                edits.insert(edit.file)
                join(edit.file, original)
            }
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
            let place = places[root] ?? groups.count
            if place == groups.count { groups.append([]) }
            places[root] = place
            groups[place].append(FileGroups.Member(file: file, role: role(of: file)))
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
