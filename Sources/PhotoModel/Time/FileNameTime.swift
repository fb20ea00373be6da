/// The time in a photo's name, as phones and programs write it there: a last resort where the photo says none.
///
/// Only names that begin as one of these are read, whatever follows the time, in any case; digits anywhere else mean
/// nothing:
///
/// - `IMG_20260501_100203`, also `VID_`, `MVIMG_`, `PANO_` and, with nothing before it, Samsung's; to the millisecond
///   where three more digits follow
/// - `PXL_20260501_080203123`, which is in UTC
/// - `Screenshot_20260501-100203`, `Screenshot_2026-05-01-10-02-03`
/// - `Screenshot 2026-05-01 at 10.02.03`, also `Screen Shot` and `Screen Recording`, with `AM` or `PM` or without
/// - `signal-2026-05-01-100203`, `signal-2026-05-01-10-02-03`
/// - `2026-05-01 10.02.03` (Dropbox)
/// - `IMG-20260501-WA0001`, also `VID-` (WhatsApp): the date only
package enum FileNameTime {
    /// The time that a name begins with; nil where it does not, or where no calendar and clock show it, or where it is
    /// not in ``years``.
    ///
    /// A date without an hour is midnight; ``CaptureTime/isDateOnly`` tells it from a time.
    package static func captureTime(of name: Span<UInt8>) -> CaptureTime? {
        for (prefix, patterns) in known where begins(name, with: prefix) {
            for pattern in patterns {
                var reader = NameTimeReader(position: prefix.count)
                guard let wall = reader.time(pattern, in: name) else { continue }
                let offset = pattern == .compactUTC ? UTCOffset(seconds: 0, source: .utc) : nil
                return CaptureTime(wall: wall, offset: offset, source: .filename)
            }
        }
        return nil
    }

    /// The years of photos with names like these.
    static let years = 1990...2099

    /// Beginnings in lower case, and what comes after them.
    private static let known: [(prefix: [UInt8], patterns: [NameTimePattern])] = [
        ("img_", [.compact]), ("vid_", [.compact]), ("mvimg_", [.compact]), ("pano_", [.compact]),
        ("pxl_", [.compactUTC]), ("screenshot_", [.compact, .dashed]), ("screenshot ", [.at]),
        ("screen shot ", [.at]), ("screen recording ", [.at]), ("img-", [.whatsApp]), ("vid-", [.whatsApp]),
        ("signal-", [.dashed]), ("", [.compact, .dotted]),
    ].map { (Array($0.0.utf8), $0.1) }

    private static func begins(_ name: Span<UInt8>, with prefix: [UInt8]) -> Bool {
        guard name.count > prefix.count else { return false }
        for (index, byte) in prefix.enumerated() where asciiLowercased(name[index]) != byte { return false }
        return true
    }
}

/// How a time stands in a name.
enum NameTimePattern {
    /// `20260501_100203` or `20260501-100203`, and three digits more or not; that in UTC.
    case compact, compactUTC
    /// `2026-05-01-10-02-03` or `2026-05-01-100203`.
    case dashed
    /// `2026-05-01 at 10.02.03`.
    case at
    /// `2026-05-01 10.02.03`.
    case dotted
    /// `20260501-WA0001`.
    case whatsApp
}

/// Reads a time in a file's name, from a place on.
struct NameTimeReader {
    /// Where it is.
    var position: Int

    /// A time of a pattern with nothing of a word or a number after it; nil where there is none.
    mutating func time(_ pattern: NameTimePattern, in name: Span<UInt8>) -> WallTime? {
        switch pattern {
        case .compact, .compactUTC:
            return compact(name)
        case .dashed:
            guard let date = dashedDate(name), skip("-", name), let hour = digits(2, name) else { return nil }
            let isDashed = skip("-", name)
            guard let minute = digits(2, name), !isDashed || skip("-", name), let second = digits(2, name) else {
                return nil
            }
            return wallTime(date, hour, minute, second, name)
        case .at:
            guard let date = dashedDate(name), skip(" at ", name) else { return nil }
            return twelveHours(date, name)
        case .dotted:
            guard let date = dashedDate(name), skip(" ", name), let hour = digits(2, name), skip(".", name),
                let minute = digits(2, name), skip(".", name), let second = digits(2, name)
            else { return nil }
            return wallTime(date, hour, minute, second, name)
        case .whatsApp:
            guard let date = compactDate(name), skip("-wa", name), isDigit(name, position) else { return nil }
            return WallTime(year: date.year, month: date.month, day: date.day)
        }
    }

