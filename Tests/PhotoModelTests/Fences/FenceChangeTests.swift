import PhotoModel
import Testing

struct FenceChangeTests {
    private static let text = """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "id": 7, "properties": {"name": "A", "note": "x", "hours": ["mon"], "radius": 5},
           "geometry": {"type": "Point", "coordinates": [1.50, 2]}},
          {"type": "Feature", "properties": {"name": "B", "kind": "never"}, "geometry": {"type": "Polygon",
           "coordinates": [[[1,2],[3,2],[3,4],[1,2]]]}}
        ]}
        """

    private func edited(_ name: String = "A", _ change: (inout FenceChange) throws -> Void) throws -> String {
        var changed = FenceChange()
        try change(&changed)
        let file = try FenceFile(parsing: Array(Self.text.utf8))
        return String(decoding: try #require(try file.editing(name, changed)), as: UTF8.self)
    }

    @Test func `A radius changes and everything else stays`() throws {
        let center = try #require(Coordinate(latitude: 2, longitude: 1.5))
        let text = try edited { $0.shape = .circle(center: center, radius: 80) }
        #expect(
            text
                == Self.text.replacing("\"radius\": 5", with: "\"radius\": 80.0").replacing(
                    "1.50, 2]", with: "1.5, 2.0]")
                || text
                    == Self.text.replacing("\"radius\": 5", with: "\"radius\": 80").replacing(
                        "1.50, 2]", with: "1.5, 2]")
        )
    }

    @Test func `Properties are added, changed and removed`() throws {
        let text = try edited { change in
            change.removed = ["hours"]
            change.terms.schedule.except = [try ExceptedDays(parsing: "12-24..01-02")]
            change.terms.sending.to = "nas"
        }
        #expect(text.contains("\"hours\": null"))
        #expect(text.contains("\"except\": [\"12-24..01-02\"]"))
        #expect(text.contains("\"to\": \"nas\""))
        let fence = try #require(try FenceFile(parsing: Array(text.utf8)).fences.first)
        #expect(fence.schedule.hours.isEmpty)
        #expect(fence.schedule.except.map(\.text) == ["12-24..01-02"])
    }

    @Test func `A circle becomes a polygon and back`() throws {
        let file = try FenceFile(parsing: Array(Self.text.utf8))
        let (circle, polygon) = (file.fences[0].shape, file.fences[1].shape)
        let swapped = try edited { $0.shape = polygon }
        #expect(try FenceFile(parsing: Array(swapped.utf8)).fences[0].shape == polygon)
        let other = try edited("B") { $0.shape = circle }
        #expect(try FenceFile(parsing: Array(other.utf8)).fences[1].shape == circle)
    }

    @Test func `A fence that is never work accepts no hours`() throws {
        #expect(throws: Never.self) {
            try edited("B") { $0.terms.schedule.until = try CalendarDay(parsing: "2026-05-31") }
        }
        #expect(throws: FenceFileError.self) { try edited { $0.kind = .never } }
        #expect(throws: FenceFileError.self) {
            try edited("B") { $0.terms.schedule.hours = [try WeeklyHours(parsing: "mon")] }
        }
        #expect(throws: Never.self) {
            try edited { change in
                change.kind = .never
                change.removed = ["hours"]
            }
        }
    }

    @Test func `A name changes, unless another fence has it`() throws {
        let file = try FenceFile(parsing: Array(Self.text.utf8))
        let renamed = try #require(try file.renaming("A", to: "C \"x\""))
        #expect(String(decoding: renamed, as: UTF8.self) == Self.text.replacing("\"A\"", with: #""C \"x\"""#))
        #expect(try file.renaming("X", to: "Y") == nil)
        #expect(throws: FenceFileError.self) { try file.renaming("A", to: "B") }
        #expect(throws: FenceFileError.self) { try file.renaming("A", to: " ") }
        #expect(try FenceFile(parsing: Array(Self.text.utf8)).editing("X", FenceChange()) == nil)
    }
}
