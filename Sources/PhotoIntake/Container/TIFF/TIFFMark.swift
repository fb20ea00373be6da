/// What stands in the first four bytes of a TIFF file: the byte order, and a number by which formats differ.
enum TIFFMark {
    /// 42 and 43: TIFF 6.0 and BigTIFF, and raw formats that look the same.
    case standard
    /// Panasonic's raw format.
    case panasonic
    /// Olympus's raw format.
    case olympus

    /// The mark at the beginning of `source`; nil where there is none.
    init?(_ source: inout PhotoSource) {
        switch source.uint32(at: 0) {
        case 0x4949_2A00, 0x4D4D_002A, 0x4949_2B00, 0x4D4D_002B: self = .standard
        case 0x4949_5500: self = .panasonic
        case 0x4949_524F, 0x4949_5253, 0x4D4D_4F52: self = .olympus
        default: return nil
        }
    }
}
