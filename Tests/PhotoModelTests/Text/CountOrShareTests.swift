import PhotoModel
import Testing

struct CountOrShareTests {
    @Test func `A limit is a count or a share`() throws {
        #expect(try CountOrShare(parsing: "500") == .count(500))
        #expect(try CountOrShare(parsing: "0") == .count(0))
        #expect(try CountOrShare(parsing: "25%") == .percent(25))
        #expect(try CountOrShare(parsing: " 0.5 % ") == .percent(0.5))
    }

    @Test(arguments: ["", "%", "-1", "1.5", "101%", "-1%", "many", "nan%"])
    func `An invalid limit is refused`(text: String) {
        #expect(throws: TextError.self) { try CountOrShare(parsing: text) }
    }

    @Test func `A share is rounded down`() {
        #expect(CountOrShare.percent(25).limit(of: 19) == 4)
        #expect(CountOrShare.percent(100).limit(of: 19) == 19)
        #expect(CountOrShare.count(7).limit(of: 3) == 7)
    }
}
