/// A picture that a TIFF directory describes (TIFF 6.0, sections 3 and 8).
struct TIFFPicture {
    /// NewSubfileType: 0 is a full picture, 1 a smaller copy of another, others pages and masks; nil where it is not
    /// said.
    let kind: Int?
    /// Columns; nil where the directory does not say or says 0.
    let width: Int?
    /// Rows; nil where the directory does not say or says 0.
    let height: Int?
    /// How the data are packed: makers have numbers of their own.
    let compression: Int?
    /// Whether the data are a sensor's, one number a place, and no picture that can be looked at.
    let isSensorData: Bool

    init(_ directory: TIFFDirectory) {
        kind = directory.number(0x00FE)
        width = directory.number(0x0100).flatMap { $0 > 0 ? $0 : nil }
        height = directory.number(0x0101).flatMap { $0 > 0 ? $0 : nil }
        compression = directory.number(0x0103)
        isSensorData = Self.isSensorData(directory)
    }

    /// PhotometricInterpretation is a colour filter array (TIFF/EP, ISO 12234-2) or linear raw (DNG 1.7, chapter 4); some
    /// cameras leave it out beside one deep sample a place.
    private static func isSensorData(_ directory: TIFFDirectory) -> Bool {
        switch directory.number(0x0106) {
        case 32_803, 34_892: true
        case nil: directory.number(0x0115) == 1 && directory.number(0x0102).map { $0 > 8 } == true
        default: false
        }
    }

    /// Columns times rows, each a number of 32 bits; 0 where they are not known.
    var area: UInt64 { UInt64(width ?? 0) * UInt64(height ?? 0) }
}
