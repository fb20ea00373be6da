/// Writes a photo's EXIF: header, IFD0, Exif, Interoperability and GPS directories, IFD1 and the thumbnail (EXIF 3.0,
/// 4.5).
enum SampleExifBlock {
    /// The picture's part of the EXIF.
    struct Content {
        let width: Int
        let height: Int
        let thumbnail: [UInt8]
        /// The requested length of the MakerNote.
        let noteSize: Int
    }

    private static let makerNote: UInt16 = 0x927C

    /// The TIFF block, without the `Exif\0\0` before it.
    static func bytes(_ shot: Shot, _ content: Content, random: SplitMix64) -> [UInt8] {
        let camera = shot.camera
        let gps = GPSFields.directory(shot)
        var exif = SampleTIFFDirectory(
            SampleExifFields.all(shot, content, note: note(camera, content, at: 0, random), interop: 0))
        let interop = SampleTIFFDirectory([(0x0001, .ascii("R98")), (0x0002, .undefined(Array("0100".utf8)))])
        let mainSize = SampleTIFFDirectory(ImageFields.main(shot, exif: 0, gps: gps.map { _ in 0 })).size
        let exifOffset = 8 + mainSize
        let interopOffset = exifOffset + exif.size
        let gpsOffset = interopOffset + interop.size
        let thumbnailOffset = gpsOffset + (gps?.size ?? 0)
        exif.replace(0xA005, by: .long(interopOffset))
        if let offset = exif.valueOffset(of: makerNote, at: exifOffset) {
            exif.replace(makerNote, by: .undefined(note(camera, content, at: offset, random)))
        }

        var sink = ByteSink(order: camera.byteOrder)
        sink.bytes.reserveCapacity(thumbnailOffset + 200 + content.thumbnail.count)
        sink.bytes += camera.byteOrder.mark
        sink.append16(42)
        sink.append32(8)
        let main = SampleTIFFDirectory(ImageFields.main(shot, exif: exifOffset, gps: gps.map { _ in gpsOffset }))
        main.append(to: &sink, at: 8, next: thumbnailOffset)
        exif.append(to: &sink, at: exifOffset, next: 0)
        interop.append(to: &sink, at: interopOffset, next: 0)
        gps?.append(to: &sink, at: gpsOffset, next: 0)
        let size = SampleTIFFDirectory(ImageFields.thumbnail(offset: 0, length: 0)).size
        let second = ImageFields.thumbnail(offset: thumbnailOffset + size, length: content.thumbnail.count)
        SampleTIFFDirectory(second).append(to: &sink, at: thumbnailOffset, next: 0)
        sink.bytes += content.thumbnail
        return sink.bytes
    }

    private static func note(_ camera: Camera, _ content: Content, at offset: Int, _ random: SplitMix64) -> [UInt8] {
        var random = random
        return camera.note.bytes(size: content.noteSize, at: offset, order: camera.byteOrder, random: &random)
    }
}
