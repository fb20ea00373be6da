/// Finds the bytes of items, wherever and in how many pieces they are stored.
struct ItemBytes {
    /// How deep items may lie in items that lie in items.
    private static let mostDepth = 4

    private let data: Range<Int>?
    private let references: Range<Int>?
    private let locations: ItemLocations
    /// How many more locations may be looked up: items that lie in each other could ask for them without end.
    private var lookups = 16

    /// Nil where the file does not say where its items are.
    init?(_ meta: MetaBox, in source: inout PhotoSource) {
        guard let content = meta.locations, let locations = ItemLocations(content, in: &source) else { return nil }
        self.locations = locations
        data = meta.data
        references = meta.references
    }

    /// The bytes of `item`: where they are in the file, or put together where they are in several pieces.
    ///
    /// What would lie behind the end of the file, of `idat` or of the other item is left out. Nil where nothing
    /// remains, where a piece begins beyond that end, or where it would be more than a photo may cost.
    mutating func block(of item: Int, in source: inout PhotoSource) -> MetadataBlock? {
        guard let pieces = pieces(of: item, depth: 0, in: &source), let first = pieces.first else { return nil }
        if pieces.count == 1 { return .file(first) }
        guard Self.count(pieces) <= PhotoSource.mostBytes else { return nil }
        var bytes: [UInt8] = []
        for piece in pieces {
            let isThere: Void? = source.withBytes(piece) { span in
                for place in span.indices { bytes.append(span[place]) }
            }
            guard isThere != nil else { return nil }
        }
        return .bytes(bytes)
    }

    /// The stretches of the file that make up `item`, none of them empty, in order.
    private mutating func pieces(of item: Int, depth: Int, in source: inout PhotoSource) -> [Range<Int>]? {
        guard depth < Self.mostDepth, lookups > 0 else { return nil }
        lookups -= 1
        guard let location = locations.location(of: item, in: &source) else { return nil }
        var pieces: [Range<Int>] = []
        for extent in location.extents {
            guard let origin = origin(of: extent, of: item, location.origin, depth: depth, in: &source),
                let stretch = Self.cut(origin, from: extent.start, count: extent.length),
                pieces.count + stretch.count <= ItemLocations.mostExtents
            else { return nil }
            for piece in stretch { Self.append(piece, to: &pieces) }
        }
        return pieces
    }

    /// The stretches of the file in which an extent's offset is counted.
    private mutating func origin(
        of extent: ItemLocation.Extent, of item: Int, _ origin: ItemLocation.Origin, depth: Int,
        in source: inout PhotoSource
    ) -> [Range<Int>]? {
        switch origin {
        case .file: return [0..<source.size]
        case .data: return data.map { [$0] }
        case .item:
            let others = ItemReferences(references, in: &source)?.targets(of: item, by: "iloc", in: &source) ?? []
            let index = max(extent.index, 1) - 1
            return index < others.count ? pieces(of: others[index], depth: depth + 1, in: &source) : nil
        }
    }

    /// `count` bytes of `pieces` from `start` on, or all that there are where `count` is 0 or too much; nil where
    /// `start` lies beyond them.
    private static func cut(_ pieces: [Range<Int>], from start: Int, count: Int) -> [Range<Int>]? {
        var skipped = start
        var left = count == 0 ? Int.max : count
        var stretch: [Range<Int>] = []
        for piece in pieces where left > 0 {
            guard skipped < piece.count else {
                skipped -= piece.count
                continue
            }
            let first = piece.lowerBound + skipped
            let taken = min(piece.upperBound - first, left)
            stretch.append(first..<first + taken)
            left -= taken
            skipped = 0
        }
        return stretch.isEmpty ? nil : stretch
    }

    private static func append(_ piece: Range<Int>, to pieces: inout [Range<Int>]) {
        if let last = pieces.last, last.upperBound == piece.lowerBound {
            pieces[pieces.count - 1] = last.lowerBound..<piece.upperBound
        } else {
            pieces.append(piece)
        }
    }

    /// The bytes of all pieces together: at most ``ItemLocations/mostExtents`` times the file's size.
    private static func count(_ pieces: [Range<Int>]) -> Int {
        pieces.reduce(0) { $0 + $1.count }
    }
}

/// Where the items of a `meta` box are (`iloc`; ISO/IEC 14496-12, 8.11.3).
struct ItemLocations {
    /// The most extents of an item that is read.
    static let mostExtents = 64

    private let version: Int
    private let offsetBytes: Int
    private let lengthBytes: Int
    private let baseBytes: Int
    private let indexBytes: Int
    private let count: Int
    private let entries: BoxFields