    private typealias Day = (year: Int, month: Int, day: Int)

    private mutating func compact(_ name: Span<UInt8>) -> WallTime? {
        guard let date = compactDate(name), skip("_", name) || skip("-", name), let hour = digits(2, name),
            let minute = digits(2, name), let second = digits(2, name)
        else { return nil }
        let milliseconds = digits(3, name) ?? 0
        return wallTime(date, hour, minute, second, milliseconds: milliseconds, name)
    }

    /// `10.02.03` as macOS writes it, whose hours may have one digit, and `AM` or `PM` behind a blank, which may be a
    /// narrow one (U+202F).
    private mutating func twelveHours(_ date: Day, _ name: Span<UInt8>) -> WallTime? {
        guard var hour = digits(2, name) ?? digits(1, name), skip(".", name), let minute = digits(2, name),
            skip(".", name), let second = digits(2, name)
        else { return nil }
        let end = position
        if skip(" ", name) || skip("\u{202F}", name) {
            let isMorning = skip("am", name)
            if isMorning || skip("pm", name) {
                guard (1...12).contains(hour) else { return nil }
                hour = hour % 12 + (isMorning ? 0 : 12)
            } else {
                position = end
            }
        }
        return wallTime(date, hour, minute, second, name)
    }

    private mutating func compactDate(_ name: Span<UInt8>) -> Day? {
        guard let year = digits(4, name), let month = digits(2, name), let day = digits(2, name),
            FileNameTime.years.contains(year)
        else { return nil }
        return (year, month, day)
    }

    private mutating func dashedDate(_ name: Span<UInt8>) -> Day? {
        guard let year = digits(4, name), skip("-", name), let month = digits(2, name), skip("-", name),
            let day = digits(2, name), FileNameTime.years.contains(year)
        else { return nil }
        return (year, month, day)
    }

    private func wallTime(
        _ date: Day, _ hour: Int, _ minute: Int, _ second: Int, milliseconds: Int = 0, _ name: Span<UInt8>
    ) -> WallTime? {
        guard !isWord(name, position) else { return nil }
        return WallTime(
            year: date.year, month: date.month, day: date.day, hour: hour, minute: minute, second: second,
            microsecond: milliseconds * 1_000)
    }

    /// A number of so many digits; nil, and nothing is read, where there are fewer.
    private mutating func digits(_ count: Int, _ name: Span<UInt8>) -> Int? {
        guard position + count <= name.count else { return nil }
        var number = 0
        for index in position..<position + count {
            guard isASCIIDigit(name[index]) else { return nil }
            number = number * 10 + Int(name[index] - UInt8(ascii: "0"))
        }
        position += count
        return number
    }

    /// Whether a text in lower case comes next, in any case; then it is read.
    private mutating func skip(_ text: String, _ name: Span<UInt8>) -> Bool {
        let bytes = text.utf8
        guard position + bytes.count <= name.count else { return false }
        for (index, byte) in bytes.enumerated() where asciiLowercased(name[position + index]) != byte { return false }
        position += bytes.count
        return true
    }

    private func isDigit(_ name: Span<UInt8>, _ index: Int) -> Bool {
        index < name.count && isASCIIDigit(name[index])
    }

    /// Whether a letter or digit is at a place.
    private func isWord(_ name: Span<UInt8>, _ index: Int) -> Bool {
        guard index < name.count else { return false }
        return isASCIIDigit(name[index])
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(asciiLowercased(name[index]))
    }
}
