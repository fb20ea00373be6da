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
    /// The time that a name begins with; nil where it does not, or where no calendar and clock show it, or where it is not
    /// in ``years``.
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
        for (place, byte) in prefix.enumerated() where asciiLowercased(name[place]) != byte { return false }
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
