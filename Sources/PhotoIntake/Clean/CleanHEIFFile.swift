internal import PhotoModel

/// Cleans HEIF files, HEIC and AVIF (ISO/IEC 23008-12): the items that are pictures stay, with their properties; the
/// bytes of the others become zeroes, and so does what no picture refers to. Every byte keeps its place.
///
/// The orientation is a property of the picture, so EXIF is not needed for it.
struct CleanHEIFFile: ~Copyable {
    private var source: CleanSource
    private var edits: CleanEdits
    private var media: [Range<Int>] = []
    private var types: [Int: FourCC] = [:]
    private var extents: [Int: [Range<Int>]] = [:]
    private var itemData: Range<Int>?
    private var lengthSizes: Set<Int> = []
    /// The small pictures of others, and where their flags are that hide them.
    private var thumbnails: Set<Int> = []
    private var flags: [Int: Int] = [:]
    /// The items whose bytes are in ``itemData``.
    private var inData: Set<Int> = []
    private let own: [UInt8]

    /// The types of items that are pictures.
    private static let pictures: Set<FourCC> = ["hvc1", "av01", "avc1", "grid", "iden", "iovl", "tmap"]
    /// The properties of pictures that are known to be nothing but that.
    private static let properties: Set<FourCC> = [
        "ispe", "pixi", "hvcC", "av1C", "avcC", "irot", "imir", "clap", "auxC", "pasp", "clli", "mdcv", "cclv",
        "amve", "a1op", "a1lx", "lsel", "rloc", "ndwt", "reve", "iscl", "elng", "cmin", "cmex",
    ]
    /// What stays of the kinds of auxiliary pictures: what a picture cannot be shown without, and names of no maker.
    private static let auxiliaries = [
        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth",
        "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:avc:2015:auxid:1",
        "urn:mpeg:avc:2015:auxid:2", "urn:com:photo:aux:hdrgainmap",
    ].map { Array($0.utf8) + [0] }
    /// The kinds of references and groups that are known to be numbers of items alone.
    private static let references: Set<FourCC> = [
        "thmb", "dimg", "cdsc", "auxl", "base", "exbl", "dpnd", "tbas", "prem", "free",
    ]
    private static let groups: Set<FourCC> = [
        "altr", "ster", "eqiv", "brst", "slid", "favc", "albc", "aebr", "wbbr", "fobr", "afbr", "dobr", "iaug", "tsyn",
    ]

    /// - Parameter exif: what the copy says in the file's EXIF item, if there is one with room for it.
    /// - Throws: `refused` where something in it is not understood; `unreadable`.
    static func recipe(
        _ source: consuming CleanSource, saying exif: MinimalExif
    ) throws(CleanFailure) -> CleanRecipe {
        let size = source.size
        // The block comes after its distance from the item's start (ISO/IEC 23008-12, A.2.1). An item of zeroes would
        // be EXIF that nobody can read: with nothing to say it says the usual orientation.
        let block = exif.block ?? MinimalExif(orientation: 1).block
        let own = block.map { [0, 0, 0, 0] + $0 } ?? []
        var cleaning = CleanHEIFFile(source: source, edits: CleanEdits(size: size), own: own)
        return try cleaning.clean()
    }

    private init(source: consuming CleanSource, edits: CleanEdits, own: [UInt8]) {
        self.source = source
        self.edits = edits
        self.own = own
    }

    private mutating func clean() throws(CleanFailure) -> CleanRecipe {
        var hasMeta = false
        var place = 0
        while let box = try edits.topBox(at: &place, hasPicture: hasMeta && !media.isEmpty, &source) {
            switch box.type {
            case "ftyp": try edits.cleanType(box, usual: "mif1", &source)
            case "meta" where !hasMeta:
                hasMeta = true
                try readMeta(box)
            case "mdat": media.append(box.content)
            case "moov", "moof": throw .refused("is a sequence of pictures")
            case "mpvd": try edits.free(box, .companions, &source)
            case "jumb": try edits.free(box, .provenance, &source)
            default: try edits.free(box, .boxes, &source)
            }
        }
        guard hasMeta else { throw .refused("has no pictures") }
        try cleanItems()
        guard let recipe = edits.recipe else { throw .refused("has items that lie over each other") }
        return recipe
    }

