internal import PhotoModel

/// Which format the brands of a HEIF file say it is (ISO/IEC 23008-12, clause 10; AV1 Image File Format, section 8).
enum HEIFBrand {
    /// The format by the major brand. Files that begin with a structural brand (`mif1`, `msf1`) are of the generic
    /// format, whatever their compatible brands promise to readers; only a minimized file (`mif3`) names its codec
    /// in the place of the minor version. So are those with `heix`, pictures of more than 8 bits: cameras call them
    /// `.HIF`, and other programs tell them from HEIC as well.
    static func format(of source: inout PhotoSource) -> PhotoFormat {
        guard let major = source.uint32(at: 8), let minor = source.uint32(at: 12) else { return .heif }
        return format(of: FourCC(major == FourCC("mif3").value ? minor : major))
    }

    private static func format(of brand: FourCC) -> PhotoFormat {
        switch brand {
        case "heic", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
        case "avif", "avis": .avif
        default: .heif
        }
    }
}
