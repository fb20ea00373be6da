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
