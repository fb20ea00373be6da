/// Finds the bytes of items, which may be stored in several pieces.
struct ItemBytes {
    /// The maximum nesting of items within items.
    private static let mostDepth = 4

    private let data: Range<Int>?
    private let references: Range<Int>?
    private let locations: ItemLocations
    /// The number of further lookups of locations; limits items that refer to each other in a cycle.
    private var lookups = 16

    /// Returns nil if the file has no item locations.
    init?(_ meta: MetaBox, in source: inout PhotoSource) {
        guard let content = meta.locations, let locations = ItemLocations(content, in: &source) else { return nil }
        self.locations = locations
        data = meta.data
        references = meta.references
    }

    /// The bytes of `item`: a range of the file, or a copy if they are in several pieces.
    ///
    /// Bytes beyond the end of the file, of `idat` or of the other item are left out. Nil if nothing remains, if a
    /// piece starts beyond that end, or if reading the item would exceed the budget.
    mutating func block(of item: Int, in source: inout PhotoSource) -> MetadataBlock? {
        guard let pieces = pieces(of: item, depth: 0, in: &source), let first = pieces.first else { return nil }
        if pieces.count == 1 { return .file(first) }
        guard Self.count(pieces) <= PhotoSource.mostBytes else { return nil }
        var bytes: [UInt8] = []
        for piece in pieces {
            let isThere: Void? = source.withBytes(piece) { span in
                for index in span.indices { bytes.append(span[index]) }
            }
            guard isThere != nil else { return nil }
        }
        return .bytes(bytes)
    }

    /// The ranges of the file that make up `item`, in order; none is empty.
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

    /// The ranges of the file that an extent's offset is relative to.
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

    /// The `count` bytes of `pieces` from `start`, or all remaining bytes if `count` is 0 or too large; nil if `start`
    /// is out of range.
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

    /// The total length of the pieces: at most ``ItemLocations/mostExtents`` times the file's size.
    private static func count(_ pieces: [Range<Int>]) -> Int {
        pieces.reduce(0) { $0 + $1.count }
    }
}

/// The locations of the items of a `meta` box (`iloc`; ISO/IEC 14496-12, 8.11.3).
struct ItemLocations {
    /// The maximum number of extents of an item.
    static let mostExtents = 64

    private let version: Int
    private let offsetBytes: Int
    private let lengthBytes: Int
    private let baseBytes: Int
    private let indexBytes: Int
    private let count: Int
    private let entries: BoxFields

    /// The locations in the content of `iloc`; nil for an unknown version, and for field sizes that the standard does
    /// not allow.
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

    /// The location of `item`; nil if it is not listed or is in another file, or if its entry is damaged or has more
    /// than ``mostExtents`` extents.
    ///
    /// Each step consumes at least six bytes, so the walk ends whatever number of entries the box claims.
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

struct ItemLocation {
    /// What offsets are relative to (construction_method).
    enum Origin: Int {
        case file
        /// The content of `idat`.
        case data
        /// The bytes of another item, to which a reference of type `iloc` points.
        case item
    }

    struct Extent {
        /// The number of the reference, from 1; 0 if the entry has none, which means the first.
        var index: Int
        /// The first byte, relative to the origin; not negative.
        var start: Int
        /// The number of bytes; 0 for all up to the end.
        var length: Int
    }

    /// What offsets are relative to.
    var origin: Origin
    /// The pieces, in order.
    var extents: [Extent]
}

/// The content of an item of type `Exif` (ISO/IEC 23008-12, A.2.1): the offset of the TIFF header, relative to the end
/// of that field, and then the block, in which `Exif`, NUL, NUL may precede the header.
enum ExifItem {
    /// The shortest TIFF structure with an entry: its header and a directory.
    private static let fewestBytes = 8 + 2 + 12 + 4

    /// The EXIF data in `item`, nil if its bytes cannot be read; none in an item that is too short for any.
    static func sources(in item: MetadataBlock?, _ source: inout PhotoSource) -> [ExifSource] {
        guard let item else { return [.unread] }
        if let tiff = tiff(in: item, &source) { return [tiff] }
        return item.count < fewestBytes ? [] : [.unread]
    }

    /// The TIFF structure in `item`; nil if there is none, or if the item's bytes cannot be read.
    ///
    /// Some writers leave the offset out, or count it from elsewhere: then a TIFF header is looked for where the block
    /// or the item begins, with `Exif`, NUL, NUL before it or not.
    private static func tiff(in item: MetadataBlock, _ source: inout PhotoSource) -> ExifSource? {
        switch item {
        case .file(let range):
            guard let start = source.withBytes(range, start) ?? nil else { return nil }
            return .file(range.lowerBound + start..<range.upperBound)
        case .bytes(let bytes):
            guard let start = start(bytes.span) else { return nil }
            return .bytes(Array(bytes[start...]))
        case .parts: return nil
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
