import PhotoModel
import Testing

struct RateLimitTests {
    /// A moment of the week that begins on Monday, 4 May 2026.
    private func moment(_ day: Int, _ hour: Int, _ minute: Int = 0) throws -> WallTime {
        try #require(WallTime(year: 2026, month: 5, day: 4 + day, hour: hour, minute: minute, second: 59))
    }

    private func rate(_ text: String, _ day: Int = 0, _ hour: Int = 0, _ minute: Int = 0) throws -> Double? {
        try RateLimit(parsing: text).bytesPerSecond(at: try moment(day, hour, minute))
    }

    @Test(arguments: [
        ("2M", 2_097_152.0), ("512k", 524_288), ("1.5G", 1_610_612_736), ("100", 102_400), ("900B", 900),
        ("10Mi", 10_485_760), ("10MiB", 10_485_760), (" 2m ", 2_097_152), ("2M:100k", 2_097_152), ("1M:off", 1_048_576),
    ])
    func `A rate is bytes per second, and of two the first is for sending`(text: String, bytes: Double) throws {
        #expect(try rate(text) == bytes)
    }

    @Test(arguments: ["off", "OFF", "0", "off:2M", "00:00,off"])
    func `No limit is nil`(text: String) throws {
        #expect(try rate(text, 3, 12) == nil)
    }

    @Test(arguments: [
        (7, 59, 0.0), (8, 0, 512), (18, 59, 512), (19, 0, 10_240), (22, 59, 10_240), (23, 0, 0), (0, 0, 0),
    ])
    func `A time applies until the next one, past midnight`(hour: Int, minute: Int, kibibytes: Double) throws {
        for day in 0..<7 {
            let rate = try rate("08:00,512k 19:00,10M 23:00,off", day, hour, minute)
            #expect(rate == (kibibytes == 0 ? nil : kibibytes * 1_024), "day \(day)")
        }
    }

    @Test func `A time with a day applies past the end of the week`() throws {
        let text = "Mon-08:00,1M friday-18:00,2M"
        #expect(try rate(text, 0, 7, 59) == 2_097_152)
        #expect(try rate(text, 0, 8) == 1_048_576)
        #expect(try rate(text, 4, 17, 59) == 1_048_576)
        #expect(try rate(text, 4, 18) == 2_097_152)
        #expect(try rate(text, 6, 23, 59) == 2_097_152)
        #expect(try rate("08:00,1M wed-08:00,3M", 2, 9) == 3_145_728)
        #expect(try rate("08:00,1M wed-08:00,3M", 3, 9) == 1_048_576)
    }

    @Test(arguments: [
        "", " ", "fast", "2X", "2MB", "-1M", "1..5M", ".", "2M:", ":2M", "2M 3M", "8:00,1M", "24:00,1M", "08:60,1M",
        "08:00,", "08:00,1M,2M", "08:00,1M  19:00,2M", "day-08:00,1M", "mon-tue-08:00,1M", "1e3", "٣M",
    ])
    func `What rclone would refuse is refused`(text: String) {
        #expect(throws: TextError.self) { _ = try RateLimit(parsing: text) }
    }
}
