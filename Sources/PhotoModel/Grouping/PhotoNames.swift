/// The photos of a directory, to be found by their names. Photos are told by their places in the given array.
struct PhotoNames {
    /// Their names as they were given.
    let given: [[UInt8]]
    /// Their names in parts.
    let names: [FileName]
    private var exact: [[UInt8]: Int] = [:]
    private var folded: [[UInt8]: [Int]] = [:]
    private var stems: [[UInt8]: [Int]] = [:]
    private var cut: [CutName: [Int]] = [:]
    private var cutWithTitledCounter: [CutName: [Int]] = [:]
    /// The edits that Google Photos named, by the stem of their original.
    private var edits: [[UInt8]: [Int]] = [:]
    /// The edits that Apple named, by the stem of their original.
    private var appleEdits: [[UInt8]: [Int]] = [:]

    init(_ photos: [[UInt8]]) {
        given = photos
        names = photos.map { FileName($0) }
        for (photo, name) in names.enumerated() {
            exact[photos[photo]] = photo
            folded[name.folded, default: []].append(photo)
            stems[name.stem, default: []].append(photo)
            if let key = CutName(photo: name) { cut[key, default: []].append(photo) }
            if let key = CutName(photoWithTitledCounter: name) { cutWithTitledCounter[key, default: []].append(photo) }
            guard let edit = EditName(name) else { continue }
            if edit.isTakeout {
                edits[edit.originalStem, default: []].append(photo)
            } else {
                appleEdits[edit.originalStem, default: []].append(photo)
            }
        }
    }

    /// The photo of a name: the very one, else the only one that differs in the case of ASCII letters.
    func photo(named name: [UInt8]) -> Int? {
        exact[name] ?? Self.only(folded[name.map(asciiLowercased)])
    }

    /// The photos of a stem, compared without the case of ASCII letters.
    func photos(ofStem stem: [UInt8]) -> [Int] {
        stems[stem.map(asciiLowercased)] ?? []
    }

    /// Apple's edits of an original that is not there.
    func appleEdits(ofMissingStem stem: [UInt8]) -> [Int] {
        let stem = stem.map(asciiLowercased)
        return stems[stem] == nil ? appleEdits[stem] ?? [] : []
    }

    /// Google's edits of a photo: those with its ending, else those of which no other photo is the original.
    func edits(of photo: Int) -> [Int] {
        let name = names[photo]
        let stem = name.stem
        let isOnly = stems[stem]?.count == 1
        return (edits[stem] ?? []).filter { names[$0].ending == name.ending || isOnly }
    }

    /// Google's edits of an original that is not there: those with its ending, else the only one.
    func edits(ofMissing name: [UInt8]) -> [Int] {
        let original = FileName(name)
        let all = edits[original.stem] ?? []
        let same = all.filter { names[$0].ending == original.ending }
        return same.isEmpty ? Self.only(all).map { [$0] } ?? [] : same
    }

    /// The only photo whose Takeout file has a cut name.
    func photo(cutTo name: CutName) -> Int? {
        Self.only(cut[name] ?? cutWithTitledCounter[name])
    }

    private static func only(_ photos: [Int]?) -> Int? {
        photos.flatMap { $0.count == 1 ? $0.first : nil }
    }
}
