/// A photo or video format, by content. The raw values are the contract's `format`.
package enum PhotoFormat: String, CaseIterable, Hashable, Sendable {
    // Stills.
    case jpeg, heic, heif, avif, tiff, png, webp, jxl
    // RAW: Adobe's DNG, Canon, Nikon, Sony, Pentax, Olympus, Panasonic, Samsung, Fujifilm.
    case dng, cr2, cr3, nef, arw, pef, orf, rw2, srw, raf
    // Video.
    case mov, mp4, m4v
    case threeGP = "3gp"

    /// What a file of the format is by itself.
    package enum Kind: Hashable, Sendable {
        case still, raw, clip
    }

    /// What a file of the format is by itself.
    package var kind: Kind {
        switch self {
        case .jpeg, .heic, .heif, .avif, .tiff, .png, .webp, .jxl: .still
        case .dng, .cr2, .cr3, .nef, .arw, .pef, .orf, .rw2, .srw, .raf: .raw
        case .mov, .mp4, .m4v, .threeGP: .clip
        }
    }

    /// The media type (RFC 6838) under which the format is registered; of raw formats, which none is, the type that is
    /// in use.
    package var mimeType: String {
        switch self {
        case .jpeg, .heic, .heif, .avif, .tiff, .png, .webp, .jxl: "image/\(rawValue)"
        case .dng: "image/x-adobe-dng"
        case .cr2, .cr3: "image/x-canon-\(rawValue)"
        case .nef: "image/x-nikon-nef"
        case .arw: "image/x-sony-arw"
        case .pef: "image/x-pentax-pef"
        case .orf: "image/x-olympus-orf"
        case .rw2: "image/x-panasonic-rw2"
        case .srw: "image/x-samsung-srw"
        case .raf: "image/x-fujifilm-raf"
        case .mov: "video/quicktime"
        case .mp4: "video/mp4"
        case .m4v: "video/x-m4v"
        case .threeGP: "video/3gpp"
        }
    }
}
