internal import PhotoModel

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
