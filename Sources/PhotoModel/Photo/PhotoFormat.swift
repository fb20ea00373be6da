/// A photo or video format, by content. The raw values are the contract's `format`.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    // Stills.
    case jpeg, heic, heif, avif, tiff, png, webp, jxl, jp2, psd, gif, bmp
    // RAW: Adobe's DNG, Canon, Nikon, Sony, Pentax, Olympus, Panasonic and Leica, Samsung, Fujifilm.
    case dng, cr2, cr3, crw, nef, nrw, arw, sr2, pef, orf, rw2, rwl, srw, raf
    // RAW: Minolta, Sigma, Phase One, Epson, Kodak, Mamiya, Leaf, GoPro, Hasselblad.
    case mrw, x3f, iiq, erf, kdc, dcr, mef, mos, gpr
    case threeFR = "3fr"
    // Video: QuickTime and ISO base media; AVI, MPEG in transport and program streams, Windows Media, Matroska.
    case mov, mp4, m4v
    case threeGP = "3gp"
    case avi, mts, mpg, wmv, mkv, webm

    /// What a file of the format is by itself.
    package enum Kind: Hashable, Sendable {
        case still, raw, clip
    }

    /// What a file of the format is by itself.
    package var kind: Kind {
        switch self {
        case .jpeg, .heic, .heif, .avif, .tiff, .png, .webp, .jxl, .jp2, .psd, .gif, .bmp: .still
        case .dng, .cr2, .cr3, .crw, .nef, .nrw, .arw, .sr2, .pef, .orf, .rw2, .rwl, .srw, .raf: .raw
        case .mrw, .x3f, .iiq, .erf, .kdc, .dcr, .mef, .mos, .gpr, .threeFR: .raw
        case .mov, .mp4, .m4v, .threeGP, .avi, .mts, .mpg, .wmv, .mkv, .webm: .clip
        }
    }

    /// The media type (RFC 6838) under which the format is registered; else the type that is in use, as of all raw
    /// formats.
    package var mimeType: String {
        switch self {
        case .jpeg, .heic, .heif, .avif, .tiff, .png, .webp, .jxl, .jp2, .gif, .bmp: "image/\(rawValue)"
        case .psd: "image/vnd.adobe.photoshop"
        case .dng: "image/x-adobe-dng"
        case .cr2, .cr3, .crw: "image/x-canon-\(rawValue)"
        case .nef, .nrw: "image/x-nikon-\(rawValue)"
        case .arw, .sr2: "image/x-sony-\(rawValue)"
        case .pef: "image/x-pentax-pef"
        case .orf: "image/x-olympus-orf"
        case .rw2: "image/x-panasonic-rw2"
        case .rwl: "image/x-leica-rwl"
        case .srw: "image/x-samsung-srw"
        case .raf: "image/x-fujifilm-raf"
        case .mrw: "image/x-minolta-mrw"
        case .x3f: "image/x-sigma-x3f"
        case .iiq: "image/x-phaseone-iiq"
        case .erf: "image/x-epson-erf"
        case .kdc, .dcr: "image/x-kodak-\(rawValue)"
        case .mef: "image/x-mamiya-mef"
        case .mos: "image/x-leaf-mos"
        case .gpr: "image/x-gopro-gpr"
        case .threeFR: "image/x-hasselblad-3fr"
        case .mov: "video/quicktime"
        case .mp4, .webm: "video/\(rawValue)"
        case .m4v: "video/x-m4v"
        case .threeGP: "video/3gpp"
        case .avi: "video/x-msvideo"
        case .mts: "video/mp2t"
        case .mpg: "video/mpeg"
        case .wmv: "video/x-ms-wmv"
        case .mkv: "video/matroska"
        }
    }
}
