internal import PhotoModel

/// Reads TIFF files and raw files based on TIFF, and finds their metadata.
///
/// Of EXIF, only the wanted entries are read: they may be anywhere in the file, which is as large as its picture. The
/// content determines the format: what is not recognized as a raw format is TIFF.
enum TIFFReader {
    /// Reads the TIFF structure in `source`; of a truncated file, what its first directories still contain.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard let mark = TIFFMark(&source), var structure = TIFFStructure(0..<source.size, &source) else {
            throw .corrupt("ends within the TIFF header")
        }
        guard structure.first >= 8, structure.first < source.size else {
            throw .corrupt("has no TIFF directory where its header says")
        }
        guard let excerpt = TIFFExcerpt(&structure, &source) else { throw .corrupt("has a TIFF directory of nothing") }
        var content: ContainerContent
        switch mark {
        case .panasonic: content = PanasonicRaw.content(excerpt, structure, &source)
        case .olympus: content = self.content(.orf, TIFFPictures(excerpt, &structure, &source))
        case .standard: content = standard(excerpt, &structure, &source)
        }
        if content.exif.isEmpty { content.exif = [.values(excerpt.values)] }
        content.xmp = excerpt.primary.bytes(0x02BC).map { [.file($0)] } ?? []
        content.iptc = excerpt.primary.anyBytes(0x83BB).map { .file($0) }
        content.thumbnail = excerpt.thumbnail
        content.contentIdentifier = excerpt.contentIdentifier
        return content
    }

    private static func standard(
        _ excerpt: TIFFExcerpt, _ structure: inout TIFFStructure, _ source: inout PhotoSource
    ) -> ContainerContent {
        if source.holds("CR\u{2}", at: 8), structure.first >= 16 { return canon(excerpt) }
        let pictures = TIFFPictures(excerpt, &structure, &source)
        if excerpt.primary.holds(0xC612) { return content(isGoPro(excerpt, pictures) ? .gpr : .dng, pictures) }
        if isPhaseOne(&source) { return content(.iiq, pictures) }
        return content(RawMaker(pictures, excerpt)?.format(excerpt) ?? .tiff, pictures)
    }

    /// GoPro's raw files are DNG files with a compression that DNG does not define (VC-5, SMPTE ST 2073).
    private static func isGoPro(_ excerpt: TIFFExcerpt, _ pictures: TIFFPictures) -> Bool {
        excerpt.values.holds("GoPro", in: .make) && pictures.all.contains { $0.compression == 9 }
    }

    /// Phase One's raw files have a block of the maker's after the header: its byte order twice more, and `Raw`.
    private static func isPhaseOne(_ source: inout PhotoSource) -> Bool {
        source.holds("IIII", at: 8) && source.holds("waR", at: 13)
            || source.holds("MMMM", at: 8) && source.holds("Raw", at: 12)
    }

    private static func content(_ format: PhotoFormat, _ pictures: TIFFPictures) -> ContainerContent {
        var content = ContainerContent(format)
        (content.width, content.height) = (pictures.full.width, pictures.full.height)
        return content
    }

    /// CR2: the JPEG in IFD0 is smaller in some cameras, and the directory of the raw data has no dimensions. The
    /// picture's dimensions are in PixelXDimension and PixelYDimension (EXIF 3.0, 4.6.6).
    private static func canon(_ excerpt: TIFFExcerpt) -> ContainerContent {
        var content = ContainerContent(.cr2)
        let first = TIFFPicture(excerpt.primary)
        (content.width, content.height) = (first.width, first.height)
        if let width = excerpt.exif?.number(0xA002), let height = excerpt.exif?.number(0xA003), width > 0, height > 0 {
            (content.width, content.height) = (width, height)
        }
        return content
    }
}

/// Panasonic's raw format, RW2, or RWL in cameras that Panasonic makes for Leica: IFD0 has the maker's own entries in
/// place of TIFF's.
enum PanasonicRaw {
    /// Reads a file with this `excerpt`.
    ///
    /// The EXIF block is that of the embedded JPEG, if there is one. IFD0 of many cameras has only a part of it, and is
    /// used for what the JPEG lacks.
    static func content(
        _ excerpt: TIFFExcerpt, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) -> ContainerContent {
        let isLeica = (["LEICA", "Leica"] as [StaticString]).contains { excerpt.values.holds($0, in: .make) }
        var content = ContainerContent(isLeica ? .rwl : .rw2)
        (content.width, content.height) = dimensions(excerpt.primary)
        let exif = excerpt.primary.bytes(0x002E).flatMap { JPEGReader.header(in: $0, &source)?.exif } ?? []
        content.exif = exif.isEmpty ? [] : exif + [.values(excerpt.values)]
        return content
    }

    /// The picture is the part of the sensor inside the borders: top, left, bottom and right in 0x0004…0x0007. Without
    /// them it is the whole sensor.
    private static func dimensions(_ primary: TIFFDirectory) -> (width: Int?, height: Int?) {
        if let top = primary.number(0x0004), let left = primary.number(0x0005), let bottom = primary.number(0x0006),
            let right = primary.number(0x0007), top < bottom, left < right
        {
            return (right - left, bottom - top)
        }
        let size = (primary.number(0x0002), primary.number(0x0003))
        return (size.0.flatMap { $0 > 0 ? $0 : nil }, size.1.flatMap { $0 > 0 ? $0 : nil })
    }
}
