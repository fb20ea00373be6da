import PhotoModel
import PhotoReview
import Testing

struct PictureChoiceTests {
    private func choice(_ days: [String], most: Int) throws -> [Int] {
        var choice = PictureChoice(most: most)
        for (row, day) in days.enumerated() {
            var photo = try photo(taken: day)
            photo.facts.thumbnailBytes = 9_000
            choice.consider(photo, row: row)
        }
        return choice.chosen.map(\.row)
    }

    @Test func `Each day gets a picture before any gets a second one`() throws {
        let days = ["2026-05-01", "2026-05-01", "2026-05-01", "2026-05-02", "2026-05-03", "2026-05-03"]
        #expect(try choice(days, most: 3) == [0, 3, 4])
        #expect(try choice(days, most: 4) == [0, 1, 3, 4])
        #expect(try choice(days, most: 9) == [0, 1, 2, 3, 4, 5])
        #expect(try choice(days, most: 0) == [])
    }

    @Test func `Of thousands the same are chosen`() throws {
        let days = (0..<4_000).map { $0 < 3_990 ? "2026-05-01" : "2026-05-02" }
        #expect(try choice(days, most: 4) == [0, 1, 3_990, 3_991])
    }

    @Test func `A photo without a picture of its own is not chosen`() throws {
        var choice = PictureChoice(most: 5)
        choice.consider(try photo(), row: 0)
        #expect(choice.chosen.isEmpty)
    }
}
