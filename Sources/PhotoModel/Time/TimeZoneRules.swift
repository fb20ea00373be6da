/// A time zone's history and future: how far its clocks are from UTC at each moment.
///
/// Read from a TZif file (RFC 8536). The POSIX rule in its footer goes on for ever after the last transition, so years
/// after 2037 are right.
package struct TimeZoneRules: Hashable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z at which the offset changes, ascending.
    private let transitions: [Int64]
    /// The offset from each transition on, in seconds east of Greenwich.
    private let offsets: [Int]
    /// The offset before the first transition: that of the file's first type (RFC 8536, section 3.2).
    private let first: Int
    /// What holds from the last transition on; nil where that transition's offset stays.
    private let rule: PosixTimeZone?
    /// Every offset there is, the largest first, so that of two moments with one wall time the earlier comes first.
    private let distinct: [Int]

    /// Reads the bytes of a TZif file, versions 1 to 4.
    ///
    /// - Throws: where they are none, or count leap seconds, which no clock on a wall does.
    package init(parsing bytes: [UInt8]) throws(TimeZoneFileError) {
        let data = try TZifData(parsing: bytes)
        transitions = data.transitions
        offsets = data.types.map { data.offsets[$0] }
        first = data.offsets[0]
        rule = data.rule
        distinct = Set(offsets + [first] + (data.rule?.offsets ?? [])).sorted(by: >)
    }

    /// The offset in seconds at a moment, given as the wall time of Greenwich's clock.
    package func offset(atUTC moment: WallTime) -> Int {
        offset(atSecond: moment.wholeSeconds)
    }

    /// What a clock in the zone shows at a moment, given as the wall time of Greenwich's clock.
    func wallTime(atUTC moment: WallTime) -> WallTime {
        moment.advanced(bySeconds: offset(atUTC: moment))
    }

    /// The offsets, in seconds, at which a clock in the zone shows a wall time, in the order of the moments. Mostly
    /// there is one. There are two if clocks were set back over that time, and none if they were set forward over it.
    package func offsets(atWall wall: WallTime) -> [Int] {
        distinct.filter { offset(atSecond: wall.wholeSeconds - Int64($0)) == $0 }
    }

    /// The one offset that a wall time is taken to have: the first, if there are two, and the one before the change, if
    /// clocks left the time out (RFC 5545, section 3.3.5).
    package func likelyOffset(atWall wall: WallTime) -> Int {
        if let offset = offsets(atWall: wall).first { return offset }
        let second = wall.wholeSeconds
        let before = distinct.first { before in
            let after = offset(atSecond: second - Int64(before))
            return after > before && offset(atSecond: second - Int64(after)) == before
        }
        return before ?? offset(atSecond: second - Int64(first))
    }

    private func offset(atSecond second: Int64) -> Int {
        guard let last = transitions.last, second < last else {
            return rule?.offset(atSecond: second) ?? offsets.last ?? first
        }
        // The number of transitions that are not after the moment.
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : offsets[low - 1]
    }
}

/// Why bytes are no time zone.
package struct TimeZoneFileError: Error, Hashable, Sendable {
    /// What is wrong, in a sentence without a full stop.
    package let message: String
}

extension WallTime {
    /// Seconds since 1970-01-01T00:00:00, cut off towards the past.
    var wholeSeconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The time so many seconds later.
    package func advanced(bySeconds seconds: Int) -> WallTime {
        WallTime(microseconds: microseconds + Int64(seconds) * 1_000_000)
    }
}
