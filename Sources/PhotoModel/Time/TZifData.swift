/// What a TZif file holds of use (RFC 8536, section 3), checked.
struct TZifData {
    /// Seconds since 1970-01-01T00:00:00Z, ascending.
    private(set) var transitions: [Int64] = []
    /// The place in ``offsets`` that holds from each transition on.
    private(set) var types: [Int] = []
    /// Seconds east of Greenwich; at least one.
    private(set) var offsets: [Int] = []
    /// The footer's rule; nil where there is none.
    private(set) var rule: PosixTimeZone?

    private let bytes: [UInt8]
    private var position = 0

    /// Counts of a header, in its order.
    private struct Header {
        let version: UInt8
        let indicatorsUT, indicatorsStandard, leapSeconds, transitions, types, characters: Int

        /// The length of the data after it, with times of so many bytes.
        func dataLength(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4)
                + indicatorsStandard + indicatorsUT
        }
    }

    init(parsing bytes: [UInt8]) throws(TimeZoneFileError) {
        self.bytes = bytes
        var header = try header()
        var timeSize = 4
        if header.version >= UInt8(ascii: "2") {
            // What stands first is for readers that know no better.
            try skip(header.dataLength(timeSize: 4))
            header = try self.header()
            timeSize = 8
        }
        try readData(header, timeSize: timeSize)
        if timeSize == 8 { try readFooter() }
    }

    private mutating func header() throws(TimeZoneFileError) -> Header {
        let start = position
        try skip(44)
        guard bytes[start..<start + 4].elementsEqual("TZif".utf8) else { throw Self.damaged("it is no TZif file") }
        let counts = (0..<6).map { integer(at: start + 20 + 4 * $0, size: 4) }.map {
            Int(UInt32(truncatingIfNeeded: $0))
        }
        return Header(
            version: bytes[start + 4], indicatorsUT: counts[0], indicatorsStandard: counts[1], leapSeconds: counts[2],
            transitions: counts[3], types: counts[4], characters: counts[5])
    }

    private mutating func readData(_ header: Header, timeSize: Int) throws(TimeZoneFileError) {
        let start = position
        try skip(header.dataLength(timeSize: timeSize))
        guard header.types > 0 else { throw Self.damaged("it has no offset") }
        guard header.leapSeconds == 0 else { throw Self.damaged("it counts leap seconds") }
        let typesStart = start + header.transitions * timeSize
        let offsetsStart = typesStart + header.transitions
        transitions = (0..<header.transitions).map { integer(at: start + $0 * timeSize, size: timeSize) }
        types = (0..<header.transitions).map { Int(bytes[typesStart + $0]) }
        offsets = (0..<header.types).map { Int(integer(at: offsetsStart + 6 * $0, size: 4)) }
        guard types.allSatisfy({ $0 < header.types }), offsets.allSatisfy({ abs($0) <= 26 * 3_600 }),
            zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 })
        else { throw Self.damaged("its numbers are out of range") }
    }

    private mutating func readFooter() throws(TimeZoneFileError) {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\n") else { return }
        let rest = bytes[(position + 1)...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { throw Self.damaged("its footer has no end") }
        guard end > position + 1 else { return }
        guard let rule = PosixTimeZone(parsing: rest[..<end]) else { throw Self.damaged("its footer is invalid") }
        self.rule = rule
    }

    private mutating func skip(_ count: Int) throws(TimeZoneFileError) {
        guard count <= bytes.count - position else { throw Self.damaged("it is cut off") }
        position += count
    }

    /// A signed number, most significant byte first.
    private func integer(at place: Int, size: Int) -> Int64 {
        let bits = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
    }

    private static func damaged(_ why: String) -> TimeZoneFileError {
        TimeZoneFileError(message: why)
    }
}