    private mutating func readMeta(_ meta: CleanBox) throws(CleanFailure) {
        for box in try source.boxes(of: meta.content.dropFirst(4)) {
            switch box.type {
            case "hdlr": try edits.cleanHandler(box, &source)
            case "pitm":
                let bytes = try source.number(at: box.content.lowerBound, 1) == 0 ? 2 : 4
                try edits.blankOut(box.content.dropFirst(4 + bytes), .rest, &source)
            case "grpl": try readGroups(box)
            case "iref": try readReferences(box)
            case "iinf": try readItems(box)
            case "iloc": try readPlaces(box)
            case "iprp": try readProperties(box)
            case "idat": itemData = box.content
            case "xml ", "bxml": try edits.free(box, .xmp, &source)
            case "udta", "uuid", "free", "skip": try edits.free(box, .boxes, &source)
            case "dinf": try checkReferences(box)
            default: throw box.unknown
            }
        }
    }

    /// Keeps the groups of items that are known (`grpl`, 8.18): their numbers, but not what follows.
    private mutating func readGroups(_ grpl: CleanBox) throws(CleanFailure) {
        for group in try source.boxes(of: grpl.content) {
            guard Self.groups.contains(group.type), group.content.count >= 12 else {
                try edits.free(group, .boxes, &source)
                continue
            }
            let count = try source.number(at: group.content.lowerBound + 8, 4)
            try edits.blankOut(group.content.dropFirst(12 + 4 * count), .rest, &source)
        }
    }

    /// Refuses data that lies in other files.
    private mutating func checkReferences(_ dinf: CleanBox) throws(CleanFailure) {
        for dref in try source.boxes(of: dinf.content) {
            guard dref.type == "dref" else { throw dref.unknown }
            for entry in try source.boxes(of: dref.content.dropFirst(8)) where entry.content.count > 4 {
                throw .refused("refers to another file")
            }
        }
    }

    /// The references between items (`iref`, 8.11.12). Those of small pictures, and of kinds that are not known, become
    /// references of no meaning, with their numbers: readers expect these.
    private mutating func readReferences(_ iref: CleanBox) throws(CleanFailure) {
        let bytes = try source.number(at: iref.content.lowerBound, 1) == 0 ? 2 : 4
        for box in try source.boxes(of: iref.content.dropFirst(4))
        where box.type == "thmb" || !Self.references.contains(box.type) {
            guard box.content.count >= bytes else { throw box.unknown }
            if box.type == "thmb" { thumbnails.insert(try source.number(at: box.content.lowerBound, bytes)) }
            edits.note(box.type == "thmb" ? .companions : .rest)
            edits.write(Array("free".utf8), at: box.whole.lowerBound + 4)
        }
    }

    /// Whether a picture is one that a clean copy has hidden, of zeroes only.
    private mutating func isGone(_ item: Int, _ ranges: [Range<Int>]) throws(CleanFailure) -> Bool {
        guard let place = flags[item], try source.number(at: place, 1) & 1 == 1 else { return false }
        return try !isSaid(ranges)
    }

    /// Hides a small picture, whose bytes become zeroes as all that is not kept.
    private mutating func hide(_ item: Int, _ type: FourCC) throws(CleanFailure) {
        guard let place = flags[item], ["hvc1", "av01", "avc1"].contains(type) else {
            throw .refused("has a small picture of several pieces")
        }
        edits.write([UInt8(try source.number(at: place, 1)) | 1], at: place)
    }

    /// What follows the type of an item with XMP that has no name.
    private static let xmp = Array("\0application/rdf+xml\0".utf8)

