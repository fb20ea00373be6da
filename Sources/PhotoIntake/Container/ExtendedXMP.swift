/// The XMP of a JPEG that did not fit into a segment (XMP specification, part 3, 1.1.3.1): further packets, each of
/// which is cut into parts, a segment for each.
///
/// A part says which packet it belongs to, how long that is, and where the part begins in it. Parts may be in any order
/// and among those of other packets.
struct ExtendedXMP {
    /// The length of what is before a part: a name, the identifier of the packet, its length and the part's offset.
    static let prefixBytes = name.utf8CodeUnitCount + identifierBytes + 4 + 4

    private static let name: StaticString = "http://ns.adobe.com/xmp/extension/\0"
    private static let identifierBytes = 32
    /// The maximum number of packets. The standard allows one.
    private static let mostPackets = 16

    private struct Packet {
        let identifier: [UInt8]
        let length: Int
        var parts: [(offset: Int, range: Range<Int>)] = []

        /// The parts that are there, in their order, as far as so much is read; and whether these are all.
        var block: (parts: MetadataBlock, isWhole: Bool) {
            var (end, read, ordered) = (0, 0, [Range<Int>]())
            for part in parts.sorted(by: { $0.offset < $1.offset })
            where part.offset >= end && read + part.range.count <= XMPReader.mostBytes {
                (end, read) = (part.offset + part.range.count, read + part.range.count)
                ordered.append(part.range)
            }
            return (.parts(ordered), end == length && read == length)
        }
    }

    private var packets: [Packet] = []

    /// Takes a segment if it is a part.
    ///
    /// - Parameters:
    ///   - window: a part of the file that contains the first ``prefixBytes`` of the segment's content.
    ///   - index: where the content begins in the window.
    ///   - range: the rest of the content, as a range of the file.
    mutating func take(_ window: Span<UInt8>, at index: Int, _ range: Range<Int>) {
        let start = index + Self.name.utf8CodeUnitCount
        let numbers = start + Self.identifierBytes
        guard window.holds(Self.name, at: index), let length = window.uint32(at: numbers, .big),
            let offset = window.uint32(at: numbers + 4, .big), !range.isEmpty
        else { return }
        let identifier = (start..<numbers).map { window[$0] }
        let known = packets.firstIndex { $0.identifier == identifier && $0.length == Int(length) }
        guard known != nil || packets.count < Self.mostPackets else { return }
        if known == nil { packets.append(Packet(identifier: identifier, length: Int(length))) }
        packets[known ?? packets.count - 1].parts.append((Int(offset), range))
    }

    /// The packets. A program that wrote the others anew may have left one behind that none of them names: only the
    /// names tell which packets belong together. What is left of a packet that is not whole counts as another place
    /// only. A packet that is named and has no part in the file counts as unread.
    ///
    /// - Parameter others: the file's packets that are each in one segment.
    /// - Returns: the packets in the order of their first parts.
    func sources(namedBy others: [Range<Int>], in source: inout PhotoSource) -> [XMPSource] {
        var sources: [XMPSource] = []
        for packet in packets {
            let isNamed = others.contains { range in
                source.withBytes(range) { $0.firstPlace(of: packet.identifier) != nil } == true
            }
            let (block, isWhole) = packet.block
            if isNamed { sources.append(isWhole ? .packet(block) : .unread) }
            if !isNamed || !isWhole { sources.append(.stray(block)) }
        }
        let isMissing = others.contains { range in
            source.withBytes(range) { packet in
                packet.firstPlace(of: "HasExtendedXMP") != nil
                    && packets.allSatisfy { packet.firstPlace(of: $0.identifier) == nil }
            } == true
        }
        return sources + (isMissing ? [.unread] : [])
    }
}
