internal import PhotoModel

/// Reads what Canon's raw files before CR2 say of their picture (CIFF, the Camera Image File Format, 1.0).
///
/// Such a file is a heap of records behind a header. A heap ends with the place of its directory, whose entries name
/// records in it; some of these are heaps of their own.
enum CRWReader {
    /// What the file in `source` holds. There is no position in it.
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
            // Maker and model, each with a NUL behind it.
            let text = place..<min(record.content.upperBound, place + 64)
            source.withBytes(text) { bytes in
                own.make = ExifText.string(bytes)
                own.model = bytes.firstPlace(of: "\0").flatMap { ExifText.string(bytes.extracting(($0 + 1)...)) }
            }
        case 0x180E where record.content.count >= 4:
            // Seconds since 1970 of the camera's clock, which knows no zone.
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

/// A heap of a CIFF file: records, then their directory, then where that is.
private struct CIFFHeap {
    /// The most entries of all directories that are looked at.
    static let mostEntries = 512
    private static let entryBytes = 10

    /// How many records there are.
    let count: Int
    private let range: Range<Int>
    private let order: ByteOrder
    private let directory: Int

    /// The heap in `range`; nil where its directory is not in it.
    init?(_ range: Range<Int>, _ order: ByteOrder, _ source: inout PhotoSource) {
        guard range.count >= 6, let offset = source.uint32(at: range.upperBound - 4, order).map(Int.init),
            offset <= range.count - 6, let count = source.uint16(at: range.lowerBound + offset, order)
        else { return nil }
        directory = range.lowerBound + offset + 2
        self.count = min(Int(count), (range.upperBound - directory) / Self.entryBytes)
        (self.range, self.order) = (range, order)
    }

    /// A record: its tag, which holds its type, and its bytes.
    struct Record {
        let tag: UInt16
        let content: Range<Int>
        /// Whether it is a heap of its own.
        let isHeap: Bool
    }

    /// The record of a number below ``count``; nil where it lies outside. Those of up to eight bytes stand in the entry
    /// itself.
    func record(_ number: Int, _ source: inout PhotoSource) -> Record? {
        let entry = directory + number * Self.entryBytes
        guard let tag = source.uint16(at: entry, order), let length = source.uint32(at: entry + 2, order),
            let offset = source.uint32(at: entry + 6, order)
        else { return nil }
        if tag & 0xC000 == 0x4000 { return Record(tag: tag & 0x3FFF, content: entry + 2..<entry + 10, isHeap: false) }
        let start = range.lowerBound + Int(offset)
        let end = start + Int(length)
        // One that lies outside, or holds its own directory, says nothing.
        let content = end <= directory - 2 ? start..<end : start..<start
        let isHeap = (0x2800...0x37FF).contains(tag & 0x3FFF) && content.count < range.count
        return Record(tag: tag & 0x3FFF, content: content, isHeap: isHeap)
    }
}