    /// The types of items (`infe`, ISO/IEC 14496-12, 8.11.6); their names, and what else says of which kind an item is,
    /// become zeroes.
    private mutating func readItems(_ iinf: CleanBox) throws(CleanFailure) {
        let version = try source.number(at: iinf.content.lowerBound, 1)
        for box in try source.boxes(of: iinf.content.dropFirst(4 + (version == 0 ? 2 : 4))) {
            guard box.type == "infe" else { throw box.unknown }
            let version = try source.number(at: box.content.lowerBound, 1)
            guard version == 2 || version == 3 else { throw .refused("has items of an old kind") }
            let bytes = version == 2 ? 2 : 4
            let item = try source.number(at: box.content.lowerBound + 4, bytes)
            let protection = try source.number(at: box.content.lowerBound + 4 + bytes, 2)
            let type = try source.code(at: box.content.lowerBound + 6 + bytes)
            guard protection == 0, types[item] == nil else { throw .refused("has items that are protected or double") }
            types[item] = type
            flags[item] = box.content.lowerBound + 3
            let name = box.content.dropFirst(10 + bytes)
            var kept = 0
            if type == "mime", try source.holds(Self.xmp, in: name.prefix(Self.xmp.count)) { kept = Self.xmp.count }
            try edits.blankOut(name.dropFirst(kept), .text, &source)
        }
    }

    /// Where the bytes of items are (`iloc`, 8.11.3).
    private mutating func readPlaces(_ iloc: CleanBox) throws(CleanFailure) {
        let version = try source.number(at: iloc.content.lowerBound, 1)
        guard version <= 2 else { throw iloc.unknown }
        let sizes = try source.number(at: iloc.content.lowerBound + 4, 2)
        let (offset, length, base) = (sizes >> 12, sizes >> 8 & 15, sizes >> 4 & 15)
        let index = version == 0 ? 0 : sizes & 15
        var place = iloc.content.lowerBound + 6
        func next(_ count: Int, _ source: inout CleanSource) throws(CleanFailure) -> Int {
            guard count <= 8, place + count <= iloc.content.upperBound else {
                throw .refused("has an iloc that is cut")
            }
            defer { place += count }
            return count == 0 ? 0 : try source.number(at: place, count)
        }
        let idBytes = version == 2 ? 4 : 2
        for _ in 0..<(try next(idBytes, &source)) {
            let item = try next(idBytes, &source)
            let method = version == 0 ? 0 : try next(2, &source) & 15
            let reference = try next(2, &source)
            let start = try next(base, &source)
            guard reference == 0, method < 2, extents[item] == nil else {
                throw .refused("has items in places that are not known")
            }
            var ranges: [Range<Int>] = []
            for _ in 0..<(try next(2, &source)) {
                _ = try next(index, &source)
                let from = try next(offset, &source).addingReportingOverflow(start)
                let count = try next(length, &source)
                let end = from.partialValue.addingReportingOverflow(count)
                guard count > 0, !from.overflow, !end.overflow else { throw .refused("has items without a length") }
                ranges.append(from.partialValue..<end.partialValue)
            }
            extents[item] = ranges
            if method == 1 { inData.insert(item) }
        }
    }

    private mutating func readProperties(_ iprp: CleanBox) throws(CleanFailure) {
        for box in try source.boxes(of: iprp.content) where box.type != "ipma" {
            guard box.type == "ipco" else { throw box.unknown }
            for property in try source.boxes(of: box.content) {
                if property.type == "udes" || property.type == "elng" {
                    // Texts: language, name, description, tags.
                    try edits.blankOut(property.content.dropFirst(4), .text, &source)
                } else if property.type == "auxC" {
                    try cleanAuxiliary(property)
                } else if property.type == "colr" {
                    try edits.cleanColours(in: property, &source)
                } else if !Self.properties.contains(property.type) {
                    throw property.unknown
                }
                if property.type == "hvcC", property.content.count > 22 {
                    lengthSizes.insert(1 + (try source.number(at: property.content.lowerBound + 21, 1) & 3))
                    try CoderData.checkSettings(property.content, &source)
                } else if property.type == "avcC" {
                    try CoderData.checkAVCSettings(property.content, &source)
                } else if property.type == "av1C" {
                    try AV1Units.check(property.content.dropFirst(4), &source)
                }
            }
        }
    }

