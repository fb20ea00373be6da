import PhotoModel
import Testing

struct PhotoSelectionTests {
    /// A change to each member that leaves photos out.
    private static let parts: [@Sendable (inout PhotoSelection) -> Void] = [
        { $0.verdicts = [.work] }, { $0.fence = "Office" }, { $0.since = WallTime(microseconds: 0) },
        { $0.until = WallTime(microseconds: 0) }, { $0.reasons = [.noPosition] }, { $0.isMarked = true },
        { $0.isHeld = true }, { $0.isLeader = true }, { $0.camera = "Canon" },
        { $0.upload = PhotoSelection.Upload(isDone: false, unsentSidecars: []) },
        { $0.near = Coordinate(latitude: 47, longitude: 8).map { PhotoSelection.Circle(center: $0, meters: 1) } },
        { $0.paths = [Glob("*.jpg")] }, { $0.limit = 1 }, { $0.hours = try? WeeklyHours(parsing: "mon-fri") },
    ]

    @Test func `A selection with any part is not everything`() {
        for (number, change) in Self.parts.enumerated() {
            var selection = PhotoSelection()
            change(&selection)
            #expect(!selection.isEverything, "\(number)")
        }
    }

    @Test func `The order leaves nothing out`() {
        var selection = PhotoSelection()
        #expect(selection.isEverything)
        (selection.order, selection.isReversed) = (.size, true)
        #expect(selection.isEverything)
    }

    @Test func `Every member is tried`() {
        #expect(Mirror(reflecting: PhotoSelection()).children.count == Self.parts.count + 2)
    }
}
