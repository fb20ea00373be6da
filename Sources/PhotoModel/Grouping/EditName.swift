/// What the name of an edited photo says of its original.
struct EditName {
    /// The stem of the original, with ASCII letters in lower case.
    let originalStem: [UInt8]
    /// Whether Google Photos named it, which keeps the ending; Apple's edits of a HEIC are JPEGs.
    let isTakeout: Bool
    /// What the name has and the original's has not.
    private let addition: Range<Int>
    /// What the original's name has instead.
    private let instead: [UInt8]

    /// The name of an edit that is known by one of these; nil for other names.
    ///
    /// - Google: `NAME-edited` of `NAME`, and `NAME-edited(1)` of `NAME(1)`, in every language of ``googleWords``;
    ///   `NAME~2`, a copy saved by its editor
    /// - Apple: `IMG_E1234` of `IMG_1234`
    /// - osxphotos: `NAME_edited` of `NAME`; icloudpd: `NAME_adjusted` and `NAME-adjusted`
    /// - Pixel: `….PORTRAIT-01.COVER` of `….PORTRAIT-02.ORIGINAL`, and `…COVER(1)` of `…ORIGINAL(1)`, but not of a RAW,
    ///   whose picture it is; before 2020
    ///   `00100lPORTRAIT_00100_BURST…_COVER` of `00000PORTRAIT_00000_BURST…`
    init?(_ name: FileName) {
        let stem = name.stem
        let found =
            Self.byWord(stem) ?? Self.byApple(stem) ?? Self.bySavedCopy(stem) ?? Self.byCover(stem)
            ?? Self.byPortrait(stem)
        guard let found, !found.addition.isEmpty else { return nil }
        (addition, instead, isTakeout) = (found.addition, found.instead, found.isTakeout)
        originalStem = Array(stem[..<addition.lowerBound]) + instead + stem[addition.upperBound...]
    }

    /// The original's name with the edit's ending, if the edit has this name, in its own case.
    func original(of name: [UInt8]) -> [UInt8] {
        Array(name[..<addition.lowerBound]) + instead + name[addition.upperBound...]
    }

    // MARK: - By makers

    /// What an edit's stem has, what its original's has instead, and whether Google named it.
    private typealias Found = (addition: Range<Int>, instead: [UInt8], isTakeout: Bool)

    /// What Google Photos puts behind a name, in the language of the account; what it makes of a photo by itself is
    /// always in English. Accents are one character or two: macOS takes them apart.
    ///
    /// Google documents none of them. They are in the lists of programs that read its exports: users reported the ones
    /// of the first groups (GooglePhotosTakeoutHelper, immich-go, and scripts for exports of their own); those of the
    /// last are in such lists, and unconfirmed. A word that is in none of them is not listed.
    static let googleWords = [
        "-edited", "-effects", "-smile",
        // German, Dutch, French, Italian, Spanish, Portuguese, Catalan.
        "-bearbeitet", "-bewerkt", "-modifi\u{E9}", "-modifie\u{301}", "-modificato", "-modificata", "-ha editado",
        "-editado", "-editada", "-editat",
        // Polish, Czech, Hungarian, Russian, Bulgarian, Japanese, Chinese.
        "-edytowane", "-upraveno", "-szerkesztve", "-измененный", "-редактирано", "-編集済み", "-编辑",
        // Unconfirmed: Danish, Norwegian, Swedish, Finnish, Slovak, Hungarian, Turkish.
        "-redigeret", "-redigert", "-redigerad", "-muokattu", "-upraven\u{E9}", "-upravene\u{301}", "-szerkesztett",
        "-d\u{FC}zenlendi", "-du\u{308}zenlendi",
        // Unconfirmed: Russian, Ukrainian, Korean, Chinese.
        "-изменено", "-отредактировано", "-відредаговано", "-편집됨", "-수정됨",
        "-\u{1111}\u{1167}\u{11AB}\u{110C}\u{1175}\u{11B8}\u{1103}\u{116C}\u{11B7}",
        "-已编辑", "-已修改", "-已編輯",
        // Unconfirmed: Indonesian, Vietnamese, Thai, Hindi, Arabic.
        "-diedit", "-đã chỉnh sửa", "-แก้ไขแล้ว", "-संपादित", "-تم التعديل",
    ].map { Array($0.utf8) }

