import SampleLibrary

/// A Canon CR3 file: the boxes up to the picture.
package struct CR3File {
    /// The directories of the EXIF block, each as the first directory of a separate structure; nil for none.
    package var primary: ExifStructure?
    package var exif: ExifStructure?
    package var makerNote: ExifStructure?
    package var gps: ExifStructure?
    /// The content of `THMB`; nil for none.
    package var thumbnail: [UInt8]?
    package var tracks: [(width: UInt32, height: UInt32)] = [(6_000, 4_000)]
    /// Whether `mdat` precedes the boxes that describe it.
    package var isPictureFirst = false
    /// Bytes in `moov` before the directories.
    package var padding = 0

    package init(primary: [ExifEntry] = [], exif: [ExifEntry] = [], gps: [ExifEntry] = []) {
        self.primary = ExifStructure(primary: primary)
        self.exif = ExifStructure(primary: exif)
        self.gps = ExifStructure(primary: gps)
    }

    package var bytes: [UInt8] {
        let named = [("CMT1", primary), ("CMT2", exif), ("CMT3", makerNote), ("CMT4", gps)]
        let directories = named.flatMap { name, structure in
            structure.map { BoxWriter.box(name, $0.bytes) } ?? []
        }
        let canon = Self.uuid(0x85C0_B687_820F_11E0, 0x8111_F4CE_462B_6A48)
        let boxes = BoxWriter.box("CNCV", Array("CanonCR3".utf8)) + directories
        let picture = BoxWriter.box("THMB", thumbnail ?? [])
        let movie =
            BoxWriter.box("free", Array(repeating: 0, count: padding))
            + BoxWriter.box("uuid", canon + boxes + (thumbnail == nil ? [] : picture))
            + BoxWriter.movie(tracks).dropFirst(8)
        let packet = Self.uuid(0xBE7A_CFCB_97A9_42E8, 0x9C71_9994_91E3_AFAC) + Array("<x:xmpmeta/>".utf8)
        let media = BoxWriter.box("mdat", [1, 2, 3, 4])
        return BoxWriter.box("ftyp", Array("crx \0\0\0\u{1}crx isom".utf8)) + (isPictureFirst ? media : [])
            + BoxWriter.box("moov", movie) + BoxWriter.box("uuid", packet) + (isPictureFirst ? [] : media)
    }

    /// The content of a `THMB` box.
    package static func thumbnail(_ jpeg: [UInt8], claiming count: UInt32? = nil) -> [UInt8] {
        [0, 0, 0, 0, 0, 160, 0, 120] + BoxWriter.number(count ?? UInt32(jpeg.count)) + [0, 1, 0, 0] + jpeg
    }

    private static func uuid(_ first: UInt64, _ second: UInt64) -> [UInt8] {
        BoxWriter.number(first) + BoxWriter.number(second)
    }
}
