/// The items of a HEIC file and the `meta` box that tells of them (ISO/IEC 14496-12, 8.11, and 23008-12): the tiles,
/// the grid that they make up where they are several, and the EXIF block.
struct HEICItems {
    /// Where an item lies in the file.
    struct Location {
        let offset: Int
        let length: Int
    }

    /// How many tiles there are.
    let tileCount: Int
    private let width: Int
    private let height: Int
    private let columns: Int
    private let rows: Int
    /// The sides of each tile.
    private let tile: (width: Int, height: Int)
    private let orientation: Int

    /// The items of a picture in square tiles, or of one that is whole where `tileSide` is nil.
    init(width: Int, height: Int, tileSide: Int?, orientation: Int) {
        self.width = width
        self.height = height
        self.orientation = orientation
        tile = tileSide.map { ($0, $0) } ?? (width, height)
        columns = (width + tile.width - 1) / tile.width
        rows = (height + tile.height - 1) / tile.height
        tileCount = columns * rows
    }

    private var isGrid: Bool { tileCount > 1 }
    private var primary: Int { isGrid ? tileCount + 1 : 1 }
    private var exif: Int { primary + 1 }

    /// The box, with the place of each tile and of the EXIF block in the file.
    func meta(tiles: [Location], exif location: Location) -> [UInt8] {
        let handler = Box.full("hdlr", Box.zeros(4), Array("pict".utf8), Box.zeros(13))
        let reference = Box.full("dref", Box.long(1), Box.full("url ", flags: 1))
        let parts = [
            handler, Box.plain("dinf", reference), Box.full("pitm", Box.short(primary)), information, references,
            HEICProperties.box(self.properties, tileCount: tileCount, primary: primary),
        ]
        return Box.full("meta", parts.flatMap { $0 } + (isGrid ? gridData : []) + locations(tiles, location))
    }

    private var properties: HEICProperties.Values {
        HEICProperties.Values(tile: tile, picture: (width, height), orientation: orientation)
    }

    /// The type of each item; phones hide the tiles (8.11.6).
    private var information: [UInt8] {
        var entries: [[UInt8]] = []
        for item in 1...tileCount { entries.append(Self.entry(item, "hvc1", isHidden: isGrid)) }
        if isGrid { entries.append(Self.entry(primary, "grid", isHidden: false)) }
        entries.append(Self.entry(exif, "Exif", isHidden: true))
        return Box.full("iinf", Box.short(entries.count), entries.flatMap { $0 })
    }

    private static func entry(_ item: Int, _ type: String, isHidden: Bool) -> [UInt8] {
        Box.full("infe", version: 2, flags: isHidden ? 1 : 0, Box.short(item), Box.short(0), Array(type.utf8), [0])
    }

    /// The grid is made from its tiles, the EXIF block describes the picture (8.11.12).
    private var references: [UInt8] {
        let description = Box.plain("cdsc", Box.short(exif), Box.short(1), Box.short(primary))
        guard isGrid else { return Box.full("iref", description) }
        let tiles = (1...tileCount).flatMap { Box.short($0) }
        return Box.full("iref", Box.plain("dimg", Box.short(primary), Box.short(tileCount), tiles), description)
    }

    /// How the tiles lie (ISO/IEC 23008-12, 6.6.2.3).
    private var gridData: [UInt8] {
        let shape = [0, 0, UInt8(rows - 1), UInt8(columns - 1)]
        return Box.plain("idat", shape, Box.short(width), Box.short(height))
    }

    /// One extent for each item, offsets and lengths of 32 bits; that of the grid lies in `idat` (8.11.3).
    private func locations(_ tiles: [Location], _ exifLocation: Location) -> [UInt8] {
        var entries: [[UInt8]] = []
        for (place, location) in tiles.enumerated() { entries.append(Self.entry(place + 1, location, isInFile: true)) }
        if isGrid { entries.append(Self.entry(primary, Location(offset: 0, length: 8), isInFile: false)) }
        entries.append(Self.entry(exif, exifLocation, isInFile: true))
        return Box.full("iloc", version: 1, [0x44, 0x00], Box.short(entries.count), entries.flatMap { $0 })
    }

    private static func entry(_ item: Int, _ location: Location, isInFile: Bool) -> [UInt8] {
        let head = Box.short(item) + Box.short(isInFile ? 0 : 1) + Box.short(0) + Box.short(1)
        return head + Box.long(location.offset) + Box.long(location.length)
    }
}
