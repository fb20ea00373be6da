struct TIFFPictures {
    /// The maximum number of SubIFDs of IFD0 that are read.
    private static let mostBelow = 16
    /// The maximum number of directories after IFD0 that are searched for a full picture.
    private static let mostBehind = 8

    /// The picture of IFD0.
    let first: TIFFPicture
    /// The pictures of IFD0's SubIFDs (TIFF supplement 1, tag 0x014A), where raw formats store the full picture.
    private(set) var below: [TIFFPicture] = []
    /// The pictures of the directories after IFD0, as far as they were needed.
    private(set) var behind: [TIFFPicture] = []

    /// Reads IFD0's SubIFDs, and the directories after IFD0 if none so far is a full picture.
    init(_ excerpt: TIFFExcerpt, _ structure: inout TIFFStructure, _ source: inout PhotoSource) {
        first = TIFFPicture(excerpt.primary)
        readBelow(excerpt.primary, &structure, &source)
        readBehind(excerpt.second, &structure, &source)
    }

    private mutating func readBelow(
        _ primary: TIFFDirectory, _ structure: inout TIFFStructure, _ source: inout PhotoSource
    ) {
        guard let value = primary.value(0x014A) else { return }
        for offset in structure.numbers(value, most: Self.mostBelow, &source) {
            guard let directory = structure.directory(at: offset, &source) else { continue }
            below.append(TIFFPicture(directory))
        }
    }

    private mutating func readBehind(
        _ second: TIFFDirectory?, _ structure: inout TIFFStructure, _ source: inout PhotoSource
    ) {
        var next = second
        for _ in 0..<Self.mostBehind {
            guard let directory = next else { return }
            behind.append(TIFFPicture(directory))
            guard !hasFull, let offset = directory.next else { return }
            next = structure.directory(at: offset, &source)
        }
    }

    private var hasFull: Bool {
        (first.kind ?? 0) == 0 || (below + behind).contains { $0.kind == 0 }
    }

    var all: [TIFFPicture] { [first] + below + behind }

    /// The full picture: IFD0's if it is marked as full; otherwise the largest other one marked as full, IFD0's if it
    /// is unmarked, or the largest of all.
    var full: TIFFPicture {
        if first.kind == 0, first.area > 0 { return first }
        for pictures in [below, behind] {
            let full = pictures.filter { $0.kind == 0 && $0.area > 0 }
            if let largest = full.max(by: { $0.area < $1.area }) { return largest }
        }
        if first.kind == nil, first.area > 0 { return first }
        return all.max { $0.area < $1.area } ?? first
    }
}

/// A picture that a TIFF directory describes (TIFF 6.0, sections 3 and 8).
struct TIFFPicture {
    /// NewSubfileType: 0 is a full picture, 1 a reduced copy, others are pages and masks; nil if missing.
    let kind: Int?
    /// Columns; nil if missing or 0.
    let width: Int?
    /// Rows; nil if missing or 0.
    let height: Int?
    /// The compression; makers have values of their own.
    let compression: Int?
    /// Whether the data is a sensor's, with one value per pixel, and not a viewable picture.
    let isSensorData: Bool

    init(_ directory: TIFFDirectory) {
        kind = directory.number(0x00FE)
        width = directory.number(0x0100).flatMap { $0 > 0 ? $0 : nil }
        height = directory.number(0x0101).flatMap { $0 > 0 ? $0 : nil }
        compression = directory.number(0x0103)
        isSensorData = Self.isSensorData(directory)
    }

    /// PhotometricInterpretation is a color filter array (TIFF/EP, ISO 12234-2) or linear raw (DNG 1.7, chapter 4);
    /// some cameras omit it and have a single deep sample per pixel.
    private static func isSensorData(_ directory: TIFFDirectory) -> Bool {
        switch directory.number(0x0106) {
        case 32_803, 34_892: true
        case nil: directory.number(0x0115) == 1 && directory.number(0x0102).map { $0 > 8 } == true
        default: false
        }
    }

    /// Columns times rows, each a 32-bit number; 0 if unknown.
    var area: UInt64 { UInt64(width ?? 0) * UInt64(height ?? 0) }
}
