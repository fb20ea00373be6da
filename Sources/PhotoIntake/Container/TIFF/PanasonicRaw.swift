internal import PhotoModel

/// Panasonic's raw format, RW2, and RWL, as Leica calls it in cameras that Panasonic makes: IFD0 has entries of the
/// maker's own in place of TIFF's.
enum PanasonicRaw {
    /// What a file with this `excerpt` holds.
    ///
    /// The EXIF block is that of the embedded JPEG, where it has one: IFD0 of many cameras has but a part of it, and
    /// counts where that says nothing.
    static func content(
        _ excerpt: TIFFExcerpt, _ structure: TIFFStructure, _ source: inout PhotoSource
    ) -> ContainerContent {
        let isLeica = (["LEICA", "Leica"] as [StaticString]).contains { excerpt.values.holds($0, in: .make) }
        var content = ContainerContent(isLeica ? .rwl : .rw2)
        (content.width, content.height) = dimensions(excerpt.primary)
        if let jpeg = excerpt.primary.bytes(0x002E), let tiff = JPEGReader.header(in: jpeg, &source)?.tiff {
            content.exif = .file(tiff)
            content.otherExif = .bytes(excerpt.bytes)
        }
        return content
    }

    /// The picture lies in the sensor between borders: top, left, bottom and right in 0x0004…0x0007. Without them it is
    /// all of the sensor.
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
