/// Writes a photo's HEIC file like a phone's (ISO/IEC 23008-12): all boxes that describe the items, and in `mdat` the
/// EXIF block followed by the picture, in tiles if it is large. The tiles contain no picture: no encoder is needed to
/// make the file, and no decoder can show it.
///
/// The thumbnail stays in the EXIF block.
struct HEICFile {
    /// The longest side of a picture without tiles.
    private static let wholeSide = 128
    /// The side of a tile. A picture of 800 by 600 has as many tiles as a phone's of 4,032 by 3,024 with tiles of 512
    /// by 512.
    private static let tileSide = 112

    private let exif: [UInt8]
    private let picture: PictureStore.Encoded
    private let items: HEICItems

    /// The file of a picture with the EXIF block `tiff`. `orientation` is 1, 3, 6 or 8.
    static func bytes(tiff: [UInt8], _ picture: PictureStore.Encoded, orientation: Int, size: Int) -> [UInt8] {
        HEICFile(tiff: tiff, picture, orientation: orientation).bytes(size: size)
    }

    private init(tiff: [UInt8], _ picture: PictureStore.Encoded, orientation: Int) {
        // The distance from here to the TIFF header (ISO/IEC 23008-12, A.2.1).
        exif = BoxWriter.long(6) + Array("Exif\0\0".utf8) + tiff
        self.picture = picture
        let isWhole = max(picture.width, picture.height) <= Self.wholeSide
        items = HEICItems(
            width: picture.width, height: picture.height, tileSide: isWhole ? nil : Self.tileSide,
            orientation: orientation)
    }

    /// The file, padded to `size` bytes unless it is larger.
    private func bytes(size: Int) -> [UInt8] {
        let brands = BoxWriter.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let start = brands.count + meta(lengths: [], at: 0).count + BoxWriter.headerSize
        let room = max(size - start - exif.count, items.tileCount)
        let data = picture.filler(room)
        var bytes = brands + meta(lengths: lengths(of: data.count), at: start)
        bytes += BoxWriter.header("mdat", contentSize: exif.count + data.count)
        bytes += exif
        bytes += data
        return bytes
    }

    /// The length of each tile; the last one gets the rest.
    private func lengths(of count: Int) -> [Int] {
        let each = count / items.tileCount
        return Array(repeating: each, count: items.tileCount - 1) + [count - each * (items.tileCount - 1)]
    }

    /// The `meta` box. Its size does not depend on lengths and positions.
    private func meta(lengths: [Int], at start: Int) -> [UInt8] {
        var locations: [HEICItems.Location] = []
        var place = start + exif.count
        for tile in 0..<items.tileCount {
            let length = lengths.isEmpty ? 0 : lengths[tile]
            locations.append(HEICItems.Location(offset: place, length: length))
            place += length
        }
        return items.meta(tiles: locations, exif: HEICItems.Location(offset: start, length: exif.count))
    }
}
