internal import PhotoModel

/// Reads Sigma's raw files, and finds the EXIF block of the embedded JPEG (X3F, by Foveon).
///
/// The size is in the header; the file's last four bytes are the offset of its directory. Sections are properties,
/// which are UTF-16 texts, and pictures, of which one may be a JPEG with EXIF.
enum X3FReader {
    private static let mostSections = 64

    /// Reads the file in `source`. A position can only be in the JPEG's EXIF.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        guard let version = source.uint32(at: 4, .little), source.size >= 68 else {
            throw .corrupt("ends within the X3F header")
        }
        var content = ContainerContent(.x3f)
        let place = version >> 16 < 4 ? 28 : 40
        content.width = source.uint32(at: place, .little).flatMap { $0 == 0 ? nil : Int($0) }
        content.height = source.uint32(at: place + 4, .little).flatMap { $0 == 0 ? nil : Int($0) }
        content.orientation = source.uint32(at: place + 8, .little).flatMap(QuarterTurn.orientation)
        guard let start = source.uint32(at: source.size - 4, .little).map(Int.init), source.holds("SECd", at: start),
            let count = source.uint32(at: start + 8, .little)
        else { throw .corrupt("has no X3F directory where its end says") }
        for number in 0..<min(Int(count), mostSections) {
            take(entry: start + 12 + 12 * number, &content, &source)
        }
        return content
    }

    /// An entry has an offset, a length and a type.
    private static func take(entry: Int, _ content: inout ContainerContent, _ source: inout PhotoSource) {
        guard let offset = source.uint32(at: entry, .little).map(Int.init),
            let length = source.uint32(at: entry + 4, .little).map(Int.init), length <= source.size,
            offset <= source.size - length
        else { return }
        if source.holds("PROP", at: entry + 8) {
            content.own = X3FProperties(offset..<offset + length, &source)?.facts
        } else if source.holds("IMA", at: entry + 8), length > 28, content.exif.isEmpty {
            // A picture's header contains its encoding, but a JPEG can be recognized by itself.
            let header = JPEGReader.header(in: offset + 28..<offset + length, &source)
            content.exif = header?.exif ?? []
        }
    }
}

/// The properties of an X3F file: their number, the format and length of the texts, a pair of offsets for each, and the
/// texts, each terminated by NUL.
private struct X3FProperties {
    private static let headerBytes = 24
    private static let mostBytes = 65_536
    private static let mostProperties = 512
    private static let mostText = 64

    /// The time and camera.
    private(set) var facts = SourceFacts(.exif)

    /// Reads the properties in `range`; nil if there are none.
    init?(_ range: Range<Int>, _ source: inout PhotoSource) {
        guard range.count <= Self.mostBytes else { return nil }
        let read = source.withBytes(range) { bytes in
            var facts = SourceFacts(.exif)
            guard bytes.holds("SECp"), let count = bytes.uint32(at: 8, .little), bytes.uint32(at: 12, .little) == 0
            else { return facts }
            let texts = Self.headerBytes + 8 * Int(count)
            for number in 0..<min(Int(count), Self.mostProperties) {
                let place = Self.headerBytes + 8 * number
                guard let name = bytes.uint32(at: place, .little), let value = bytes.uint32(at: place + 4, .little)
                else { break }
                let text = Self.text(bytes, at: texts + 2 * Int(value))
                switch Self.text(bytes, at: texts + 2 * Int(name)) {
                case "CAMMANUF": facts.make = text
                case "CAMMODEL": facts.model = text
                case "TIME": facts.captureTime = text.flatMap(Self.time)
                default: break
                }
            }
            return facts
        }
        guard let read else { return nil }
        facts = read
    }

    /// The text at an offset, up to a maximum length; nil if it is empty.
    private static func text(_ bytes: Span<UInt8>, at index: Int) -> String? {
        var units: [UInt16] = []
        while units.count < mostText, let unit = bytes.uint16(at: index + 2 * units.count, .little), unit != 0 {
            units.append(unit)
        }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }

    /// Seconds since 1970 by the camera's clock, without a time zone.
    private static func time(_ text: String) -> CaptureTime? {
        guard let seconds = UInt32(text), seconds > 0 else { return nil }
        return CaptureTime(
            wall: WallTime(microseconds: Int64(seconds) * 1_000_000), offset: nil, source: .exif)
    }
}
