/// How much is taken out of a clean copy.
package enum CleanDepth: String, Sendable {
    /// What tells place, device and person. The wall time of the capture stays.
    case location
    /// Everything but picture, orientation and colour.
    case all
}

/// Something that a clean copy leaves out. The raw values are the contract's `removed`.
package enum Carrier: String, CaseIterable, Hashable, Sendable {
    /// EXIF blocks: positions, devices, times, makers' notes and the small picture in them.
    case exif
    /// XMP packets.
    case xmp
    /// IPTC and other data of Photoshop.
    case iptc
    /// Comments and other texts.
    case text
    /// Signed statements on the origin (C2PA).
    case provenance
    /// Pictures and clips beside the picture: what follows a JPEG, a motion photo's clip.
    case companions
    /// Users' and makers' boxes of a movie or a HEIF file.
    case boxes
    /// Tracks of a movie that are neither picture nor sound, such as positions by the second.
    case tracks
    /// Names of devices and programs that coders write into a movie.
    case coder
    /// Times of a movie.
    case times
    /// Bytes that nothing of the picture refers to.
    case rest
}
