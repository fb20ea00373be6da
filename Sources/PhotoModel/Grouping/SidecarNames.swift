/// The sidecars of each photo of a directory, by names alone; used before anything is read.
///
/// Names are bytes, compared without the case of ASCII letters where no name is the very same. What fits two photos
/// belongs to neither, unless it means both.
///
/// - XMP: `IMG.jpg.xmp`; `IMG.xmp` for the RAWs of that stem, else for all its photos; `IMG_01.jpg.xmp`, a further
///   version of darktable's, where there is no IMG_01.jpg, but IMG.jpg. Several whose names differ in case alone are
///   all the photo's, unless each has one of its own.
/// - Takeout: `IMG.jpg.json`; `IMG.jpg.supplemental-metadata.json`, also cut short; `IMG.jpg(1).json` for IMG(1).jpg;
///   and `IMG.json` where there is one photo of that stem. They count for Google's edits `IMG-edited.jpg` as well,
///   where these have none of their own.
/// - What editors and cameras put beside a photo: ``CompanionNames``.
/// - Apple: `IMG_1234.AAE` and `IMG_O1234.AAE` for all photos of the stem IMG_1234; where there is none, for IMG_E1234.
package struct SidecarNames: Sendable {
    private let sidecars: [NameKey: [[UInt8]]]
    /// The photos of the stem of an XMP file, for each of them, where its owner depends on which of them are RAWs.
    private var rivals: [NameKey: [[UInt8]]] = [:]
    /// The XMP files that have a photo's stem, whosever they are.
    private var stemFiles: [NameKey: [[UInt8]]] = [:]

    /// - Parameters:
    ///   - photos: the names of the directory's photos, stills and videos; in any order.
    ///   - sidecars: its names for which ``isSidecar(_:)`` is true; others belong to nothing. Companions in directories
    ///     below it have the paths to them.
    package init(photos: [[UInt8]], sidecars: [[UInt8]]) {
        self.init(photos: photos, sidecars: sidecars, areRaw: photos.map { _ in nil })
    }

    private init(photos: [[UInt8]], sidecars: [[UInt8]], areRaw: [Bool?]) {
        guard !sidecars.isEmpty else {
            self.sidecars = [:]
            return
        }
        let matching = SidecarMatching(photos: photos, sidecars: sidecars, areRaw: areRaw)
        var found: [Int: [(way: SidecarMatching.Way, name: [UInt8])]] = [:]
        for (sidecar, matches) in matching.matches.enumerated() {
            for match in matches { found[match.photo, default: []].append((match.way, sidecars[sidecar])) }
        }
        self.sidecars = found.reduce(into: [:]) { names, entry in
            names[NameKey(photos[entry.key])] = entry.value.sorted(by: Self.isBefore).map(\.name)
        }
        for family in matching.rivals {
            for photo in family { rivals[NameKey(photos[photo])] = family.map { photos[$0] } }
        }
        for (sidecar, family) in matching.stemFiles {
            for photo in family { stemFiles[NameKey(photos[photo]), default: []].append(sidecars[sidecar]) }
        }
    }

    /// Every sidecar of a photo.
    package var all: Set<[UInt8]> { Set(sidecars.values.joined()) }

    /// A photo's sidecars in the order in which what they say counts: XMP before Takeout, what is named after the one
    /// photo before what is named after several, then the names by bytes. Empty for names that were not given.
    package func sidecars(of photo: [UInt8]) -> [[UInt8]] {
        sidecars[NameKey(photo)] ?? []
    }

    /// The same, where the owner of `STEM.xmp` is told by what the files hold: a JPEG that has the name of a RAW takes
    /// it from no neighbour.
    ///
    /// - Parameters:
    ///   - photo: the name.
    ///   - isRaw: whether a photo of the directory holds a RAW; nil where that cannot be told, so that its name tells.
    ///     It is only asked where it matters.
    /// - Returns: the sidecars, in the same order.
    package func sidecars(of photo: [UInt8], isRaw: ([UInt8]) -> Bool?) -> [[UInt8]] {
        guard let rivals = rivals[NameKey(photo)] else { return sidecars(of: photo) }
        func isXMP(_ name: [UInt8]) -> Bool { SidecarEnding(name.span) == .xmp }
        let files = Set(rivals.flatMap { sidecars(of: $0).filter(isXMP) })
        let family = SidecarNames(photos: rivals, sidecars: Array(files), areRaw: rivals.map(isRaw))
        return family.sidecars(of: photo) + sidecars(of: photo).filter { !isXMP($0) }
    }

    /// The XMP files of a photo's stem that belong to its neighbours alone, such as a RAW. They correct nothing in the
    /// photo, but may have been meant for it.
    ///
    /// - Parameter photo: the name.
    package func neighbours(of photo: [UInt8], besides own: [[UInt8]]) -> [[UInt8]] {
        let others = stemFiles[NameKey(photo)]?.filter { !own.contains($0) } ?? []
        return others.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether a name ends in `.xmp`, `.json` or `.aae`, in any case, with something before it, or as a companion's.
    package static func isSidecar(_ name: Span<UInt8>) -> Bool {
        SidecarEnding(name) != nil || CompanionNames.isCompanion(name)
    }

    /// Whether a name ends as those of Takeout's files do.
    package static func isTakeout(_ name: Span<UInt8>) -> Bool { SidecarEnding(name) == .json }

    private static func isBefore(
        _ a: (way: SidecarMatching.Way, name: [UInt8]), _ b: (way: SidecarMatching.Way, name: [UInt8])
    ) -> Bool {
        a.way == b.way ? a.name.lexicographicallyPrecedes(b.name) : a.way < b.way
    }
}

/// What a sidecar's name ends in.
enum SidecarEnding: String, CaseIterable {
    case xmp = ".xmp"
    case json = ".json"
    case aae = ".aae"

    /// Nil for names that end otherwise, or in nothing but that.
    init?(_ name: Span<UInt8>) {
        // Told apart by the last letter, so that a name is compared once at most.
        guard let last = name.count > 0 ? asciiLowercased(name[name.count - 1]) : nil else { return nil }
        let ending: Self
        switch last {
        case UInt8(ascii: "p"): ending = .xmp
        case UInt8(ascii: "n"): ending = .json
        case UInt8(ascii: "e"): ending = .aae
        default: return nil
        }
        let letters = ending.rawValue.utf8
        guard name.count > letters.count else { return nil }
        for (index, letter) in letters.enumerated()
        where asciiLowercased(name[name.count - letters.count + index]) != letter { return nil }
        self = ending
    }
}

/// Which sidecars of a directory belong to which photos, by names. Both are told by their places in the given arrays.
struct SidecarMatching {
    /// How a sidecar's name tells its photo, the surest first. What a sidecar says counts in this order.
    enum Way: Int, Comparable {
        case xmpOfName, xmpOfStem, xmpOfVersion
        case takeoutOfName, takeoutOfCounter, takeoutOfStem, takeoutCut, takeoutOfOriginal
        case aae
        case companion

        static func < (left: Way, right: Way) -> Bool { left.rawValue < right.rawValue }
    }

    struct Match {
        let photo: Int
        let way: Way
    }

    /// What each sidecar belongs to; empty for orphans.
    private(set) var matches: [[Match]]
    /// The photos of each stem whose XMP file belongs to a RAW only by what their names, or what is known of them, say.
    private(set) var rivals: [[Int]] = []
    /// The XMP files of stems that several photos have, each with all of these.
    private(set) var stemFiles: [(sidecar: Int, photos: [Int])] = []
    private let photos: PhotoNames
    /// How many sidecars have a name, without the case of ASCII letters.
    private let count: [NameKey: Int]

    /// - Parameters:
    ///   - photos: the names of the photos.
    ///   - sidecars: those of the sidecars.
    ///   - areRaw: for each photo whether it holds a RAW; nil where its name tells.
    init(photos: [[UInt8]], sidecars: [[UInt8]], areRaw: [Bool?]) {
        self.photos = PhotoNames(photos, areRaw: areRaw)
        count = sidecars.reduce(into: [:]) { $0[NameKey($1.map(asciiLowercased)), default: 0] += 1 }
        matches = []
        matches = sidecars.map { match($0) }
        let corrected = matches.compactMap { $0.first }.filter { $0.way == .xmpOfStem }
        rivals = corrected.map { self.photos.rivals(of: $0.photo, photos[$0.photo]) }.filter { !$0.isEmpty }
        for (sidecar, found) in matches.enumerated() where found.first?.way == .xmpOfStem {
            let stem = Array(sidecars[sidecar].dropLast(SidecarEnding.xmp.rawValue.utf8.count))
            let family = self.photos.photos(ofStem: stem, .folded)
            if family.count > 1 { stemFiles.append((sidecar, family)) }
        }
        dropContradictions()
        addEdits()
    }

    private func match(_ name: [UInt8]) -> [Match] {
        guard let ending = SidecarEnding(name.span) else { return companion(name) }
        let base = name.dropLast(ending.rawValue.utf8.count)
        // Where other sidecars have the same name in another case, each belongs to what has its own.
        let comparison: NameIndex.Comparison = count[NameKey(name.map(asciiLowercased))] == 1 ? .folded : .exact
        switch ending {
        case .xmp where CompanionNames.isCompanion(name.span): return companion(Array(base))
        case .xmp: return xmp(Array(base), comparison)
        case .json: return takeout(base, comparison)
        case .aae: return aae(Array(base), comparison).map { Match(photo: $0, way: .aae) }
        }
    }

    // MARK: - XMP

    /// `IMG.jpg.xmp` belongs to that photo, `IMG.xmp` to the RAWs of that stem, else to all its photos, and darktable's
    /// `IMG_01.jpg.xmp` is a further version of IMG.jpg where there is no such photo. Where several have one name but
    /// for its case, one that is nobody's own is a further file of the only photo of that name.
    private func xmp(_ name: [UInt8], _ comparison: NameIndex.Comparison) -> [Match] {
        if FileName.endingDot(of: name[...]) != nil, let photo = photos.photo(named: name, .folded) {
            return [Match(photo: photo, way: .xmpOfName)]
        }
        let own = photos.corrected(ofStem: name, comparison)
        let stem = own.isEmpty ? photos.corrected(ofStem: name, .folded) : own
        if !stem.isEmpty { return stem.map { Match(photo: $0, way: .xmpOfStem) } }
        guard let main = Self.withoutVersion(name), let photo = photos.photo(named: main, .folded) else { return [] }
        return [Match(photo: photo, way: .xmpOfVersion)]
    }

    /// `IMG_01.jpg` is version 1 of `IMG.jpg`; nil where there is no number of two digits or more.
    private static func withoutVersion(_ name: [UInt8]) -> [UInt8]? {
        guard let dot = FileName.endingDot(of: name[...]) else { return nil }
        let stem = name[..<dot]
        let digits = stem.reversed().prefix(while: isASCIIDigit).count
        let rest = stem.dropLast(digits)
        guard digits >= 2, rest.count > 1, rest.last == UInt8(ascii: "_") else { return nil }
        return Array(rest.dropLast()) + name[dot...]
    }

    // MARK: - Companions

    private func companion(_ path: [UInt8]) -> [Match] {
        let slash = path.lastIndex(of: UInt8(ascii: "/"))
        let name = Array(path[(slash.map { $0 + 1 } ?? 0)...])
        for place in CompanionNames.rules(of: name.span) {
            let rule = CompanionNames.rules[place]
            guard CompanionNames.isPath(path[..<(slash ?? 0)], rule.directory) else { continue }
            let found = photos(of: Array(name.dropLast(rule.ending.count)), rule)
            if !found.isEmpty { return found.map { Match(photo: $0, way: .companion) } }
        }
        return []
    }

    /// The photos of a companion whose name is this before its ending.
    private func photos(of base: [UInt8], _ rule: CompanionNames.Rule) -> [Int] {
        let isNamed = rule.way == .name || rule.way == .numberedName
        if isNamed || rule.way == .nameOrStem, let photo = photos.photo(named: base, .folded) { return [photo] }
        if rule.way == .numberedName, let dot = base.lastIndex(of: UInt8(ascii: ".")),
            base[(dot + 1)...].allSatisfy(isASCIIDigit), let photo = photos.photo(named: Array(base[..<dot]), .folded)
        {
            return [photo]
        }
        if isNamed { return [] }
        for stem in CompanionNames.stems(base, ending: rule.ending) {
            let found =
                switch rule.way {
                case .clipStem: photos.clips(ofStem: stem)
                case .clipOrStem: photos.clips(ofStem: stem, orOthers: true)
                default: photos.pictures(ofStem: stem, .folded)
                }
            // What fits several shots belongs to none of them.
            if !found.isEmpty { return photos.mayBeOneShot(found) ? found : [] }
        }
        return []
    }

    // MARK: - Takeout

    private func takeout(_ base: ArraySlice<UInt8>, _ comparison: NameIndex.Comparison) -> [Match] {
        let name = TakeoutName(base)
        for (index, candidate) in name.photoNames.enumerated() {
            let way: Way = index < name.uncounted ? .takeoutOfName : .takeoutOfCounter
            if let photo = photos.photo(named: candidate, comparison) { return [Match(photo: photo, way: way)] }
        }
        for candidate in name.photoNames where FileName.endingDot(of: candidate[...]) != nil {
            let edits = photos.edits(ofMissing: candidate, comparison)
            if !edits.isEmpty { return edits.map { Match(photo: $0, way: .takeoutOfOriginal) } }
        }
        for stem in name.photoStems {
            let all = photos.photos(ofStem: stem, comparison)
            if let photo = all.first { return all.count == 1 ? [Match(photo: photo, way: .takeoutOfStem)] : [] }
        }
        guard comparison == .folded, let photo = name.cut.flatMap({ photos.photo(cutTo: $0) }) else { return [] }
        return [Match(photo: photo, way: .takeoutCut)]
    }

    /// Where `IMG(1).jpg.json` and `IMG.jpg(1).json` are there, one of them is that of another photo, and nobody knows
    /// which: neither belongs to IMG(1).jpg.
    private mutating func dropContradictions() {
        let named = served(by: [.takeoutOfName]).intersection(served(by: [.takeoutOfCounter]))
        guard !named.isEmpty else { return }
        for sidecar in matches.indices {
            matches[sidecar].removeAll {
                ($0.way == .takeoutOfName || $0.way == .takeoutOfCounter) && named.contains($0.photo)
            }
        }
    }

    private func served(by ways: Set<Way>) -> Set<Int> {
        Set(matches.joined().lazy.filter { ways.contains($0.way) }.map(\.photo))
    }

    /// What Takeout says of a photo counts for Google's edits of it as well, unless they have a file of their own.
    private mutating func addEdits() {
        let served = served(by: [.takeoutOfName, .takeoutOfCounter])
        for sidecar in matches.indices {
            let originals = matches[sidecar].filter { (Way.takeoutOfName ... .takeoutCut).contains($0.way) }
            let edits = originals.flatMap { photos.edits(of: $0.photo) }
            matches[sidecar] += edits.filter { !served.contains($0) }
                .map { Match(photo: $0, way: .takeoutOfOriginal) }
        }
    }

    // MARK: - Apple's edits

    /// `IMG_1234.AAE` and `IMG_O1234.AAE` belong to all photos of the stem IMG_1234; where there is none, to its edits.
    private func aae(_ name: [UInt8], _ comparison: NameIndex.Comparison) -> [Int] {
        let own = photos.pictures(ofStem: name, comparison)
        if !own.isEmpty { return own }
        let mark = Array("img_o".utf8)
        var stem = name
        if name.count > mark.count, name.prefix(mark.count).map(asciiLowercased) == mark, isASCIIDigit(name[mark.count])
        {
            stem.remove(at: mark.count - 1)
            let originals = photos.pictures(ofStem: stem, comparison)
            if !originals.isEmpty { return originals }
        }
        return photos.appleEdits(ofMissingStem: stem, comparison)
    }
}
