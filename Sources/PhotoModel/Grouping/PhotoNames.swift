/// The photos of a directory, to be found by their names. Photos are told by their places in the given array.
struct PhotoNames {
    /// Whether each is a video by its name.
    private var isClip: [Bool] = []
    /// Whether each is a RAW: by what it holds where that is known, else by its name.
    private var isRaw: [Bool] = []
    private var names = NameIndex()
    private var stems = NameIndex()
    /// By the name that Takeout's JSON file has after the cut.
    private var cut: [CutName: [Int]] = [:]
    private var cutWithTitledCounter: [CutName: [Int]] = [:]
    /// The edits that Google named, by the name of their original with their own ending, and by its stem.
    private var edits = (names: NameIndex(), stems: NameIndex())
    /// The edits that Google named whose original is there.
    private var editsOfOriginals: [Int: [Int]] = [:]
    /// The edits that Apple named, by the stem of their original.
    private var appleEdits = NameIndex()

    /// - Parameters:
    ///   - photos: their names.
    ///   - areRaw: for each whether it holds a RAW; nil where that is not known.
    init(_ photos: [[UInt8]], areRaw: [Bool?]) {
        var named: [(edit: Int, original: [UInt8])] = []
        for (photo, bytes) in photos.enumerated() {
            let name = FileName(bytes)
            isClip.append(name.isClip)
            isRaw.append(areRaw[photo] ?? name.isRaw)
            names.add(photo, bytes)
            stems.add(photo, Array(bytes.prefix(name.stem.count)))
            if let key = CutName(photo: name) { cut[key, default: []].append(photo) }
            if let key = CutName(photoWithTitledCounter: name) { cutWithTitledCounter[key, default: []].append(photo) }
            guard let edit = EditName(name) else { continue }
            let original = edit.original(of: bytes)
            let stem = Array(original.prefix(edit.originalStem.count))
            if edit.isTakeout {
                edits.names.add(photo, original)
                edits.stems.add(photo, stem)
                named.append((photo, original))
            } else {
                appleEdits.add(photo, stem)
            }
        }
        for (edit, name) in named {
            let stem = Array(name.prefix(FileName(name).stem.count))
            guard let original = names.only(name, .folded) ?? stems.only(stem, .folded) else { continue }
            editsOfOriginals[original, default: []].append(edit)
        }
    }

    func photo(named name: [UInt8], _ comparison: NameIndex.Comparison) -> Int? {
        names.only(name, comparison)
    }

    func photos(ofStem stem: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        stems.all(stem, comparison)
    }

    /// The photos of a stem; clips only where nothing else is: a clip joins a still by rules of its own, which a
    /// sidecar of both is not to bypass.
    func pictures(ofStem stem: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        let all = stems.all(stem, comparison)
        let pictures = all.filter { !isClip[$0] }
        return pictures.isEmpty ? all : pictures
    }

    /// The photos of a stem that an XMP file of it corrects. If there are RAWs, it is these: programs do not write into
    /// a RAW what they have to say of it.
    func corrected(ofStem stem: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        let pictures = pictures(ofStem: stem, comparison)
        let raws = pictures.filter { isRaw[$0] }
        return raws.isEmpty ? pictures : raws
    }

    /// The photos among which an XMP file of one's stem belongs to the RAWs; empty where there is no choice.
    func rivals(of photo: Int, _ name: [UInt8]) -> [Int] {
        let pictures = pictures(ofStem: Array(name.prefix(FileName(name).stem.count)), .folded)
        return isRaw[photo] && pictures.count > 1 ? pictures : []
    }

    /// The clips of a stem; where there are none and `orOthers` is set, all of it.
    func clips(ofStem stem: [UInt8], orOthers: Bool = false) -> [Int] {
        let all = stems.all(stem, .folded)
        let clips = all.filter { isClip[$0] }
        return clips.isEmpty && orOthers ? all : clips
    }

    /// Whether photos may be of one shot by their names: one, or a RAW and another picture.
    func mayBeOneShot(_ photos: [Int]) -> Bool {
        photos.count == 1 || photos.count == 2 && !photos.contains { isClip[$0] } && photos.count { isRaw[$0] } == 1
    }

    /// Google's edits of a photo: those with its ending, else those of which no other photo can be the original.
    func edits(of photo: Int) -> [Int] {
        editsOfOriginals[photo] ?? []
    }

    /// Google's edits of an original that is not there: those with its ending, else the only one.
    func edits(ofMissing name: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        let same = edits.names.best(name, comparison)
        let stem = Array(name.prefix(FileName(name).stem.count))
        return same.isEmpty ? edits.stems.only(stem, comparison).map { [$0] } ?? [] : same
    }

    /// Apple's edits of originals that are not there.
    func appleEdits(ofMissingStem stem: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        stems.all(stem, .folded).isEmpty ? appleEdits.all(stem, comparison) : []
    }

    /// The only photo whose Takeout file has a cut name.
    func photo(cutTo name: CutName) -> Int? {
        let photos = cut[name] ?? cutWithTitledCounter[name] ?? []
        return photos.count == 1 ? photos.first : nil
    }
}