    /// Of osxphotos, the first, and icloudpd (their documentation of edited suffixes and of sizes).
    private static let otherWords = ["_edited", "_adjusted", "-adjusted"].map { Array($0.utf8) }
    private static let apple = Array("img_e".utf8)
    private static let cover = Array("-01.cover".utf8)
    private static let raw = Array(".raw".utf8)
    private static let portrait = Array("portrait_00100_burst".utf8)
    private static let portraitCover = Array("_cover".utf8)

    private static func byWord(_ stem: [UInt8]) -> Found? {
        let rest = FileName.counter(at: stem[...])?.rest ?? stem[...]
        func end(with words: [[UInt8]]) -> Range<Int>? {
            let word = words.filter { rest.count > $0.count && rest.suffix($0.count).elementsEqual($0) }
                .max { $0.count < $1.count }
            return word.map { rest.endIndex - $0.count..<rest.endIndex }
        }
        if let place = end(with: googleWords) { return (place, [], true) }
        return end(with: otherWords).map { ($0, [], false) }
    }

    private static func byApple(_ stem: [UInt8]) -> Found? {
        guard stem.starts(with: apple), let next = stem.dropFirst(apple.count).first, isASCIIDigit(next) else {
            return nil
        }
        return (apple.count - 1..<apple.count, [], false)
    }

    private static func bySavedCopy(_ stem: [UInt8]) -> Found? {
        guard let tilde = stem.lastIndex(of: UInt8(ascii: "~")), tilde > 0 else { return nil }
        let digits = stem[tilde...].dropFirst()
        return !digits.isEmpty && digits.allSatisfy(isASCIIDigit) ? (tilde..<stem.count, [], true) : nil
    }

    private static func byCover(_ stem: [UInt8]) -> Found? {
        let name = FileName.counter(at: stem[...])?.rest ?? stem[...]
        let start = name.count - cover.count
        guard stem.starts(with: FileName.pixel), start > 0, name[start...].elementsEqual(cover),
            !name[..<start].suffix(raw.count).elementsEqual(raw)
        else { return nil }
        return (start..<name.count, Array("-02.original".utf8), false)
    }

    private static func byPortrait(_ stem: [UInt8]) -> Found? {
        let letter = 5
        guard stem.starts(with: Array("00100".utf8)),
            let start = stem.dropFirst(letter).prefix(4).firstIndex(of: portrait[0]),
            stem[start...].starts(with: portrait)
        else { return nil }
        let isCover = stem.suffix(portraitCover.count).elementsEqual(portraitCover)
        let end = isCover ? stem.count - portraitCover.count : stem.count
        let burst = stem[(start + portrait.count)..<end]
        return (0..<stem.count, Array("00000portrait_00000_burst".utf8) + burst, false)
    }
}

/// What edits may be edits of: photos by stem, by being a clip or not, and by ending.
struct OriginalCandidates {
    private struct Key: Hashable {
        let stem: NameKey
        /// Nil for either.
        let isClip: Bool?
        /// Nil for any.
        let ending: NameKey?
    }

    /// A photo of each kind, and the set it is in; a nil set where the photos are in several.
    private var found: [Key: (photo: Int, root: Int?)] = [:]

    mutating func add(_ photo: Int, root: Int, isClip: Bool, _ name: FileName) {
        let (stem, ending) = (NameKey(name.stem), NameKey(Array(name.ending)))
        add(photo, root, Key(stem: stem, isClip: isClip, ending: nil))
        add(photo, root, Key(stem: stem, isClip: nil, ending: nil))
        add(photo, root, Key(stem: stem, isClip: isClip, ending: ending))
        add(photo, root, Key(stem: stem, isClip: nil, ending: ending))
    }

    private mutating func add(_ photo: Int, _ root: Int, _ key: Key) {
        guard let known = found[key] else {
            found[key] = (photo, root)
            return
        }
        if known.root != root { found[key] = (known.photo, nil) }
    }

    /// The original of an edit: a photo of the only set that it can be of; nil where there is none, or several. A
    /// clip's original is a clip and a still's is a still, if there are such. If Google named the edit, it is one with
    /// the edit's ending, if there are such.
    func original(of edit: EditName, isClip: Bool, _ name: FileName) -> Int? {
        let stem = NameKey(edit.originalStem)
        let isAlike = found[Key(stem: stem, isClip: isClip, ending: nil)] != nil
        let kind = isAlike ? isClip : nil
        let same = edit.isTakeout ? found[Key(stem: stem, isClip: kind, ending: NameKey(Array(name.ending)))] : nil
        guard let original = same ?? found[Key(stem: stem, isClip: kind, ending: nil)], original.root != nil else {
            return nil
        }
        return original.photo
    }
}
