internal import PhotoModel

/// Reads Canon's raw files of version 3, and finds their metadata blocks.
///
/// Canon has not published the format. A CR3 file is an ISO base media file. Its `moov` box contains a `uuid` box with
/// the directories of an EXIF block, each in its own TIFF structure: `CMT1` (IFD0), `CMT2` (EXIF), `CMT3` (the
/// MakerNote, which is never read) and `CMT4` (GPS). The box also contains `THMB`, a JPEG. Another `uuid` box beside
/// `moov` contains XMP.
enum CR3Reader {
    private static let canonType: [UInt64] = [0x85C0_B687_820F_11E0, 0x8111_F4CE_462B_6A48]
    private static let xmpType: [UInt64] = [0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC]

    /// The boxes in Canon's `uuid` box, which its films have too; nil for other boxes.
    static func canonBoxes(in box: Box, _ source: inout PhotoSource) -> Range<Int>? {
        payload(of: box, canonType, in: &source)
    }

    /// Reads the file in `source`, which starts with a `ftyp` box of the brand `crx `.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        var content = ContainerContent(.cr3)
        var movie: Range<Int>?
        var isCut = false
        source.forEachBox(in: 0..<source.size, most: 64) { box, source in
            isCut = box.isCut
            if box.type == "moov" {
                movie = movie ?? box.content
            } else if let packet = payload(of: box, xmpType, in: &source) {
                content.xmp.append(.file(packet))
            }
            // Behind the image data is no metadata.
            return movie == nil || box.type != "mdat"
        }
        guard let movie else { throw .corrupt("is a CR3 file without a picture") }
        describe(movie, &content, in: &source)
        guard !content.exif.isEmpty || content.width != nil else {
            throw .corrupt(
                isCut ? "ends within the boxes that describe the picture" : "is a CR3 file without a picture")
        }
        return content
    }

    private static func describe(
        _ movie: Range<Int>, _ content: inout ContainerContent, in source: inout PhotoSource
    ) {
        var directories = CR3Directories()
        source.forEachBox(in: movie, most: 256) { box, source in
            guard let boxes = payload(of: box, canonType, in: &source) else { return true }
            source.forEachBox(in: boxes, most: 256) { box, source in
                take(box, &content, &directories, in: &source)
                return true
            }
            return false
        }
        content.exif = directories.values.map { [.values($0)] } ?? []
        if content.width == nil, let size = TrackSize(firstIn: movie, &source) {
            (content.width, content.height) = (size.width, size.height)
        }
    }

    private static func take(
        _ box: Box, _ content: inout ContainerContent, _ directories: inout CR3Directories,
        in source: inout PhotoSource
    ) {
        switch box.type {
        case "CMT1":
            guard let primary = directories.take(box.content, as: .primary, in: &source) else { return }
            let picture = TIFFPicture(primary)
            if let width = picture.width, let height = picture.height {
                (content.width, content.height) = (width, height)
            }
        case "CMT2": directories.take(box.content, as: .exif, in: &source)
        case "CMT4":
            if directories.take(box.content, as: .gps, in: &source)?.isSoundGPS != true {
                directories.values?.noteUnreadablePosition()
            }
        case "THMB": content.thumbnail = thumbnail(box, in: &source)
        default: break
        }
    }

    /// Version and flags, columns and rows, the JPEG's length, four bytes of unknown meaning, the JPEG.
    private static func thumbnail(_ box: Box, in source: inout PhotoSource) -> Range<Int>? {
        var fields = BoxFields(box.content)
        guard fields.skip(8), let length = fields.number(4, in: &source), fields.skip(4), length > 2,
            length <= fields.rest.count
        else { return nil }
        let start = fields.rest.lowerBound
        return source.uint16(at: start) == 0xFFD8 ? start..<start + length : nil
    }

    /// The content after the type of a `uuid` box; nil for other boxes and other types.
    private static func payload(of box: Box, _ type: [UInt64], in source: inout PhotoSource) -> Range<Int>? {
        guard box.type == "uuid", box.content.count >= 16, source.uint64(at: box.content.lowerBound) == type[0],
            source.uint64(at: box.content.lowerBound + 8) == type[1]
        else { return nil }
        return box.content.lowerBound + 16..<box.content.upperBound
    }
}

/// The directories of one EXIF block, each in its own TIFF structure.
private struct CR3Directories {
    /// The values found; nil if no structure was found.
    var values: TIFFValues?

    /// Reads the first directory of the structure in `range` as the given kind, and returns it; nil if there is none.
    @discardableResult
    mutating func take(
        _ range: Range<Int>, as kind: ExifDirectory, in source: inout PhotoSource
    ) -> TIFFDirectory? {
        var structure = TIFFStructure(range, &source)
        values = values ?? TIFFValues(structure?.order ?? .little)
        guard let first = structure?.first, let directory = structure?.directory(at: first, &source),
            let structure
        else { return nil }
        values?.gather(directory, as: kind, structure, &source)
        return directory
    }
}
