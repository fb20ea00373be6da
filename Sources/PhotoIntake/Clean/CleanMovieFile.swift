internal import PhotoModel

/// Cleans movies: MOV and MP4 (ISO/IEC 14496-12, QuickTime). Tracks with picture and sound stay. Other tracks, users'
/// and makers' boxes become free space, and all media data that no picture and no sound refers to becomes zeroes. Every
/// byte keeps its place.
struct CleanMovieFile: ~Copyable {
    private var source: CleanSource
    private var edits: CleanEdits
    private let depth: CleanDepth
    private var media: [Range<Int>] = []
    private var samples: [Range<Int>] = []
    private var tracks = 0

    /// - Parameter depth: how much is taken out: `all` takes the movie's times too.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    static func recipe(_ source: consuming CleanSource, _ depth: CleanDepth) throws(CleanFailure) -> CleanRecipe {
        let size = source.size
        var cleaning = CleanMovieFile(source: source, edits: CleanEdits(size: size), depth: depth)
        return try cleaning.clean()
    }

    private init(source: consuming CleanSource, edits: CleanEdits, depth: CleanDepth) {
        self.source = source
        self.edits = edits
        self.depth = depth
    }

    private mutating func clean() throws(CleanFailure) -> CleanRecipe {
        var movie: CleanBox?
        var place = 0
        while let box = try edits.topBox(at: &place, hasPicture: movie != nil && !media.isEmpty, &source) {
            switch box.type {
            case "ftyp": try edits.cleanType(box, usual: "mp42", &source)
            case "moov":
                guard movie == nil else { throw .refused("has two movies") }
                movie = box
            case "mdat": media.append(box.content)
            case "moof", "mfra", "sidx", "styp": throw .refused("is a movie in fragments")
            case "jumb": try edits.free(box, .provenance, &source)
            default: try edits.free(box, .boxes, &source)
            }
        }
        guard let movie else { throw .refused("has no movie") }
        try cleanMovie(movie)
        guard tracks > 0 else { throw .refused("has neither picture nor sound") }
        try edits.keep(samples, of: media, &source)
        guard let recipe = edits.recipe else { throw .refused("has parts that lie over each other") }
        return recipe
    }

    private mutating func cleanMovie(_ movie: CleanBox) throws(CleanFailure) {
        for box in try source.boxes(of: movie.content) {
            switch box.type {
            case "mvhd": try cleanTimes(box)
            case "trak": try cleanTrack(box)
            case _ where Self.carriers.contains(box.type): try edits.free(box, .boxes, &source)
            case "mvex": throw .refused("is a movie in fragments")
            default: throw box.unknown
            }
        }
    }

    /// What users, makers and programs write at every level, and what no player needs.
    private static let carriers: Set<FourCC> = [
        "udta", "meta", "uuid", "free", "skip", "wide", "txas", "iods", "elng",
    ]
    /// The kinds of groups of samples that are numbers of pictures and sounds alone.
    private static let groupings: Set<FourCC> = [
        "roll", "prol", "rap ", "sync", "tele", "tsas", "stsa", "tscl", "refs", "alst",
    ]

    /// Writes zeroes over the times of a header, which follow version and flags, if these go too.
    private mutating func cleanTimes(_ box: CleanBox) throws(CleanFailure) {
        guard depth == .all else { return }
        let version = try source.number(at: box.content.lowerBound, 1)
        let start = box.content.lowerBound + 4
        try edits.blankOut(start..<start + (version == 1 ? 16 : 8), .times, &source)
    }

    private mutating func cleanTrack(_ track: CleanBox) throws(CleanFailure) {
        let parts = try source.boxes(of: track.content)
        guard let mediaBox = parts.first(where: { $0.type == "mdia" }) else { throw .refused("has a track of nothing") }
        let mediaParts = try source.boxes(of: mediaBox.content)
        guard let handler = mediaParts.first(where: { $0.type == "hdlr" }) else {
            throw .refused("has a track without a handler")
        }
        let kind = try source.code(at: handler.content.lowerBound + 8)
        guard kind == "vide" || kind == "soun" else {
            edits.note(.tracks)
            edits.write(Array("free".utf8), at: track.whole.lowerBound + 4)
            return edits.blank(track.content)
        }
        tracks += 1
        for box in parts {
            switch box.type {
            case "tkhd": try cleanTimes(box)
            case "edts": try edits.keep(["elst"], in: box, &source)
            case "tapt": try edits.keep(["clef", "prof", "enof"], in: box, &source)
            case "load", "mdia": break
            case "tref": try edits.free(box, .tracks, &source)
            case _ where Self.carriers.contains(box.type): try edits.free(box, .boxes, &source)
            default: throw box.unknown
            }
        }
        for box in mediaParts {
            switch box.type {
            case "mdhd": try cleanTimes(box)
            case "hdlr": try edits.cleanHandler(box, &source)
            case "minf": try cleanInformation(box)
            case _ where Self.carriers.contains(box.type): try edits.free(box, .boxes, &source)
            default: throw box.unknown
            }
        }
    }

    private mutating func cleanInformation(_ information: CleanBox) throws(CleanFailure) {
        for box in try source.boxes(of: information.content) {
            switch box.type {
            case "vmhd", "smhd", "nmhd": break
            case "gmhd": try edits.keep(["gmin"], in: box, &source)
            case "hdlr": try edits.cleanHandler(box, &source)
            case "dinf": try cleanReferences(box)
            case "stbl": try cleanSamples(box)
            case _ where Self.carriers.contains(box.type): try edits.free(box, .boxes, &source)
            default: throw box.unknown
            }
        }
    }

    /// Refuses samples in other files, and takes out what a reference says beside that they are in this one.
    private mutating func cleanReferences(_ dinf: CleanBox) throws(CleanFailure) {
        for dref in try source.boxes(of: dinf.content) {
            guard dref.type == "dref" else { throw dref.unknown }
            for entry in try source.boxes(of: dref.content.dropFirst(8)) {
                guard entry.content.count >= 4, try source.number(at: entry.content.lowerBound + 3, 1) & 1 == 1 else {
                    throw .refused("refers to another file")
                }
                try edits.blankOut(entry.content.dropFirst(4), .rest, &source)
            }
        }
    }

    private mutating func cleanSamples(_ table: CleanBox) throws(CleanFailure) {
        var track = SampleTable()
        for box in try source.boxes(of: table.content) {
            switch box.type {
            case "stsd":
                let descriptions = try SampleDescriptions(box, &source, &edits)
                (track.coding, track.lengthSize) = (descriptions.coding, descriptions.lengthSize)
                track.frameBytes = descriptions.frameBytes
            case "stsc": track.chunkRuns = box.content
            case "stsz", "stz2": track.sizes = box
            case "stco", "co64": track.offsets = box
            case "stts", "ctts", "cslg", "stss", "stps", "sdtp", "subs": break
            case "sgpd", "sbgp":
                let kind = try source.code(at: box.content.lowerBound + 4)
                if !Self.groupings.contains(kind) { try edits.free(box, .boxes, &source) }
            case _ where Self.carriers.contains(box.type): try edits.free(box, .boxes, &source)
            default: throw box.unknown
            }
        }
        try samples += track.chunks(&source)
    }
}
