/// The names of files that editors and cameras put beside a photo. Only the films and pictures among them are read.
///
/// ``rules`` is the only list of them. Names are bytes, compared without the case of ASCII letters.
package enum CompanionNames {
    /// How a name tells its photo.
    enum Way {
        /// `NAME.ext.ENDING`.
        case name
        /// `NAME.ext.NUMBER.ENDING`, or without the number.
        case numberedName
        /// `STEM.ENDING`, of all photos of that stem; clips only where nothing else is.
        case stem
        /// `STEM.ENDING`, of clips.
        case clipStem
        /// `STEM.ENDING`, of clips, else of what is there.
        case clipOrStem
        /// Either.
        case nameOrStem
    }

    struct Rule {
        /// What its name ends in, in lower case, with the dot if there is one.
        let ending: [UInt8]
        let way: Way
        /// The directories below the photo's that it is in, in lower case; empty beside the photo. The last part of a
        /// name may be `*`.
        let directory: [[UInt8]]

        init(_ ending: String, _ way: Way, in directory: [String] = []) {
            self.ending = Array(ending.utf8)
            self.way = way
            self.directory = directory.map { Array($0.utf8) }
        }
    }

    static let rules = [
        // RawTherapee, "Sidecar Files" of RawPedia: the profile is the photo's name and `.pp3`, that of a picture it
        // made `.out.pp3` (batchqueue.cc). ART, its fork: `.arp`.
        Rule(".pp3", .nameOrStem), Rule(".out.pp3", .name), Rule(".arp", .name),
        // DxO PhotoLab, "Sidecar files" of its manual.
        Rule(".dop", .name),
        // Nikon NX Studio, "Adjustment files" of its manual: below the photo's directory.
        Rule(".nksc", .name, in: ["nksc_param"]),
        // ON1 Photo RAW, "Sidecar files" of its manual.
        Rule(".on1", .nameOrStem),
        // Capture One, "Session sidecar files explained": adjustments and masks by engine version. "The Cache folder":
        // thumbnails, previews and focus masks, of which it names two directories.
        Rule(".cos", .name, in: ["captureone", "settings*"]), Rule(".comask", .name, in: ["captureone", "settings*"]),
        Rule(".cop", .name, in: ["captureone", "cache", "proxies"]),
        Rule(".cof", .name, in: ["captureone", "cache", "proxies"]),
        Rule(".cop", .name, in: ["captureone", "cache", "previews"]),
        Rule(".cof", .name, in: ["captureone", "cache", "previews"]),
        Rule(".cot", .name, in: ["captureone", "cache", "thumbnails"]),
        // SILKYPIX, also as Panasonic, Fujifilm and Olympus distribute it: NAME.RW2.8.spd with the number of the
        // version, in SILKYPIX_DS (scripts of users that move these files with their photos).
        Rule(".spd", .numberedName, in: ["silkypix_ds"]),
        // Adobe Camera Raw, and Lightroom Classic 15 and later: masks and the like beside the XMP file or the JPEG, by
        // its stem (answers of Adobe's community forum).
        Rule(".acr", .nameOrStem),
        // Canon Digital Photo Professional: recipes (VRD and DR4 files of ExifTool's list of formats).
        Rule(".vrd", .nameOrStem), Rule(".dr4", .nameOrStem),
        // UFRaw, "ID files" of its guide; PhotoFlow's presets of a photo.
        Rule(".ufraw", .nameOrStem), Rule(".pfi", .name),
        // Voice memos: a WAV of the photo's name (Nikon's manuals, "File names") or number (Canon's Software Starter
        // Guide, "Memory card folder structure").
        Rule(".wav", .stem),
        // Thumbnails of films and of CRW files: Canon (DCF 2.0, 3.3.4, "thumbnail files"), GoPro, DJI.
        Rule(".thm", .clipOrStem),
        // Films of low resolution: GoPro (".LRV" of its file naming convention), Insta360, DJI (LRF), Garmin (GLV).
        Rule(".lrv", .clipStem), Rule(".lrf", .clipStem), Rule(".glv", .clipStem),
        // DJI's telemetry as subtitles, "Video captions" of its manuals.
        Rule(".srt", .clipStem),
        // Sony XAVC: `C0001M01.XML` of C0001.MP4; Canon and Panasonic: of the clip's stem.
        Rule(".xml", .clipStem),
        // Sony's PlayMemories Home: `NAME.ext.modd` and `.moff`; JVC and Canon camcorders: `.moi` of MOD, TOD and MTS
        // files.
        Rule(".modd", .name), Rule(".moff", .name), Rule(".moi", .clipStem),
        // Exposure by Alien Skin: X5 to X7 in `Exposure Software/Exposure X7` (scripts of users that read them), which
        // was `Alien Skin` before ("Understanding Exposure's Nondestructive Workflow").
        Rule(".exposurex5", .name, in: ["alien skin", "exposure x*"]),
        Rule(".exposurex5", .name, in: ["exposure software", "exposure x*"]),
        Rule(".exposurex6", .name, in: ["exposure software", "exposure x*"]),
        Rule(".exposurex7", .name, in: ["exposure software", "exposure x*"]),
        // gThumb and Pix: comment, place and time (gth-comment.c).
        Rule(".xml", .name, in: [".comments"]),
        // RapidRAW (its issue 597); Hasselblad Phocus ("What Phocus Writes to the .phos", blog.tonalphoto.com).
        Rule(".rrdata", .name), Rule(".phos", .nameOrStem),
        // ExifTool's originals of the photos and XMP files that it changed ("-overwrite_original" of its manual).
        Rule("_original", .name), Rule(".xmp_original", .nameOrStem),
    ]

    private static let endings: [UInt64: [Int]] = rules.indices.reduce(into: [:]) { found, index in
        // An ending alone is no name of a file.
        let name = Array("a".utf8) + rules[index].ending
        let key = key(name.span)
        found[key, default: []].append(index)
    }

    /// The endings, behind their last dots.
    package static let all: [String] = Set(
        rules.map { String(decoding: $0.ending.split(separator: UInt8(ascii: ".")).last ?? [], as: UTF8.self) }
    ).sorted()

    /// Whether a name, or a path, has the ending of a companion and something before it. An XMP file of a companion,
    /// `A.THM.xmp`, is one itself, of the same photos: it says nothing of them.
    package static func isCompanion(_ name: Span<UInt8>) -> Bool { !rules(ofFile: name).isEmpty }

    /// The rules for a companion or an XMP file of one.
    private static func rules(ofFile name: Span<UInt8>) -> [Int] {
        guard SidecarEnding(name) == .xmp else { return rules(of: name) }
        return rules(of: name.extracting(droppingLast: SidecarEnding.xmp.rawValue.utf8.count))
    }

    /// The rules for names with this one's ending; none for most names.
    static func rules(of name: Span<UInt8>) -> [Int] {
        let key = key(name)
        guard key != 0, let places = endings[key] else { return [] }
        return places.filter { ends(name, in: rules[$0].ending) }
    }

    private static func ends(_ name: Span<UInt8>, in ending: [UInt8]) -> Bool {
        let start = name.count - ending.count
        guard start > 0 else { return false }
        for index in ending.indices where asciiLowercased(name[start + index]) != ending[index] { return false }
        return true
    }

    /// The bytes after the last dot in lower case, of many the last eight; 0 where nothing is before them.
    private static func key(_ name: Span<UInt8>) -> UInt64 {
        var key: UInt64 = 0
        var index = name.count
        while index > max(0, name.count - 8) {
            index -= 1
            if name[index] == UInt8(ascii: ".") { break }
            key = key << 8 | UInt64(asciiLowercased(name[index]))
        }
        return index > 0 ? key : 0
    }

    // MARK: - Directories

    /// A directory that companions are in, by the names that lead there from their photos' directory.
    private static let directories: [[[UInt8]]] = Array(Set(rules.map(\.directory).filter { !$0.isEmpty }))

    /// Whether companions may be in a directory below a photo's, or below that.
    ///
    /// - Parameter path: from the photo's directory, without slashes at the ends.
    package static func leads(_ path: [UInt8]) -> Bool {
        let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        return directories.contains { pattern in
            pattern.count >= names.count && zip(pattern, names).allSatisfy { matches($0.1, $0.0) }
        }
    }

    /// The directory of the photos whose companions are in a directory; nil for one that no program uses for that.
    ///
    /// - Parameter path: any path, without a slash at its end.
    /// - Returns: a beginning of it, without a slash at its end; empty if the companions' directory is all there is.
    package static func home(of path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        for pattern in directories where pattern.count <= names.count {
            let last = names.suffix(pattern.count)
            guard zip(pattern, last).allSatisfy({ matches($0.1, $0.0) }), let first = last.first else { continue }
            return path[..<max(path.startIndex, first.startIndex - 1)]
        }
        return nil
    }

    /// Whether a file of a companion's name in a directory belongs to photos elsewhere.
    package static func isElsewhere(_ name: Span<UInt8>, in directory: ArraySlice<UInt8>) -> Bool {
        guard let home = home(of: directory) else { return false }
        let below = directory[home.endIndex...].drop { $0 == UInt8(ascii: "/") }
        return rules(ofFile: name).contains { isPath(below, rules[$0].directory) }
    }

    /// Whether a path below a photo's directory is the one of a rule.
    static func isPath(_ path: ArraySlice<UInt8>, _ pattern: [[UInt8]]) -> Bool {
        let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: true)
        return names.count == pattern.count && zip(pattern, names).allSatisfy { matches($0.1, $0.0) }
    }

    private static func matches(_ name: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
        let isBeginning = pattern.last == UInt8(ascii: "*")
        let wanted = isBeginning ? pattern.dropLast() : pattern[...]
        guard isBeginning ? name.count >= wanted.count : name.count == wanted.count else { return false }
        return zip(name, wanted).allSatisfy { asciiLowercased($0) == $1 }
    }
}

