extension CaptureTime {
    /// The latest moment that it may mean, microseconds since 1970-01-01T00:00:00Z.
    ///
    /// Without an offset that is the moment of a clock twelve hours behind UTC, as none on Earth is further; of a date
    /// whose hour nobody knows it is the end of that day there.
    package var latest: Int64 {
        if let utc { return utc.microseconds }
        return wall.microseconds + (isDateOnly ? 36 : 12) * 3_600_000_000
    }
}