    /// Keeps the kind of an auxiliary picture (`auxC`, ISO/IEC 23008-12, 6.5.8) if it is listed, without its own data:
    /// makers' kinds name them. Readers pass over a picture of no kind.
    private mutating func cleanAuxiliary(_ property: CleanBox) throws(CleanFailure) {
        let kind = property.content.dropFirst(4)
        var kept = 0
        for known in Self.auxiliaries where try source.holds(known, in: kind.prefix(known.count)) { kept = known.count }
        try edits.blankOut(kind.dropFirst(kept), .text, &source)
    }

    /// Keeps the bytes of pictures, and writes zeroes over all others.
    private mutating func cleanItems() throws(CleanFailure) {
        var pictures: [Range<Int>] = []
        var place: Int?
        for (item, type) in types.sorted(by: { $0.key < $1.key }) {
            var ranges = extents[item] ?? []
            if inData.contains(item) {
                guard let itemData else { throw .refused("has items without data") }
                ranges = ranges.map { $0.lowerBound + itemData.lowerBound..<$0.upperBound + itemData.lowerBound }
            }
            switch type {
            case "Exif" where place == nil && ranges.count == 1 && ranges[0].count >= own.count && !own.isEmpty:
                place = ranges[0].lowerBound
                let start = ranges[0].prefix(own.count)
                let isOwn = try source.holds(own, in: start)
                let saysMore = try isSaid([ranges[0].dropFirst(own.count)])
                edits.noteIfSaid(.exif, !isOwn || saysMore)
            case "Exif": edits.noteIfSaid(.exif, try isSaid(ranges))
            case "mime": edits.noteIfSaid(.xmp, try isSaid(ranges))
            case "uri ": edits.noteIfSaid(.rest, try isSaid(ranges))
            case _ where thumbnails.contains(item): try hide(item, type)
            case _ where Self.pictures.contains(type):
                if try isGone(item, ranges) { continue }
                pictures += ranges
                if type == "hvc1" { try checkCoding(ranges) }
                if type == "av01" { try AV1Units.check(try whole(ranges), &source) }
            default: throw .refused("has an item that is not known")
            }
        }
        guard !pictures.isEmpty else { throw .refused("has no pictures") }
        try edits.keep(
            pictures, and: (place ?? 0, place == nil ? [] : own), of: media + [itemData].compactMap(\.self), &source)
    }

    private mutating func isSaid(_ ranges: [Range<Int>]) throws(CleanFailure) -> Bool {
        for range in ranges {
            guard range.upperBound <= source.size else { throw .refused("has an item beyond its end") }
            if try !source.isBlank(range) { return true }
        }
        return false
    }

    private mutating func checkCoding(_ ranges: [Range<Int>]) throws(CleanFailure) {
        guard let size = lengthSizes.first, lengthSizes.count == 1, size != 3 else {
            throw .refused("has pictures that are coded in ways that are not known")
        }
        try CoderData.check(try whole(ranges), .hevc, lengthSize: size, &source)
    }

    /// The range of a picture. Of several pieces its units would lie across these.
    private func whole(_ ranges: [Range<Int>]) throws(CleanFailure) -> Range<Int> {
        if ranges.count > 1 { throw .refused("has a picture in several pieces") }
        return ranges.first ?? 0..<0
    }
}

extension CleanEdits {
    /// Notes that something is left out, if it says anything.
    fileprivate mutating func noteIfSaid(_ carrier: Carrier, _ isSaid: Bool) {
        if isSaid { note(carrier) }
    }
}