    /// The locations in the content of `iloc`; nil for an unknown version, and for fields of another size than the
    /// standard allows.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version, version <= 2,
            let sizes = fields.number(2, in: &source),
            let count = fields.number(version == 2 ? 4 : 2, in: &source)
        else { return nil }
        self.version = version
        self.count = count
        offsetBytes = sizes >> 12
        lengthBytes = sizes >> 8 & 0xF
        baseBytes = sizes >> 4 & 0xF
        indexBytes = version == 0 ? 0 : sizes & 0xF
        entries = fields
        for size in [offsetBytes, lengthBytes, baseBytes, indexBytes] where size != 0 && size != 4 && size != 8 {
            return nil
        }
    }

    /// Where `item` is; nil where it is not listed or lies in another file, and where its entry is damaged or has
    /// more than ``mostExtents`` extents.
    ///
    /// Each step takes at least six bytes, so the walk ends however many entries are said to be there.
    func location(of item: Int, in source: inout PhotoSource) -> ItemLocation? {
        var fields = entries
        for _ in 0..<count {
            guard let found = fields.number(version == 2 ? 4 : 2, in: &source) else { return nil }
            if found == item { return location(from: &fields, in: &source) }
            guard fields.skip((version == 0 ? 2 : 4) + baseBytes), let extents = fields.number(2, in: &source),
                fields.skip(extents * (indexBytes + offsetBytes + lengthBytes))
            else { return nil }
        }
        return nil
    }

    private func location(from fields: inout BoxFields, in source: inout PhotoSource) -> ItemLocation? {
        guard let method = version == 0 ? 0 : fields.number(2, in: &source),
            let origin = ItemLocation.Origin(rawValue: method & 0xF),
            let reference = fields.number(2, in: &source), reference == 0,
            let base = fields.number(baseBytes, in: &source),
            let count = fields.number(2, in: &source), count <= Self.mostExtents
        else { return nil }
        var extents: [ItemLocation.Extent] = []
        for _ in 0..<count {
            guard let index = fields.number(indexBytes, in: &source),
                let offset = fields.number(offsetBytes, in: &source),
                let length = fields.number(lengthBytes, in: &source)
            else { return nil }
            let (start, isBeyond) = base.addingReportingOverflow(offset)
            guard !isBeyond else { return nil }
            extents.append(ItemLocation.Extent(index: index, start: start, length: length))
        }
        return ItemLocation(origin: origin, extents: extents)
    }
}

/// Where one item is.
struct ItemLocation {
    /// What offsets are counted in (construction_method).
    enum Origin: Int {
        /// The file.
        case file
        /// The content of `idat`.
        case data
        /// The bytes of another item, which a reference of type `iloc` names.
        case item
    }

    /// A stretch of the item.
    struct Extent {
        /// Which of the references is meant, counted from 1; 0 where the entry does not say, which means the first.
        var index: Int
        /// Its first byte, counted in what the origin says; not negative.
        var start: Int
        /// How many bytes it has; 0 for all up to the end.
        var length: Int
    }

    /// What offsets are counted in.
    var origin: Origin
    /// The stretches in order.
    var extents: [Extent]
}

/// The content of an item of type `Exif` (ISO/IEC 23008-12, A.2.1): the offset of the TIFF header, which counts from
/// behind itself, and then the block with or without `Exif`, NUL, NUL before that header.
enum ExifItem {
    /// The TIFF structure in `item`; nil where there is none, or the item's bytes are not to be had.
    ///
    /// Some writers leave the offset out, or count it from elsewhere: then a TIFF header is looked for where the block
    /// or the item begins, with `Exif`, NUL, NUL before it or not.
    static func tiff(in item: MetadataBlock, _ source: inout PhotoSource) -> ExifSource? {
        switch item {
        case .file(let range):
            guard let start = source.withBytes(range, start) ?? nil else { return nil }
            return .file(range.lowerBound + start..<range.upperBound)
        case .bytes(let bytes):
            guard let start = start(bytes.span) else { return nil }
            return .bytes(Array(bytes[start...]))
        }
    }

    private static func start(_ item: Span<UInt8>) -> Int? {
        let offset = item.uint32(at: 0, .big).map { Int($0) + 4 } ?? 0
        for place in [offset, 4, 0] {
            let start = item.holds("Exif\0\0", at: place) ? place + 6 : place
            if item.holds("II*\0", at: start) || item.holds("MM\0*", at: start) { return start }
        }
        return nil
    }
}
