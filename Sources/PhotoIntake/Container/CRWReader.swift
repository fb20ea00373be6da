internal import PhotoModel

/// Reads Canon's raw files before CR2 (CIFF, the Camera Image File Format, 1.0).
///
/// The file is a heap of records after a header. A heap ends with the offset of its directory, whose entries refer to
/// records in it; some records are heaps themselves.
enum CRWReader {
    /// Reads the file in `source`. The format has no position.
    static func read(_ source: inout PhotoSource) throws(ContainerProblem) -> ContainerContent {
        let order: ByteOrder = source.holds("MM") ? .big : .little
        guard let start = source.uint32(at: 2, order).map(Int.init), start >= 14, start < source.size else {
            throw .corrupt("ends within the CRW header")
        }
        var content = ContainerContent(.crw)
        var own = SourceFacts(.exif)
        var heaps = [start..<source.size]
        var budget = CIFFHeap.mostEntries
        while let heap = heaps.popLast() {
            guard let directory = CIFFHeap(heap, order, &source) else { continue }
            for number in 0..<min(directory.count, budget) {
                guard let record = directory.record(number, &source) else { break }
                if record.isHeap { heaps.append(record.content) }
                take(record, order, &content, &own, &source)
            }
            budget -= min(directory.count, budget)
        }
        guard content.width != nil || own.model != nil else { throw .corrupt("has no picture where its CRW heap ends") }
        content.own = own
        return content
    }

    private static func take(
        _ record: CIFFHeap.Record, _ order: ByteOrder, _ content: inout ContainerContent, _ own: inout SourceFacts,
        _ source: inout PhotoSource
    ) {
        let place = record.content.lowerBound
        switch record.tag {
        case 0x080A:
            // Make and model, each terminated by a NUL.
            let text = place..<min(record.content.upperBound, place + 64)
            source.withBytes(text) { bytes in
                own.make = ExifText.string(bytes)
                own.model = bytes.firstPlace(of: "\0").flatMap { ExifText.string(bytes.extracting(($0 + 1)...)) }
            }
        case 0x180E where record.content.count >= 4:
            // Seconds since 1970 by the camera's clock, without a time zone.
            own.captureTime = source.uint32(at: place, order).flatMap { seconds in
                seconds == 0
                    ? nil
                    : CaptureTime(
                        wall: WallTime(microseconds: Int64(seconds) * 1_000_000), offset: nil, source: .exif)
            }
        case 0x1810 where record.content.count >= 16:
            content.width = source.uint32(at: place, order).flatMap { $0 == 0 ? nil : Int($0) }
            content.height = source.uint32(at: place + 4, order).flatMap { $0 == 0 ? nil : Int($0) }
            content.orientation = source.uint32(at: place + 12, order).flatMap(QuarterTurn.orientation)
        default: break
        }
    }
}

/// A heap of a CIFF file: records, their directory, and the directory's offset.
private struct CIFFHeap {
    /// The maximum number of entries visited, in all directories together.
    static let mostEntries = 512
    private static let entryBytes = 10

    let count: Int
    private let range: Range<Int>
    private let order: ByteOrder
    private let directory: Int

    /// The heap in `range`; nil if its directory is outside the range.
    init?(_ range: Range<Int>, _ order: ByteOrder, _ source: inout PhotoSource) {
        guard range.count >= 6, let offset = source.uint32(at: range.upperBound - 4, order).map(Int.init),
            offset <= range.count - 6, let count = source.uint16(at: range.lowerBound + offset, order)
        else { return nil }
        directory = range.lowerBound + offset + 2
        self.count = min(Int(count), (range.upperBound - directory) / Self.entryBytes)
        (self.range, self.order) = (range, order)
    }

    /// A record: its tag, which includes its type, and its bytes.
    struct Record {
        let tag: UInt16
        let content: Range<Int>
        let isHeap: Bool
    }

    /// The record with a number below ``count``; nil if it is out of range. Records of up to eight bytes are stored in
    /// the entry itself.
    func record(_ number: Int, _ source: inout PhotoSource) -> Record? {
        let entry = directory + number * Self.entryBytes
        guard let tag = source.uint16(at: entry, order), let length = source.uint32(at: entry + 2, order),
            let offset = source.uint32(at: entry + 6, order)
        else { return nil }
        if tag & 0xC000 == 0x4000 { return Record(tag: tag & 0x3FFF, content: entry + 2..<entry + 10, isHeap: false) }
        let start = range.lowerBound + Int(offset)
        let end = start + Int(length)
        // A record that is out of range, or overlaps its own directory, is treated as empty.
        let content = end <= directory - 2 ? start..<end : start..<start
        let isHeap = (0x2800...0x37FF).contains(tag & 0x3FFF) && content.count < range.count
        return Record(tag: tag & 0x3FFF, content: content, isHeap: isHeap)
    }
}
