import Foundation
import PhotoModel
import Testing

/// Photos and fences on the equator, where a degree of longitude is 111,319.49 m.
enum Scene {
    static let degree = 111_319.490_793

    static func fence(
        _ name: String, _ kind: Fence.Kind = .work, at meters: Double = 0, radius: Double = 100, hours: [String] = [],
        zone: String? = nil, until: String? = nil
    ) throws -> Fence {
        var schedule = FenceSchedule()
        schedule.hours = try hours.map { try WeeklyHours(parsing: $0) }
        schedule.timeZone = zone
        schedule.until = try until.map { try CalendarDay(parsing: $0) }
        let center = try #require(Coordinate(latitude: 0, longitude: 1 + meters / degree))
        return Fence(
            name: name, kind: kind, shape: .circle(center: center, radius: radius), schedule: schedule)
    }

    static func photo(
        at meters: Double = 0, taken: String? = nil, fix: String? = nil, accuracy: Double? = nil, method: String? = nil
    ) throws -> PhotoFacts {
        var facts = PhotoFacts(format: .jpeg)
        facts.position = .valid(try #require(Coordinate(latitude: 0, longitude: 1 + meters / degree)))
        facts.captureTime = try taken.map { try CaptureTime(parsing: $0) }
        facts.gpsTime = try fix.map { try WallTimeSpan(parsing: $0).start }
        facts.horizontalAccuracy = accuracy
        facts.processingMethod = method
        return facts
    }

    static func zones(_ names: String...) throws -> [String: TimeZoneRules] {
        var zones: [String: TimeZoneRules] = [:]
        for name in names {
            let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo").appending(path: name))
            zones[name] = try TimeZoneRules(parsing: Array(data))
        }
        return zones
    }
}
