import PhotoModel
import Testing

struct CaptureTimeTests {
    private func latest(_ wall: WallTime?, _ offset: UTCOffset?, _ source: CaptureTimeSource) throws -> WallTime {
        WallTime(microseconds: CaptureTime(wall: try #require(wall), offset: offset, source: source).latest)
    }

    @Test func `The latest possible moment of a time is that of the westernmost offset`() throws {
        let noon = WallTime(year: 2026, month: 5, day: 4, hour: 12)
        let midnight = WallTime(year: 2026, month: 5, day: 4)
        let east = UTCOffset(seconds: 7_200, source: .exif)
        #expect(try latest(noon, east, .exif) == WallTime(year: 2026, month: 5, day: 4, hour: 10))
        #expect(try latest(noon, nil, .exif) == WallTime(year: 2026, month: 5, day: 5))
        #expect(try latest(midnight, nil, .exif) == WallTime(year: 2026, month: 5, day: 4, hour: 12))
        #expect(try latest(midnight, nil, .filename) == WallTime(year: 2026, month: 5, day: 5, hour: 12))
    }
}