extension CompanionNames {
    /// The stems of photos that a companion with a stem may belong to, the likeliest first: its own, and what cameras
    /// make of theirs.
    static func stems(_ stem: [UInt8], ending: [UInt8]) -> [[UInt8]] {
        var stems = [stem]
        switch String(decoding: ending, as: UTF8.self) {
        case ".lrv":
            // GoPro: GL010124.LRV of GX010124.MP4 (HEVC) or GH010124.MP4 (AVC).
            if begins(stem, "gl") { stems += ["GX", "GH", "GP", "GS"].map { Array($0.utf8) + stem.dropFirst(2) } }
            stems += insta360(stem)
        case ".xml":
            if stem.suffix(3).map(asciiLowercased) == Array("m01".utf8) { stems.append(stem.dropLast(3)) }
        case ".wav":
            // Canon PowerShot: SND_0001.WAV of IMG_0001.JPG.
            if begins(stem, "snd_") { stems.append(Array("IMG_".utf8) + stem.dropFirst(4)) }
        default: break
        }
        return stems
    }

    /// Insta360: LRV_20240101_120000_11_657.lrv of VID_20240101_120000_00_657.insv and, for the other lens, `_10_`.
    private static func insta360(_ stem: [UInt8]) -> [[UInt8]] {
        var parts = stem.split(separator: UInt8(ascii: "_")).map(Array.init)
        guard parts.count == 5, begins(parts[0], "lrv"), parts[0].count == 3, parts[3].count == 2 else { return [] }
        parts[0] = Array("VID".utf8)
        return ["00", "10"].map { lens in
            parts[3] = Array(lens.utf8)
            return Array(parts.joined(separator: [UInt8(ascii: "_")]))
        }
    }

    private static func begins(_ name: [UInt8], _ start: String) -> Bool {
        name.count >= start.utf8.count && name.prefix(start.utf8.count).map(asciiLowercased) == Array(start.utf8)
    }
}
