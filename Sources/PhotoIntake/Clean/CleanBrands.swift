internal import PhotoModel

extension CleanEdits {
    /// Brands of standards, and QuickTime's.
    private static let brands: Set<FourCC> = [
        "mif1", "mif2", "mif3", "msf1", "miaf", "MiHA", "MiHB", "MiHE", "MiPr", "MiAn", "MiBu", "MiCm", "MA1A", "MA1B",
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "avif", "avis", "avio", "avci", "avcs", "jpeg",
        "jpgs", "j2ki", "tmap", "unif", "pict", "1pic", "qt  ", "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7",
        "iso8", "iso9", "isoa", "isob", "isoc", "mp41", "mp42", "avc1", "hvc1", "hev1", "av01", "3gp4", "3gp5", "3gp6",
        "3gp7", "3gp8", "3gp9", "3g2a", "3g2b", "3g2c", "M4V ", "M4A ", "dby1",
    ]

    /// Keeps the brands of standards in a file's type (`ftyp`, ISO/IEC 14496-12, 4.3). Makers have brands of their own,
    /// and coders a version.
    ///
    /// - Parameter usual: the brand that stands in place of a maker's.
    /// - Throws: `refused` for a type that is cut; `unreadable`.
    mutating func cleanType(
        _ box: CleanBox, usual: StaticString, _ source: inout CleanSource
    ) throws(CleanFailure) {
        guard box.content.count >= 8, box.content.count % 4 == 0 else { throw .refused("has a type that is cut") }
        let version = box.content.dropFirst(4).prefix(4)
        try blankOut(version, .coder, &source)
        for place in stride(from: box.content.lowerBound, to: box.content.upperBound, by: 4)
        where place != version.lowerBound {
            if Self.brands.contains(try source.code(at: place)) { continue }
            note(.coder)
            write(Array(usual.description.utf8), at: place)
        }
    }
}
