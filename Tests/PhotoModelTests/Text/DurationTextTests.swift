import PhotoModel
import Testing

struct DurationTextTests {
    @Test(arguments: [
        ("90s", 90.0), ("15m", 900), ("2h", 7_200), ("30d", 2_592_000), ("1.5h", 5_400), ("1h30m", 5_400), ("0s", 0),
        ("1d 2h", 93_600), ("0.25s", 0.25),
    ])
    func `A duration is numbers with units`(text: String, seconds: Double) throws {
        #expect(try Duration(parsing: text) == .seconds(seconds))
    }

    @Test(arguments: [
        ("90s", "90s"), ("15m", "15m"), ("120m", "2h"), ("48h", "2d"), ("1.5h", "90m"), ("0.25s", "0.250s"),
        ("0s", "0s"),
        ("0.0001s", "0.001s"), ("36500d", "36500d"), ("61.007s", "61.007s"),
    ])
    func `A duration is written in the format that it is read`(text: String, written: String) throws {
        #expect(try Duration(parsing: text).text == written)
        #expect(try Duration(parsing: written).text == written)
    }

    @Test(arguments: ["", "90", "s", "2 weeks", "-1h", "1h30", "h1", "1w", "1e9d"])
    func `An invalid duration is refused`(text: String) {
        #expect(throws: TextError.self) { try Duration(parsing: text) }
    }

    @Test(arguments: [
        (0.0, "0.0 s"), (0.84, "0.8 s"), (9.949, "9.9 s"), (9.96, "10 s"), (12.4, "12 s"), (59.7, "1 min"),
        (60, "1 min"),
        (200, "3 min 20 s"), (3_599.7, "1 h"), (7_500, "2 h 5 min"), (86_400, "1 d"), (356_400, "4 d 3 h"),
        (-3, "0.0 s"),
        (1e15, "11,574,074,074 d 1 h"),
    ])
    func `A duration for people has at most two units`(seconds: Double, text: String) {
        #expect(Duration.seconds(seconds).brief == text)
    }
}
