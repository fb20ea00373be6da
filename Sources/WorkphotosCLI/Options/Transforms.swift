import ArgumentParser
import PhotoModel
import PhotoPipeline

func coordinate(_ text: String) throws -> Coordinate {
    try explained { () throws(TextError) in try Coordinate(parsing: text) }
}

/// A place as a user types or pastes it.
func place(_ text: String) throws -> Coordinate { try writtenPlace(text).coordinate }

func writtenPlace(_ text: String) throws -> WrittenPlace {
    try explained { () throws(TextError) in try WrittenPlace(parsing: text) }
}

/// A length as a user types it, in metres; above 0.
func length(_ text: String) throws -> Double {
    let meters = try explained { () throws(TextError) in try Length(parsing: text).meters }
    guard meters > 0 else { throw ValidationError("the length must be above 0, such as 150m") }
    return meters
}

func duration(_ text: String) throws -> Duration {
    try explained { () throws(TextError) in try Duration(parsing: text) }
}

/// A camera's clock setting as a user types it.
func cameraClock(_ text: String) throws -> CameraClock {
    try explained { () throws(TextError) in try CameraClock(parsing: text) }
}

/// A moment with its offset from UTC as a user types it, converted to a wall time in UTC.
func moment(_ text: String) throws -> WallTime {
    try explained { () throws(TextError) in
        guard let utc = try CaptureTime(parsing: text).utc else {
            throw TextError("the time needs its offset from UTC, as in 2026-05-01T10:03:00+02:00, or Z")
        }
        return utc
    }
}

/// A limit as a user types it: a count, or a share.
func countOrShare(_ text: String) throws -> CountOrShare {
    try explained { () throws(TextError) in try CountOrShare(parsing: text) }
}

/// A day, a moment or an age as a user types it.
func dateText(_ text: String) throws -> DateText {
    try explained { () throws(TextError) in try DateText(parsing: text) }
}

func calendarDay(_ text: String) throws -> CalendarDay {
    try explained { () throws(TextError) in try CalendarDay(parsing: text) }
}

/// When something expires, as a user types it: the end of a day or of a minute, in UTC.
///
/// - Returns: nanoseconds since 1970-01-01T00:00:00Z.
func end(_ text: String) throws -> Int64 {
    let span = try explained { () throws(TextError) in try WallTimeSpan(parsing: text) }
    let (nanoseconds, isTooLate) = span.end.microseconds.multipliedReportingOverflow(by: 1_000)
    if isTooLate { throw ValidationError("the end is too late: \(terminalSafe(text))") }
    return nanoseconds
}

/// The person that something is shared with, as a user types it.
func person(_ text: String) throws -> ShareAudience {
    try explained { () throws(TextError) in try ShareAudience(parsingAddress: text) }
}

func shareRole(_ text: String) throws -> ShareRole {
    guard let role = ShareRole(rawValue: text) else {
        throw ValidationError("a role is one of \(ShareRole.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return role
}

/// Days off as a user types them.
func exceptedDays(_ text: String) throws -> ExceptedDays {
    try explained { () throws(TextError) in try ExceptedDays(parsing: text) }
}

/// Hours of a week as a user types them.
func weeklyHours(_ text: String) throws -> WeeklyHours {
    try explained { () throws(TextError) in try WeeklyHours(parsing: text) }
}

/// The name of a destination as a user types it, checked.
func destinationName(_ text: String) throws -> String {
    if text.isEmpty { throw ValidationError("The name of a destination must not be empty.") }
    if text.contains(":") { throw ValidationError("The name of a destination must not contain ':'.") }
    return text
}

/// Days of a week as a user types them, checked.
func weekdays(_ text: String) throws -> String {
    try explained { () throws(TextError) in _ = try WeeklyHours(days: [text], times: []) }
    return text
}

/// Times of day as a user types them, checked.
func timesOfDay(_ text: String) throws -> String {
    try explained { () throws(TextError) in _ = try WeeklyHours(days: [], times: [text]) }
    return text
}

func folderTemplate(_ text: String) throws -> FolderTemplate {
    try explained { () throws(TextError) in try FolderTemplate(parsing: text) }
}

/// An upload rate as a user types it.
func rateLimit(_ text: String) throws -> RateLimit {
    try explained { () throws(TextError) in try RateLimit(parsing: text) }
}

/// A capture time as a user types it: wall time, with or without its offset from UTC.
func captureMoment(_ text: String) throws -> CaptureTime {
    try explained { () throws(TextError) in try CaptureTime(parsing: text) }
}

/// A pattern of files that a scan excludes, as a user types it.
func excludePattern(_ text: String) throws -> String {
    try explained { () throws(TextError) in try ScanOptions.check(exclude: text) }
    return text
}

/// A pattern that matches whole paths, as a user types it.
func pathPattern(_ text: String) throws -> String {
    try explained { () throws(TextError) in if Glob(text).hasOpenSet { throw .openSet(in: text) } }
    return text
}

/// Turns a text error into a usage error with the same message.
private func explained<Value>(_ parse: () throws(TextError) -> Value) throws -> Value {
    do {
        return try parse()
    } catch {
        throw ValidationError(error.message)
    }
}
